import { encodeBase64, utf8 } from '@org/core/webhooks';
import { readWebhookBody, readWebhookItems, type WebhookScheme } from '../../driver.ts';
import { ecdsa, importKey, toDer } from './ecdsa.ts';
import { readEvent } from './events.ts';
import { signatureHeader, timestampHeader, verifySignature } from './signature.ts';

/**
 * The signed event webhook: ECDSA over the timestamp and the raw body. `sign` needs the private key of the
 * pair whose public key verifies.
 */
export const webhookScheme: WebhookScheme = {
  // Events come in batches, which may be minutes old.
  toleranceMs: 600_000,
  verify: verifySignature,
  read({ text, header }) {
    const at = new Date(Number(header(timestampHeader)) * 1_000);
    const read = (item: unknown) => readEvent(item, at);
    return readWebhookItems(readWebhookBody(text), { provider: 'sendgrid', at, read });
  },
  async sign(body, { secret, nowMs }) {
    const time = String(Math.floor(nowMs / 1_000));
    const key = await importKey(secret, 'pkcs8');
    const signature = await crypto.subtle.sign(ecdsa, key, utf8(time + body) as BufferSource);
    return {
      headers: {
        'content-type': 'application/json',
        [signatureHeader]: encodeBase64(toDer(new Uint8Array(signature))),
        [timestampHeader]: time,
      },
    };
  },
};
