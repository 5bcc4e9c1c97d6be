import { createHash, createPrivateKey, createPublicKey, type KeyObject, sign } from 'node:crypto';
import { client, fieldsOf, type MailEvent, type WebhookContext, type WebhookForm } from '../../kit.ts';

const names = {
  deferred: 'deferred',
  delivered: 'delivered',
  bounced: 'bounce',
  complained: 'spamreport',
  opened: 'open',
  clicked: 'click',
  unsubscribed: 'unsubscribe',
} as const;

const seen = { ip: client.ip, useragent: client.userAgent };

const details = {
  deferred: { response: '451 4.7.1 Try again later', attempt: '1' },
  delivered: { response: '250 OK' },
  bounced: { reason: '550 5.1.1 No such user', status: '5.1.1', type: 'bounce' },
  complained: {},
  opened: seen,
  clicked: { ...seen, url: client.link, url_offset: { index: 0, type: 'html' } },
  unsubscribed: {},
} as const;

/** Signed with ECDSA on P-256: docs.sendgrid.com, "Event Webhook Security Features". */
export const sendgridEvents: WebhookForm = {
  names: { ...names, complained: 'spam_report' },
  secretOf: (seed) => createPublicKey(keyOf(seed)).export({ type: 'spki', format: 'der' }).toString('base64'),
  batchOf: () => 100,
  write: (events, { seed, now }) => {
    const body = `${JSON.stringify(events.map(bodyOf))}\r\n`;
    return { body, headers: signatureOf(Buffer.from(body), { seed, now }) };
  },
};

/** The headers that prove a body. */
export function signatureOf(
  body: Uint8Array,
  { seed, now }: Pick<WebhookContext, 'seed' | 'now'>,
): Readonly<Record<string, string>> {
  const timestamp = String(Math.floor(now / 1000));
  const signed = Buffer.concat([Buffer.from(timestamp), body]);
  const signature = sign('sha256', signed, keyOf(seed)).toString('base64');
  const prefix = 'x-twilio-email-event-webhook';
  return { [`${prefix}-signature`]: signature, [`${prefix}-timestamp`]: timestamp };
}

function bodyOf({ kind, id, message, recipient, at }: MailEvent) {
  const { tags = [] } = message.labels;
  return {
    ...fieldsOf(message.own['args']),
    email: recipient,
    timestamp: Math.floor(at / 1000),
    event: names[kind],
    ...(tags.length > 0 && { category: tags }),
    sg_event_id: id,
    sg_message_id: message.id,
    ...details[kind],
  };
}

/** A private key made of the seed (RFC 5915, in PKCS #8). */
function keyOf(seed: Uint8Array): KeyObject {
  const scalar = createHash('sha256').update(seed).digest();
  const head = Buffer.from('3041020100301306072a8648ce3d020106082a8648ce3d030107042730250201010420', 'hex');
  return createPrivateKey({ key: Buffer.concat([head, scalar]), format: 'der', type: 'pkcs8' });
}
