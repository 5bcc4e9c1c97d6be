import { textAt } from '@org/core/driver';
import {
  type DeliveryEvent,
  type EventClient,
  fromHeaderDate,
  makeEventId,
  ownValue,
  readExactJson,
  readJson,
  readWebhookBody,
  readWebhookItems,
  signWithToken,
  undefinedIfEmpty,
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
  const [name = '', link, messageId] = [text('event'), text('link'), text('message-id')];
  const reason = text('reason');
  const type = typeOf(name, reason);
  const event = {
    provider: 'brevo',
    messageId: messageId && withoutBrackets(messageId),
    recipient: text('email'),
    timestamp: timeOf(wire),
  };
  return {
    ...event,
    type,
    id: await makeEventId(event, `${name} ${link ?? ''}`),
    bounce: bounceOf(name, reason),
    click: type === 'clicked' && link ? { url: link } : undefined,
    client: clientOf(name, text('user_agent')),
    tags: tagsOf(wire),
    metadata: metadataIn(text('X-Mailin-custom')),
    raw: wire,
  };
}

/**
 * `ts` is in the time zone of the account: better than no time. `s_epoch` is in the samples of `proxy_open`.
 */
function timeOf(wire: unknown): Date {
  const times = ['ts_epoch', 'ts_event', 'ts', 's_epoch'].map((name) => ownValue(wire, name));
  const time = times.find((each): each is number => typeof each === 'number') ?? 0;
  // `ts_epoch` is in milliseconds, and has been seen in seconds.
  return new Date(time < 100_000_000_000 ? time * 1_000 : time);
}

function clientOf(name: string, userAgent: string | undefined): EventClient | undefined {
  const machine = isMachine(name) ? { machineOpen: true } : {};
  const client = userAgent ? { userAgent, ...machine } : machine;
  return Object.keys(client).length === 0 ? undefined : client;
}

/** `tag` is a text, a list, or the JSON of a list. */
function tagsOf(wire: unknown): DeliveryEvent['tags'] {
  const tags: unknown = ownValue(wire, 'tags') ?? ownValue(wire, 'tag');
  const texts = [tags].flat().filter((tag): tag is string => typeof tag === 'string' && tag !== '');
  return undefinedIfEmpty(texts.map((name) => ({ name })));
}

const wireMetadata = z.record(z.string(), z.string());

/** What `metadata` of a message was, if this header is ours. */
function metadataIn(header = ''): Readonly<Record<string, string>> | undefined {
  return readJson(wireMetadata, readExactJson(header));
}

async function toInbound(wire: unknown): Promise<DeliveryEvent | undefined> {
  const messageId = textAt(wire, 'MessageId');
  if (messageId === undefined) return undefined;
  const event = {
    provider: 'brevo',
    messageId: withoutBrackets(messageId),
    recipient: recipientOf(wire),
    timestamp: fromHeaderDate(textAt(wire, 'SentAtDate')) ?? new Date(0),
  };
  return { ...event, type: 'inbound', id: await makeEventId(event, 'inbound'), raw: wire };
}

/** Of several recipients, the event does not say whose it is. */
function recipientOf(wire: unknown): string | undefined {
  const recipients = ownValue(wire, 'Recipients') ?? ownValue(wire, 'To');
  const [first, second]: readonly unknown[] = Array.isArray(recipients) ? recipients : [];
  if (second !== undefined) return undefined;
  return typeof first === 'string' ? first : textAt(first, 'Address');
}
