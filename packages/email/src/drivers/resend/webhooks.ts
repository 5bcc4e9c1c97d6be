import { ConfigurationError, type Secret } from '@org/core';
import {
  checkTimestamp,
  concatBytes,
  constantTimeEqual,
  decodeBase64,
  encodeHex,
  hmacSha256Base64,
  utf8,
} from '@org/core/webhooks';
import {
  type ReceivedWebhook,
  readWebhookBody,
  readWebhookItems,
  type Verdict,
  type VerifyContext,
  type WebhookScheme,
} from '../../driver.ts';
import { readEvent } from './events.ts';

const forged: Verdict = { genuine: false, problem: 'no signature of it matches the webhook secret.' };

/** The scheme of Svix and of Standard Webhooks: resend.com/docs, "Verify webhook requests". */
export const webhookScheme: WebhookScheme = { verify, read, sign };

async function verify({ bytes, header }: ReceivedWebhook, context: VerifyContext): Promise<Verdict> {
  const id = header('svix-id') ?? header('webhook-id') ?? '';
  const seconds = header('svix-timestamp') ?? header('webhook-timestamp') ?? '';
  const signature = header('svix-signature') ?? header('webhook-signature') ?? '';
  const signatures = signature.split(' ').filter((part) => part.startsWith('v1,'));
  if (id === '' || !/^\d{1,12}$/.test(seconds) || signatures.length === 0)
    return {
      genuine: false,
      problem: 'the headers svix-id, svix-timestamp and svix-signature are required.',
    };
  const signed = concatBytes(`${id}.${seconds}.`, bytes);
  const isSigned = async (secrets: readonly Secret[]) => {
    const expected = await Promise.all(secrets.map((secret) => signatureOf(secret, signed)));
    return expected.flatMap((own) => signatures.map((given) => constantTimeEqual(own, given))).includes(true);
  };
  const known = await context.secrets.get();
  if (!(await isSigned(known))) {
    const fresh = await context.secrets.refresh(known);
    if (fresh === undefined || !(await isSigned(fresh))) return forged;
  }
  const { nowMs, toleranceMs } = context;
  if (checkTimestamp({ timestampMs: Number(seconds) * 1_000, nowMs, toleranceMs }))
    return { genuine: true, id };
  return { genuine: false, problem: 'its signature is not recent.', stale: true };
}

/** @throws ConfigurationError for a secret in another form: it must not look like a bad signature */
async function signatureOf(secret: Pick<Secret, 'reveal'>, bytes: Uint8Array): Promise<string> {
  const key = decodeBase64(secret.reveal().replace(/^whsec_/, ''));
  if (key === undefined || key.length === 0)
    throw new ConfigurationError({
      message:
        'The webhook secret of Resend is not valid. Set `webhookSecret` to the text that begins with whsec_.',
      provider: 'resend',
    });
  return `v1,${await hmacSha256Base64(key, bytes)}`;
}

function read({ text, header }: ReceivedWebhook) {
  const id = header('svix-id') ?? header('webhook-id') ?? '';
  return readWebhookItems(readWebhookBody(text), { provider: 'resend', read: (item) => readEvent(item, id) });
}

async function sign(body: string, { secret, nowMs }: { readonly secret: string; readonly nowMs: number }) {
  const hash = await crypto.subtle.digest('SHA-256', utf8(body) as BufferSource);
  const id = `msg_${encodeHex(new Uint8Array(hash, 0, 12))}`;
  const seconds = `${Math.floor(nowMs / 1_000)}`;
  const signature = await signatureOf({ reveal: () => secret }, concatBytes(`${id}.${seconds}.`, body));
  return { headers: { 'svix-id': id, 'svix-timestamp': seconds, 'svix-signature': signature } };
}
