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
import type { Verdict, WebhookScheme } from '../driver/webhook-scheme.ts';

const forged: Verdict = { genuine: false, problem: 'no signature of it matches the webhook secret.' };

/**
 * Webhooks with the signatures of Standard Webhooks and Svix: `<prefix>-id`, `<prefix>-timestamp` and
 * `<prefix>-signature`. @public
 *
 * @example
 * const webhookScheme = standardWebhooks('Acme', ({ text }) =>
 *   readWebhookItems(readWebhookBody(text), { provider: 'acme', read: readEvent }),
 * );
 *
 * @param service - its name in errors
 * @param read - the events of a verified webhook
 * @param prefix - of the headers of the service; `webhook-…` is read too
 */
export function standardWebhooks(
  service: string,
  read: WebhookScheme['read'],
  prefix: 'webhook' | 'svix' = 'webhook',
): WebhookScheme {
  return {
    read,
    async verify({ bytes, header }, { secrets, nowMs, toleranceMs }) {
      const id = header(`${prefix}-id`) ?? header('webhook-id') ?? '';
      const seconds = header(`${prefix}-timestamp`) ?? header('webhook-timestamp') ?? '';
      const signature = header(`${prefix}-signature`) ?? header('webhook-signature') ?? '';
      const given = signature.split(' ').filter((part) => part.startsWith('v1,'));
      if (id === '' || !/^\d{1,12}$/.test(seconds) || given.length === 0) {
        const names = `${prefix}-id, ${prefix}-timestamp and ${prefix}-signature`;
        return { genuine: false, problem: `the headers ${names} are required.` };
      }
      const signed = concatBytes(`${id}.${seconds}.`, bytes);
      const isSigned = async (keys: readonly Secret[]) => {
        const expected = await Promise.all(keys.map((key) => signatureOf(service, key, signed)));
        return expected.flatMap((own) => given.map((text) => constantTimeEqual(own, text))).includes(true);
      };
      const known = await secrets.get();
      if (!(await isSigned(known))) {
        const fresh = await secrets.refresh(known);
        if (fresh === undefined || !(await isSigned(fresh))) return forged;
      }
      if (checkTimestamp({ timestampMs: Number(seconds) * 1_000, nowMs, toleranceMs }))
        return { genuine: true, id };
      return { genuine: false, problem: 'its signature is not recent.', stale: true };
    },
    async sign(body, { secret, nowMs }) {
      const hash = await crypto.subtle.digest('SHA-256', utf8(body) as BufferSource);
      const id = `msg_${encodeHex(new Uint8Array(hash, 0, 12))}`;
      const seconds = `${Math.floor(nowMs / 1_000)}`;
      const bytes = concatBytes(`${id}.${seconds}.`, body);
      const signature = await signatureOf(service, { reveal: () => secret }, bytes);
      return {
        headers: {
          [`${prefix}-id`]: id,
          [`${prefix}-timestamp`]: seconds,
          [`${prefix}-signature`]: signature,
        },
      };
    },
  };
}

/** @throws ConfigurationError for a secret in another form: it must not look like a bad signature */
async function signatureOf(
  service: string,
  secret: Pick<Secret, 'reveal'>,
  bytes: Uint8Array,
): Promise<string> {
  const key = decodeBase64(secret.reveal().replace(/^whsec_/, ''));
  if (key === undefined || key.length === 0)
    throw new ConfigurationError({
      message:
        `The webhook secret of ${service} is not valid. Set \`webhookSecret\` to the text that begins with ` +
        'whsec_.',
      provider: service.toLowerCase(),
    });
  return `v1,${await hmacSha256Base64(key, bytes)}`;
}
