import type { WebhookForm } from '../../events/mail-event.ts';

const events = { delivered: 'delivered', bounced: 'hard_bounce', complained: 'spam' } as const;

/** Brevo signs nothing: the URL has a token. */
export const brevoEvents: WebhookForm = {
  names: { delivered: 'delivered', bounced: 'hardBounce', complained: 'spam' },
  write: ({ kind, message, recipient, at }) => {
    const seconds = Math.floor(at / 1000);
    const body = {
      event: events[kind],
      email: recipient,
      id: message.serial,
      date: new Date(at).toISOString().slice(0, 19).replace('T', ' '),
      ts: seconds,
      ts_event: seconds,
      ts_epoch: at,
      'message-id': `<${message.id}>`,
      subject: message.subject,
      ...(kind === 'bounced' && { reason: '550 5.1.1 No such user' }),
    };
    return { body: JSON.stringify(body) };
  },
};
