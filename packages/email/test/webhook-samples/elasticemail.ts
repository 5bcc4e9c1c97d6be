import { bob, samplesFrom, soft } from './sample.ts';

/** The fields of a form. */
const form = (status: string, extra: Readonly<Record<string, string>> = {}) => {
  const mail = { to: bob, from: 'ann@acme.dev', subject: 'Hi', channel: 'news', account: 'ann@acme.dev' };
  const ids = { messageid: 'em-1', transaction: 'tr-1', date: '11/22/2026 10:30:00 AM' };
  return `${new URLSearchParams({ ...mail, ...ids, status, ...extra })}`;
};
const common = { messageId: 'em-1', recipient: bob, timestamp: new Date('2026-11-22T10:30:00Z') };

export const elasticemailSamples = samplesFrom(
  'help.elasticemail.com, "Notification settings"',
  '2026-11-23',
  [
    ['sent', form('Sent'), { type: 'sent', ...common }],
    ['opened', form('Opened'), { type: 'opened', ...common }],
    [
      'clicked',
      form('Clicked', { target: 'https://acme.dev/a' }),
      { type: 'clicked', click: { url: 'https://acme.dev/a' } },
    ],
    ['no mailbox', form('Error', { category: 'NoMailbox' }), { type: 'bounced', ...common }],
    ['grey listing', form('Error', { category: 'GreyListed' }), { type: 'deferred' }],
    [
      'spam',
      form('Error', { category: 'Spam' }),
      { ...soft, bounce: { class: 'soft', category: 'spam-content' } },
    ],
    ['account problem', form('Error', { category: 'AccountProblem' }), { type: 'bounced' }],
    ['cancelled', form('Error', { category: 'ManualCancel' }), { type: 'failed' }],
    ['complaint', form('AbuseReport'), { type: 'complained', ...common }],
    ['unsubscription', form('Unsubscribed'), { type: 'unsubscribed', ...common }],
  ],
);
