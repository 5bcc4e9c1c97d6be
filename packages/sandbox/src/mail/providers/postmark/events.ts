import type { WebhookForm } from '../../events/mail-event.ts';

const bounceOf = (Type: string, Recipient: string, at: string) => ({
  ID: Date.parse(at),
  Type,
  TypeCode: Type === 'HardBounce' ? 1 : 512,
  Email: Recipient,
  BouncedAt: at,
  Description: '',
  Details: Type === 'HardBounce' ? 'smtp;550 5.1.1 No such user' : '',
});

/** Postmark signs nothing: the URL has a token. */
export const postmarkEvents: WebhookForm = {
  names: { delivered: 'Delivery', bounced: 'Bounce', complained: 'SpamComplaint' },
  write: ({ kind, message, recipient, at }) => {
    const time = new Date(at).toISOString();
    const common = { MessageID: message.id, Tag: message.own['tag'] ?? '', From: message.from };
    const body = {
      delivered: { RecordType: 'Delivery', Recipient: recipient, DeliveredAt: time, Details: 'smtp;250 OK' },
      bounced: { RecordType: 'Bounce', ...bounceOf('HardBounce', recipient, time) },
      complained: { RecordType: 'SpamComplaint', ...bounceOf('SpamComplaint', recipient, time) },
    }[kind];
    return { body: JSON.stringify({ ...common, ...body }) };
  },
};
