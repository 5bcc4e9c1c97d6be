import {
  readWebhookBody,
  readWebhookItems,
  signWithToken,
  verifySharedSecret,
  type WebhookScheme,
} from '../../driver.ts';
import { readEvent } from './events.ts';
import { provider } from './wire.ts';

/**
 * Mailjet signs nothing: "a secure (HTTPS) URL in combination with a basic authentication". The body is one
 * event, or a group of them (version 2 of the callback).
 */
export const webhookScheme: WebhookScheme = {
  verify: verifySharedSecret,
  read: ({ text }) => readWebhookItems(readWebhookBody(text), { provider, read: readEvent }),
  sign: signWithToken,
};
