import type { WebhookForm } from '../../events/mail-event.ts';
import { dateOf } from './wire.ts';

const names = { delivered: 'Sent', bounced: 'Error', complained: 'AbuseReport' } as const;

/** How Elastic Email signs is not published: the URL has a token. */
export const elasticemailEvents: WebhookForm = {
  names,
  write: ({ kind, message, recipient, at }) => {
    const body = {
      status: names[kind],
      to: recipient,
      date: dateOf(at),
      messageid: message.id,
      transaction: message.own['transaction'],
      subject: message.subject,
      ...(kind === 'bounced' && { category: 'NoMailbox' }),
    };
    return { body: JSON.stringify(body) };
  },
};
