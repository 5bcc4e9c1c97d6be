import { createHmac } from 'node:crypto';
import { client, type MailEvent, textOf, type WebhookForm } from '../../kit.ts';

const names = {
  deferred: 'temporary_fail',
  delivered: 'delivered',
  bounced: 'permanent_fail',
  complained: 'complained',
  opened: 'opened',
  clicked: 'clicked',
  unsubscribed: 'unsubscribed',
} as const;

/** Signed with HMAC-SHA256 of timestamp and token: documentation.mailgun.com, "Securing webhooks". */
export const mailgunEvents: WebhookForm = {
  names,
  secretOf,
  isFinal: (status) => status === 406,
  write: ([event], { seed }) => {
    // A repetition has the same signature.
    const timestamp = String(Math.floor(event.at / 1000));
    const token = createHmac('sha256', seed).update(event.id).digest('hex').slice(0, 50);
    const signature = createHmac('sha256', secretOf(seed))
      .update(timestamp + token)
      .digest('hex');
    return {
      body: JSON.stringify({ signature: { timestamp, token, signature }, 'event-data': dataOf(event) }),
    };
  },
};

function secretOf(seed: Uint8Array): string {
  return `key-${Buffer.from(seed).toString('hex').slice(0, 32)}`;
}

/** An event, as webhooks and the list of events have it. */
export function dataOf(event: MailEvent) {
  const { kind, id, message, recipient, at } = event;
  const isFailure = kind === 'bounced' || kind === 'deferred';
  const headers = {
    to: recipient,
    'message-id': textOf(message.own['request']) ?? message.id,
    from: message.from,
    subject: message.subject,
  };
  return {
    event: isFailure ? 'failed' : kind,
    id,
    timestamp: at / 1000,
    'log-level': kind === 'bounced' ? 'error' : kind === 'deferred' ? 'warn' : 'info',
    recipient,
    'recipient-domain': recipient.slice(recipient.lastIndexOf('@') + 1),
    message: { headers },
    tags: message.labels.tags ?? [],
    'user-variables': message.labels.metadata ?? {},
    ...detailsOf(event),
  };
}

function detailsOf({ kind }: MailEvent) {
  if (kind === 'bounced')
    return {
      severity: 'permanent',
      reason: 'bounce',
      'delivery-status': { code: 550, message: '5.1.1 No such user', description: '' },
    };
  if (kind === 'deferred')
    return {
      severity: 'temporary',
      reason: 'generic',
      'delivery-status': { code: 451, message: '4.7.1 Try again later', description: '' },
    };
  if (kind !== 'opened' && kind !== 'clicked' && kind !== 'unsubscribed') return {};
  const seen = { ip: client.ip, 'client-info': { 'user-agent': client.userAgent } };
  return kind === 'clicked' ? { ...seen, url: client.link } : seen;
}
