import { textAt } from '@org/core/driver';
import {
  type DeliveryEvent,
  fromHeaderDate,
  namedEvent,
  ownValue,
  readExactJson,
  readJson,
  readWebhookBody,
  readWebhookItems,
  signWithToken,
  verifySharedSecret,
  type WebhookScheme,
} from '../../driver.ts';
import * as z from '../../wire/schema.ts';
import { bounceOf, isMachine, typeOf } from './event-types.ts';
import { withoutBrackets } from './receipt.ts';

/** developers.brevo.com, "Transactional webhooks", "Batched webhooks", "Secure webhook calls". */
export const webhookScheme: WebhookScheme = {
  verify: verifySharedSecret,
  read({ text }) {
    const body = readWebhookBody(text);
    // Mails that arrived are in a list ("Inbound parsing webhooks").
    const inbound = ownValue(body, 'items');
    return Array.isArray(inbound)
      ? readWebhookItems(inbound, { provider: 'brevo', read: toInbound })
      : readWebhookItems(body, { provider: 'brevo', read: toEvent });
  },
  sign: signWithToken,
};

async function toEvent(wire: unknown): Promise<DeliveryEvent> {
  const text = (name: string) => textAt(wire, name) || undefined;
  const [name = '', url, messageId, reason] = ['event', 'link', 'message-id', 'reason'].map(text);
  return namedEvent(`${name} ${url ?? ''}`, {
    provider: 'brevo',
    type: typeOf(name, reason),
    messageId: messageId && withoutBrackets(messageId),
    recipient: text('email'),
    timestamp: timeOf(wire),
    bounce: bounceOf(name, reason),
    url,
    userAgent: text('user_agent'),
    machineOpen: isMachine(name) || undefined,
    // A text, a list, or the JSON of a list.
    tags: ownValue(wire, 'tags') ?? ownValue(wire, 'tag'),
    // What `metadata` of a message was, if this header is ours.
    metadata: readJson(wireMetadata, readExactJson(textAt(wire, 'X-Mailin-custom') ?? '')),
    raw: wire,
  });
}

const wireMetadata = z.record(z.string(), z.string());

/**
 * `ts` is in the time zone of the account: better than no time. `s_epoch` is in the samples of `proxy_open`.
 */
function timeOf(wire: unknown): Date {
  const times = ['ts_epoch', 'ts_event', 'ts', 's_epoch'].map((name) => ownValue(wire, name));
  const time = times.find((each): each is number => typeof each === 'number') ?? 0;
  // `ts_epoch` is in milliseconds, and has been seen in seconds.
  return new Date(time < 100_000_000_000 ? time * 1_000 : time);
}

async function toInbound(wire: unknown): Promise<DeliveryEvent | undefined> {
  const messageId = textAt(wire, 'MessageId');
  if (messageId === undefined) return undefined;
  return namedEvent('inbound', {
    provider: 'brevo',
    type: 'inbound',
    messageId: withoutBrackets(messageId),
    recipient: recipientOf(wire),
    timestamp: fromHeaderDate(textAt(wire, 'SentAtDate')) ?? new Date(0),
    raw: wire,
  });
}

/** Of several recipients, the event does not say whose it is. */
function recipientOf(wire: unknown): string | undefined {
  const recipients = ownValue(wire, 'Recipients') ?? ownValue(wire, 'To');
  const [first, second]: readonly unknown[] = Array.isArray(recipients) ? recipients : [];
  if (second !== undefined) return undefined;
  return typeof first === 'string' ? first : textAt(first, 'Address');
}
