import { createHmac, randomBytes } from 'node:crypto';
import type { WebhookForm } from '../../events/mail-event.ts';
import { textOf } from '../fields.ts';

const failure = {
  severity: 'permanent',
  reason: 'generic',
  'delivery-status': { code: 550, message: '5.1.1 No such user', description: '' },
} as const;

/** Signed with HMAC-SHA256 of timestamp and token: documentation.mailgun.com, "Securing webhooks". */
export const mailgunEvents: WebhookForm = {
  names: { delivered: 'delivered', bounced: 'permanent_fail', complained: 'complained' },
  secretOf,
  write: ({ kind, id, message, recipient, at }, seed) => {
    const timestamp = String(Math.floor(at / 1000));
    const token = randomBytes(25).toString('hex');
    const signature = createHmac('sha256', secretOf(seed))
      .update(timestamp + token)
      .digest('hex');
    const data = {
      event: kind === 'bounced' ? 'failed' : kind,
      id,
      timestamp: at / 1000,
      recipient,
      message: { headers: { 'message-id': textOf(message.own['request']), subject: message.subject } },
      tags: message.own['tags'],
      'user-variables': message.own['variables'],
      ...(kind === 'bounced' && failure),
    };
    return { body: JSON.stringify({ signature: { timestamp, token, signature }, 'event-data': data }) };
  },
};

function secretOf(seed: Uint8Array): string {
  return `key-${Buffer.from(seed).toString('hex').slice(0, 32)}`;
}
