import { checkTimestamp, concatBytes, encodeBase64, utf8 } from '@org/core/webhooks';
import {
  type ReceivedWebhook,
  readWebhookBody,
  readWebhookItems,
  type Verdict,
  type VerifyContext,
  type WebhookScheme,
} from '../../driver.ts';
import { decodeCanonical, ecdsa, fromDer, importKey, toDer } from './ecdsa.ts';
import { readEvent } from './events.ts';

const signatureHeader = 'x-twilio-email-event-webhook-signature';
const timestampHeader = 'x-twilio-email-event-webhook-timestamp';

async function verify(webhook: ReceivedWebhook, context: VerifyContext): Promise<Verdict> {
  const signature = fromDer(decodeCanonical(webhook.header(signatureHeader) ?? '') ?? new Uint8Array());
  const time = webhook.header(timestampHeader) ?? '';
  if (signature === undefined || !/^\d{1,15}$/.test(time))
    return { genuine: false, problem: `it has no valid ${signatureHeader} and ${timestampHeader}.` };
  const signed = concatBytes(time, webhook.bytes);
  if (!(await isSigned(signed, signature, context)))
    return { genuine: false, problem: 'its signature does not match `webhookSecret`.' };
  const { nowMs, toleranceMs } = context;
  if (checkTimestamp({ timestampMs: Number(time) * 1_000, nowMs, toleranceMs })) return { genuine: true };
  return { genuine: false, stale: true, problem: 'its timestamp is not recent; check the clock.' };
}

async function isSigned(
  signed: Uint8Array,
  signature: Uint8Array,
  { secrets }: VerifyContext,
): Promise<boolean> {
  const matches = async (keys: Awaited<ReturnType<typeof secrets.get>>) => {
    for (const key of keys) {
      const publicKey = await importKey(key.reveal(), 'spki');
      if (await crypto.subtle.verify(ecdsa, publicKey, signature as BufferSource, signed as BufferSource))
        return true;
    }
    return false;
  };
  const known = await secrets.get();
  if (await matches(known)) return true;
  const fresh = await secrets.refresh(known);
  return fresh !== undefined && (await matches(fresh));
}

/**
 * The signed event webhook: ECDSA over the timestamp and the raw body. `sign` needs the private key of the
 * pair whose public key verifies.
 */
export const webhookScheme: WebhookScheme = {
  // Events come in batches, which may be minutes old.
  toleranceMs: 600_000,
  verify,
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
