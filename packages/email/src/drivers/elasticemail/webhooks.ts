import { ResponseFormatError } from '@org/core';
import { encodeHex, utf8 } from '@org/core/webhooks';
import { type ReceivedWebhook, signWithToken, verifySharedSecret, type WebhookScheme } from '../../driver.ts';
import { readWebhookEvent } from './events.ts';

/**
 * Notifications of Elastic Email: a GET with parameters, or a POST with a flat JSON object. How its signature
 * is made is not published, so a secret in the URL proves where they come from.
 */
export const webhookScheme: WebhookScheme = {
  async verify(webhook, context) {
    const verdict = await verifySharedSecret(webhook, context);
    return verdict.genuine ? { genuine: true, id: await idOf(webhook) } : verdict;
  },
  async read(webhook) {
    return [await readWebhookEvent(fieldsOf(webhook), new Date(0))];
  },
  sign: signWithToken,
};

/** A GET has no body: its parameters tell it from another. */
async function idOf({ query, text }: ReceivedWebhook): Promise<string> {
  const parameters = new URLSearchParams(query);
  parameters.delete('token');
  const hash = await crypto.subtle.digest('SHA-256', utf8(`${parameters}\n${text}`) as BufferSource);
  return encodeHex(new Uint8Array(hash));
}

function fieldsOf({ query, text }: ReceivedWebhook): Record<string, string> {
  const entries = text.trim() === '' ? [...query] : Object.entries(parseObject(text));
  const fields = entries.flatMap(([name, value]) =>
    typeof value === 'string' && name !== 'token' ? [[name.toLowerCase(), value] as const] : [],
  );
  return Object.fromEntries(fields);
}

function parseObject(text: string): object {
  try {
    const parsed: unknown = JSON.parse(text);
    if (typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed)) return parsed;
  } catch {}
  throw new ResponseFormatError({
    message: 'The webhook of elasticemail is genuine, but its body is not a JSON object.',
    provider: 'elasticemail',
  });
}
