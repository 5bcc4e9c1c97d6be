import { defineRequest, parseIsoInstant } from '@org/core/driver';
import {
  type DeliveryEvent,
  type DeliveryEventType,
  getItem,
  namedEvent,
  nextOffset,
  offsetOf,
  type Page,
  smtpReplyIn,
} from '../../driver.ts';
import type { EventFilter, SentMessage } from '../../resources.ts';
import * as z from '../../wire/schema.ts';
import { typeOfChange } from './suppression-change.ts';

const wireEvent = z.object({
  Recipient: z.string(),
  Type: z.string(),
  ReceivedAt: z.string(),
  Details: z.nullish(
    z.object({
      Summary: z.optionalText(),
      DeliveryMessage: z.optionalText(),
      Link: z.optionalText(),
      SuppressSending: z.optional(z.unknown()),
      SuppressionReason: z.optionalText(),
      Origin: z.optionalText(),
    }),
  ),
});
const wireMessage = z.object({
  MessageID: z.string(),
  Status: z.optionalText(),
  Subject: z.optionalText(),
  ReceivedAt: z.optionalText(),
  Tag: z.optionalText(),
  Metadata: z.nullish(z.record(z.string(), z.unknown())),
  Recipients: z.nullish(z.array(z.string())),
  MessageEvents: z.array(z.looseObject({})),
});
const wireSearch = z.object({
  TotalCount: z.number(),
  Messages: z.array(z.object({ MessageID: z.string() })),
});

type WireMessage = z.infer<typeof wireMessage>;

const eventTypes: ReadonlyMap<string, DeliveryEventType> = new Map([
  ['Delivered', 'delivered'],
  ['Transient', 'deferred'],
  ['Bounced', 'bounced'],
  ['Opened', 'opened'],
  ['LinkClicked', 'clicked'],
]);

async function mapEvent(raw: unknown, { MessageID, Tag, Metadata }: WireMessage): Promise<DeliveryEvent> {
  const { Type, Recipient: recipient, ReceivedAt, Details } = wireEvent.parse(raw);
  const isChange = Type === 'SubscriptionChanged';
  const type = isChange ? typeOfChange(Details ?? {}) : (eventTypes.get(Type) ?? 'unknown');
  const isFailure = type === 'bounced' || type === 'deferred';
  const [url, words] = [Details?.Link ?? '', smtpReplyIn(Details?.Summary ?? Details?.DeliveryMessage ?? '')];
  const metadata = Object.entries(Metadata ?? {}).map(([name, value]) => [name, String(value)]);
  return namedEvent(`${Type} ${url}`, {
    provider: 'postmark',
    type,
    messageId: MessageID,
    recipient,
    timestamp: new Date(parseIsoInstant(ReceivedAt) ?? 0),
    bounce: isFailure ? { class: type === 'deferred' ? 'soft' : 'undetermined', ...words } : undefined,
    url,
    tags: Tag,
    metadata: Object.fromEntries(metadata),
    raw,
  });
}

async function mapMessage(wire: WireMessage): Promise<SentMessage> {
  const events = await Promise.all(wire.MessageEvents.map((event) => mapEvent(event, wire)));
  events.sort((one, other) => one.timestamp.getTime() - other.timestamp.getTime());
  const beforeEvents = wire.Status === 'Queued' ? 'queued' : 'sent';
  const latest = (recipient: string) =>
    events.findLast((event) => event.recipient?.toLowerCase() === recipient.toLowerCase())?.type;
  const createdAt = parseIsoInstant(wire.ReceivedAt ?? '');
  return {
    id: wire.MessageID,
    status: events.at(-1)?.type ?? beforeEvents,
    ...(wire.Subject ? { subject: wire.Subject } : {}),
    ...(createdAt === undefined ? {} : { createdAt: new Date(createdAt) }),
    recipients: (wire.Recipients ?? []).map((recipient) => ({
      recipient,
      status: latest(recipient) ?? beforeEvents,
    })),
    events,
  };
}

export const messageOperations = {
  'message.get': getItem('/messages/outbound/{id}/details', (response) =>
    mapMessage(wireMessage.parse(response.json())),
  ),
  /** One request of `message.events`. */
  'message.search': defineRequest<EventFilter, Page<string>>({
    safety: 'read',
    encode: ({ recipient, pageSize = 20, cursor }) => ({
      method: 'GET',
      path: '/messages/outbound',
      query: { count: Math.min(pageSize, 500), offset: offsetOf(cursor), recipient },
    }),
    decode: (response, { cursor }) => {
      const { TotalCount, Messages } = wireSearch.parse(response.json());
      return {
        items: Messages.map(({ MessageID }) => MessageID),
        nextCursor: nextOffset(cursor, Messages.length, { total: TotalCount }),
      };
    },
  }),
};
