// The webhooks of a driver, as packages/email/docs/own-driver-parts.md describes them.
import { textAt } from '@org/core/driver';
import { checkTimestamp, concatBytes, signHmac, verifyHmac } from '@org/core/webhooks';
import type { DeliveryEvent, DeliveryEventType } from '@org/email';
import {
  emailWebhooks,
  readWebhookBody,
  readWebhookItems,
  toDate,
  type WebhookScheme,
} from '@org/email/driver';

// acme-signature: HMAC-SHA256 of '<acme-timestamp>.<body>', in hex.
export const webhookScheme: WebhookScheme = {
  async verify({ header, bytes }, { secrets, nowMs, toleranceMs }) {
    const seconds = header('acme-timestamp') ?? '';
    const signed = concatBytes(`${seconds}.`, bytes);
    const signature = header('acme-signature');
    if (!(await verifyHmac({ secrets, bytes: signed, signature, encoding: 'hex' })))
      return { genuine: false, problem: 'its signature does not match `webhookSecret`.' };
    if (checkTimestamp({ timestampMs: Number(seconds) * 1000, nowMs, toleranceMs })) return { genuine: true };
    return { genuine: false, problem: 'its signature is not recent.', stale: true };
  },
  read: ({ text }) => readWebhookItems(readWebhookBody(text), { provider: 'acme', read: readEvent }),
  async sign(body, { secret, nowMs }) {
    const seconds = `${Math.floor(nowMs / 1000)}`;
    const bytes = concatBytes(`${seconds}.`, body);
    const signature = await signHmac({ secret, bytes, encoding: 'hex' });
    return { headers: { 'acme-timestamp': seconds, 'acme-signature': signature } };
  },
};

const types: ReadonlyMap<string, DeliveryEventType> = new Map([
  ['delivered', 'delivered'],
  ['hard_bounce', 'bounced'],
  ['spam', 'complained'],
]);

/** One item. What has another form is `undefined`, and so an event of the type `unknown`. */
function readEvent(item: unknown): DeliveryEvent | undefined {
  const name = textAt(item, 'event') ?? '';
  const type = types.get(name);
  const id = textAt(item, 'id');
  const timestamp = toDate(textAt(item, 'at'));
  if (type === undefined || id === undefined || timestamp === undefined) return undefined;
  const bounce = { class: 'hard', diagnostic: textAt(item, 'reason') } as const;
  return {
    type,
    id,
    provider: 'acme',
    messageId: textAt(item, 'mail'),
    recipient: textAt(item, 'to'),
    timestamp,
    ...(type === 'bounced' ? { bounce } : {}),
    raw: item,
  };
}

// The second argument of defineEmailDriver() is { webhooks }. The secret is `webhookSecret` of the driver's
// options, else ACME_WEBHOOK_SECRET and ACME_WEBHOOK_SECRET_PREVIOUS, loaded with the first webhook.
export const webhooksOf = (options: { webhookSecret?: string }) =>
  emailWebhooks('ACME_WEBHOOK_SECRET', options, async () => ({ webhookScheme }));
