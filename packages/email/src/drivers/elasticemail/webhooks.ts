import {
  type ReceivedWebhook,
  readWebhookBody,
  readWebhookItems,
  signWithToken,
  verifySharedSecret,
  type WebhookScheme,
} from '../../driver.ts';
import { provider, readWebhookEvent } from './events.ts';

/**
 * Notifications of Elastic Email: a GET with parameters, or a POST with a form or a flat JSON object. How
 * its signature is made is not published, so a secret in the URL proves where they come from.
 */
export const webhookScheme: WebhookScheme = {
  verify: verifySharedSecret,
  read: (webhook) => readWebhookItems(bodyOf(webhook), { provider, read: readWebhookEvent }),
  sign: signWithToken,
};

/** The parameters of a GET, the fields of a form, or JSON. */
function bodyOf({ query, text, header }: ReceivedWebhook): unknown {
  const isForm = /^application\/x-www-form-urlencoded\b/i.test(header('content-type') ?? '');
  if (text.trim() !== '' && !isForm) return readWebhookBody(text);
  const fields = text.trim() === '' ? query : new URLSearchParams(text);
  return Object.fromEntries([...fields].filter(([name]) => name !== 'token'));
}
