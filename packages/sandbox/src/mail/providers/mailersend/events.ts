import { createHmac } from 'node:crypto';
import type { MailEvent, WebhookForm } from '../../events/mail-event.ts';
import { dateOf } from './wire.ts';

const types = { delivered: 'delivered', bounced: 'hard_bounced', complained: 'spam_complaint' } as const;

/** Signed with HMAC-SHA256 of the body: developers.mailersend.com, Webhooks, "Security". */
export const mailersendEvents: WebhookForm = {
  names: {
    delivered: 'activity.delivered',
    bounced: 'activity.hard_bounced',
    complained: 'activity.spam_complaint',
  },
  secretOf,
  write: (event, seed) => {
    const body = JSON.stringify(payloadOf(event));
    return { body, headers: { signature: createHmac('sha256', secretOf(seed)).update(body).digest('hex') } };
  },
};

function secretOf(seed: Uint8Array): string {
  return Buffer.from(seed).toString('hex').slice(0, 32);
}

function payloadOf({ kind, id, message, recipient, at }: MailEvent) {
  const created_at = dateOf(at);
  const email = {
    object: 'email',
    id: message.id,
    from: message.from,
    subject: message.subject,
    message: { object: 'message', id: message.id },
    recipient: { object: 'recipient', email: recipient },
  };
  const morph = kind === 'bounced' ? { object: 'recipient_bounce', reason: '550 5.1.1 No such user' } : null;
  const data = { object: 'activity', id, type: types[kind], created_at, email, morph };
  return { type: `activity.${types[kind]}`, created_at, data };
}
