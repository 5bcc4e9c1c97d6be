import { client, sharedSecretOf, type WebhookForm } from '../../kit.ts';
import { dateOf } from './wire.ts';

const names = {
  deferred: 'Error',
  delivered: 'Sent',
  bounced: 'Error',
  complained: 'AbuseReport',
  opened: 'Opened',
  clicked: 'Clicked',
  unsubscribed: 'Unsubscribed',
} as const;

const secretOf = sharedSecretOf('elasticemail');

/** How Elastic Email signs is not published: the URL has a token. */
export const elasticemailEvents: WebhookForm = {
  names,
  secretOf,
  write: ([event], { seed }) => {
    const { kind, message, recipient, at } = event;
    const isSeen = kind === 'opened' || kind === 'clicked';
    const body = {
      status: names[kind],
      to: recipient,
      from: message.from,
      date: dateOf(at),
      messageid: message.id,
      transaction: message.own['transaction'],
      subject: message.subject,
      ...(kind === 'bounced' && { category: 'NoMailbox' }),
      ...(kind === 'deferred' && { category: 'GreyListed' }),
      ...(isSeen && { IP: client.ip, Useragent: client.userAgent }),
      ...(kind === 'clicked' && { target: client.link }),
    };
    return { body: JSON.stringify(body), query: { token: secretOf(seed) } };
  },
};
