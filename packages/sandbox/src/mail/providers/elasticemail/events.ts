import { client, sharedSecretOf, textFieldsOf, type WebhookForm } from '../../kit.ts';
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
  defaults: { DeliveryMethod: 'PostJson' },
  write: ([event], { seed, hook }) => {
    const { kind, message, recipient, at } = event;
    const isSeen = kind === 'opened' || kind === 'clicked';
    const facts = {
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
    const token = secretOf(seed);
    return hook.own['DeliveryMethod'] === 'Get'
      ? { method: 'GET', body: '', query: { ...textFieldsOf(facts), token } }
      : { body: JSON.stringify(facts), query: { token } };
  },
};
