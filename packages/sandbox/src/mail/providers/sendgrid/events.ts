import { createHash, createPrivateKey, createPublicKey, type KeyObject, sign } from 'node:crypto';
import type { WebhookForm } from '../../events/mail-event.ts';
import { fieldsOf } from '../fields.ts';

const names = { delivered: 'delivered', bounced: 'bounce', complained: 'spamreport' } as const;

const details = {
  delivered: { response: '250 OK' },
  bounced: { reason: '550 5.1.1 No such user', status: '5.1.1', type: 'bounce' },
  complained: {},
} as const;

/** Signed with ECDSA on P-256: docs.sendgrid.com, "Event Webhook Security Features". */
export const sendgridEvents: WebhookForm = {
  names: { ...names, complained: 'spam_report' },
  secretOf: (seed) => createPublicKey(keyOf(seed)).export({ type: 'spki', format: 'der' }).toString('base64'),
  write: ({ kind, id, message, recipient, at }, seed) => {
    const timestamp = Math.floor(at / 1000);
    const args = fieldsOf(message.own['args']);
    const ids = { sg_event_id: id, sg_message_id: message.id };
    const event = { ...args, email: recipient, timestamp, event: names[kind], ...ids, ...details[kind] };
    const body = `${JSON.stringify([event])}\r\n`;
    const signature = sign('sha256', Buffer.from(`${timestamp}${body}`), keyOf(seed)).toString('base64');
    const prefix = 'x-twilio-email-event-webhook';
    return {
      body,
      headers: { [`${prefix}-signature`]: signature, [`${prefix}-timestamp`]: String(timestamp) },
    };
  },
};

/** A private key made of the seed (RFC 5915, in PKCS #8). */
function keyOf(seed: Uint8Array): KeyObject {
  const scalar = createHash('sha256').update(seed).digest();
  const head = Buffer.from('3041020100301306072a8648ce3d020106082a8648ce3d030107042730250201010420', 'hex');
  return createPrivateKey({ key: Buffer.concat([head, scalar]), format: 'der', type: 'pkcs8' });
}
