import { createHmac } from 'node:crypto';
import { client, dateOf, type MailEvent, type WebhookForm } from '../../kit.ts';

/** MailerSend's words for the events of a message. */
export const eventTypes = {
  deferred: 'deferred',
  delivered: 'delivered',
  bounced: 'hard_bounced',
  complained: 'spam_complaint',
  opened: 'opened',
  clicked: 'clicked',
  unsubscribed: 'unsubscribed',
} as const;

/** Signed with HMAC-SHA256 of the body: developers.mailersend.com, Webhooks, "Security". */
export const mailersendEvents: WebhookForm = {
  names: {
    deferred: 'activity.deferred',
    delivered: 'activity.delivered',
    bounced: 'activity.hard_bounced',
    complained: 'activity.spam_complaint',
    opened: 'activity.opened',
    clicked: 'activity.clicked',
    unsubscribed: 'activity.unsubscribed',
  },
  secretOf,
  write: ([event], { seed, hook }) => {
    const body = JSON.stringify(payloadOf(event, hook));
    return { body, headers: { signature: createHmac('sha256', secretOf(seed)).update(body).digest('hex') } };
  },
};

function secretOf(seed: Uint8Array): string {
  return Buffer.from(seed).toString('hex').slice(0, 32);
}

interface Address {
  readonly id: string;
  readonly url: string;
}

function payloadOf(event: MailEvent, { id: webhook_id, url }: Address) {
  const { kind, id, message, recipient, at } = event;
  const created_at = dateOf(at);
  const { tags = [] } = message.labels;
  const email = {
    object: 'email',
    id: message.id,
    created_at: dateOf(message.createdAt),
    from: message.from,
    subject: message.subject,
    status: kind === 'bounced' ? 'rejected' : kind === 'deferred' ? 'sent' : 'delivered',
    tags: tags.length === 0 ? null : tags,
    message: { object: 'message', id: message.id, created_at: dateOf(message.createdAt) },
    recipient: { object: 'recipient', email: recipient },
  };
  const data = { object: 'activity', id, type: eventTypes[kind], created_at, email, morph: morphOf(event) };
  return { type: `activity.${eventTypes[kind]}`, created_at, webhook_id, url, data };
}

function morphOf({ kind, id, at }: MailEvent) {
  const seen = { id, created_at: dateOf(at), ip: client.ip };
  if (kind === 'opened') return { object: 'open', ...seen };
  if (kind === 'clicked') return { object: 'click', ...seen, url: client.link };
  if (kind === 'bounced') return { object: 'recipient_bounce', reason: '550 5.1.1 No such user' };
  if (kind === 'complained') return { object: 'spam_complaint', reason: null };
  if (kind === 'unsubscribed') return { object: 'recipient_unsubscribe', reason: 'option_3' };
  return null;
}
