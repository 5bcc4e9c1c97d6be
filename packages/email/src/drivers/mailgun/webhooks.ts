import { ResponseFormatError } from '@org/core';
import { parseIsoInstant, textAt } from '@org/core/driver';
import { checkTimestamp, hmacSha256Hex, utf8, verifyHmac } from '@org/core/webhooks';
import {
  type DeliveryEvent,
  ownValue,
  type ReceivedWebhook,
  readExactJson,
  type Verdict,
  type VerifyContext,
  type WebhookScheme,
} from '../../driver.ts';
import { readEvent } from './events.ts';

/**
 * documentation.mailgun.com, "Securing webhooks": HMAC-SHA256 of timestamp and token. The signature does not
 * cover the event itself.
 */
export const webhookScheme: WebhookScheme = {
  verify,
  read({ text }) {
    const json = readExactJson(text);
    const data = ownValue(json, 'event-data');
    if (typeof data !== 'object' || data === null)
      throw new ResponseFormatError({ message: 'The webhook is not in the form of Mailgun: no event-data.' });
    return [readEvent(data) ?? unknownEvent(data, textAt(json, 'signature', 'timestamp'))];
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

async function verify(
  { text }: ReceivedWebhook,
  { secrets, nowMs, toleranceMs }: VerifyContext,
): Promise<Verdict> {
  const signed = ownValue(readExactJson(text), 'signature');
  const [timestamp, token] = [textOf(ownValue(signed, 'timestamp')), textOf(ownValue(signed, 'token'))];
  const signature = textOf(ownValue(signed, 'signature'));
  if (!/^\d{1,12}$/.test(timestamp) || token === '' || signature === '')
    return { genuine: false, problem: 'its body has no signature.' };
  const bytes = utf8(timestamp + token);
  if (!(await verifyHmac({ secrets, bytes, signature, encoding: 'hex' })))
    return { genuine: false, problem: 'its signature is not valid.' };
  if (!checkTimestamp({ timestampMs: Number(timestamp) * 1_000, nowMs, toleranceMs }))
    return { genuine: false, problem: 'its timestamp is not recent.', stale: true };
  // Timestamp and token share no boundary: only both together identify a webhook.
  return { genuine: true, id: `${timestamp}${token}` };
}

/** Older webhooks have the timestamp as a number. */
function textOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

function unknownEvent(raw: object, seconds = ''): DeliveryEvent {
  const timestamp = new Date(parseIsoInstant(seconds) ?? Number(seconds) * 1_000);
  return { type: 'unknown', id: textAt(raw, 'id') ?? seconds, provider: 'mailgun', timestamp, raw };
}
