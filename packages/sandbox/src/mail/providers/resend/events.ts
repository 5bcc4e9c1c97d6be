import { createHmac } from 'node:crypto';
import type { MailEvent, WebhookForm } from '../../events/mail-event.ts';
import { dateOf } from './wire.ts';

const names = {
  delivered: 'email.delivered',
  bounced: 'email.bounced',
  complained: 'email.complained',
} as const;

const bounce = { type: 'Permanent', subType: 'General', message: 'smtp; 550 5.1.1 No such user' };

/** Signed as Svix does: resend.com/docs, Webhooks, "Verify webhooks requests". */
export const resendEvents: WebhookForm = {
  names,
  secretOf: (seed) => `whsec_${Buffer.from(seed).toString('base64')}`,
  write: (event, seed) => {
    const body = JSON.stringify(payloadOf(event));
    const timestamp = String(Math.floor(event.at / 1000));
    const signature = createHmac('sha256', seed).update(`${event.id}.${timestamp}.${body}`).digest('base64');
    const headers = {
      'svix-id': event.id,
      'svix-timestamp': timestamp,
      'svix-signature': `v1,${signature}`,
    };
    return { body, headers };
  },
};

function payloadOf({ kind, message, recipient, at }: MailEvent) {
  const { id, from, subject, createdAt } = message;
  const data = { email_id: id, created_at: dateOf(createdAt), from, to: [recipient], subject };
  return {
    type: names[kind],
    created_at: dateOf(at),
    data: kind === 'bounced' ? { ...data, bounce } : data,
  };
}
