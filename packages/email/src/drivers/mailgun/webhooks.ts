import { hmacSha256Hex, utf8 } from '@org/core/webhooks';
import {
  ownValue,
  readExactJson,
  readShortFields,
  readUnverifiedJson,
  readWebhookBody,
  readWebhookItems,
  type WebhookScheme,
} from '../../driver.ts';
import { readEvent } from './events.ts';
import { readForm, readFormEvent } from './posts/forms.ts';
import { textOf, verifySigned } from './posts/signature.ts';

/**
 * documentation.mailgun.com, "Securing webhooks": HMAC-SHA256 of timestamp and token. The signature does not
 * cover the event itself.
 */
export const webhookScheme: WebhookScheme = {
  // help.mailgun.com, "Webhooks": seven repetitions in 8 h 5 min, all with the first signature.
  repeatsForMs: 9 * 3_600_000,
  // The same page: any other refusal is repeated.
  refusalStatus: 406,
  async verify(webhook, context) {
    const form = await readShortFields(webhook);
    return verifySigned(form ?? ownValue(readUnverifiedJson(webhook.text), 'signature'), context);
  },
  async read(webhook) {
    const form = await readForm(webhook);
    if (form !== undefined) {
      const at = new Date(Number(form['timestamp']) * 1_000);
      return readWebhookItems(form, { provider: 'mailgun', at, read: () => readFormEvent(form, at) });
    }
    const body = readWebhookBody(webhook.text);
    const seconds = Number(textOf(ownValue(ownValue(body, 'signature'), 'timestamp')));
    const item = ownValue(body, 'event-data');
    const at = new Date(seconds * 1_000);
    const read = (event: unknown) => readEvent(event, at);
    return readWebhookItems(item === undefined ? body : item, { provider: 'mailgun', at, read });
  },
  async sign(body, { secret, nowMs }) {
    const timestamp = String(Math.floor(nowMs / 1_000));
    const token = (await hmacSha256Hex(secret, utf8(`${timestamp}${body}`))).padEnd(50, '0').substring(14);
    const signature = await hmacSha256Hex(secret, utf8(timestamp + token));
    const given = readExactJson(body);
    const data = ownValue(given, 'event-data') ?? given;
    return {
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ signature: { timestamp, token, signature }, 'event-data': data }),
    };
  },
};
