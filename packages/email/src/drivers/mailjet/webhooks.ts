import { ResponseFormatError } from '@org/core';
import {
  type ReceivedWebhook,
  readExactJson,
  signWithToken,
  verifySharedSecret,
  type WebhookScheme,
} from '../../driver.ts';
import { readEvent } from './events.ts';
import { provider } from './wire.ts';

/** Mailjet signs nothing: "a secure (HTTPS) URL in combination with a basic authentication". */
export const webhookScheme: WebhookScheme = { verify: verifySharedSecret, read, sign: signWithToken };

/** One event, or a group of them (version 2 of the callback). */
async function read({ text }: ReceivedWebhook) {
  const json = readExactJson(text);
  const events: readonly unknown[] = Array.isArray(json) ? json : [json];
  if (events.some((event) => typeof event !== 'object' || event === null))
    throw new ResponseFormatError({ message: 'The webhook is not in the form of Mailjet.', provider });
  return Promise.all(events.map(readEvent));
}
