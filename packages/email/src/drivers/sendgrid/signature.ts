import { checkTimestamp, concatBytes } from '@org/core/webhooks';
import type { ReceivedWebhook, Verdict, VerifyContext } from '../../driver.ts';
import { decodeCanonical, ecdsa, fromDer, importKey } from './ecdsa.ts';

export const signatureHeader = 'x-twilio-email-event-webhook-signature';
export const timestampHeader = 'x-twilio-email-event-webhook-timestamp';

/** Has the request a signature? Webhooks of mail need not have one. */
export const isSignedRequest = ({ header }: ReceivedWebhook): boolean =>
  header(signatureHeader) !== undefined;

/** Verifies ECDSA over the timestamp and the raw body. */
export async function verifySignature(webhook: ReceivedWebhook, context: VerifyContext): Promise<Verdict> {
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
