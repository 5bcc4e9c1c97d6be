import { textAt } from '@org/core/driver';
import { signHmac, utf8, verifyHmac } from '@org/core/webhooks';
import {
  type DeliveryEvent,
  type DeliveryEventType,
  eventOf,
  lookUp,
  ownValue,
  quotableWords,
  readWebhookItems,
  smtpReplyIn,
  type WebhookScheme,
} from '../../driver.ts';
import { itemsOf } from './items.ts';

const provider = 'mailtrap';

/** docs.mailtrap.io, "Webhooks": HMAC-SHA256 of the body, without a time. The event's id tells repeats. */
export const webhookScheme: WebhookScheme = {
  async verify({ header, bytes }, { secrets }) {
    const signature = header('mailtrap-signature');
    if (await verifyHmac({ secrets, bytes, signature, encoding: 'hex' })) return { genuine: true };
    const problem =
      signature === undefined ? 'it has no header `Mailtrap-Signature`.' : 'its signature is wrong.';
    return { genuine: false, problem };
  },
  read: ({ text }) => readWebhookItems(itemsOf(text), { provider, read }),
  async sign(body, { secret }) {
    return {
      headers: { 'mailtrap-signature': await signHmac({ secret, bytes: utf8(body), encoding: 'hex' }) },
    };
  },
};

const types: Readonly<Record<string, DeliveryEventType>> = {
  delivery: 'delivered',
  open: 'opened',
  click: 'clicked',
  unsubscribe: 'unsubscribed',
  spam: 'complained',
  'soft bounce': 'deferred', // "will be retried"
  bounce: 'bounced',
  suspension: 'failed',
  reject: 'rejected',
  'inbound.message_received': 'inbound',
};

function read(wire: unknown): DeliveryEvent | undefined {
  const [name, id] = [textAt(wire, 'event'), textAt(wire, 'event_id')];
  if (name === undefined || id === undefined) return undefined;
  const time = ownValue(wire, 'timestamp');
  // Of mail that arrived, in milliseconds.
  const unit = name.startsWith('inbound.') ? 1 : 1_000;
  return eventOf(id, {
    provider,
    type: lookUp(types, name) ?? 'unknown',
    messageId: textAt(wire, 'message_id'),
    recipient: textAt(wire, 'email'),
    timestamp: new Date(typeof time === 'number' ? time * unit : 0),
    bounce: bounceOf(name, wire),
    url: textAt(wire, 'url'),
    ip: textAt(wire, 'ip'),
    userAgent: textAt(wire, 'user_agent'),
    tags: ownValue(wire, 'category'),
    metadata: ownValue(wire, 'custom_variables'),
    raw: wire,
  });
}

function bounceOf(name: string, wire: unknown): DeliveryEvent['bounce'] {
  const words = quotableWords(textAt(wire, 'response') ?? textAt(wire, 'reason') ?? '');
  if (name === 'bounce') return { class: 'hard', ...smtpReplyIn(words) };
  if (name === 'soft bounce') return { class: 'soft', ...smtpReplyIn(words) };
  return name === 'reject' || name === 'suspension'
    ? { class: 'undetermined', ...smtpReplyIn(words) }
    : undefined;
}
