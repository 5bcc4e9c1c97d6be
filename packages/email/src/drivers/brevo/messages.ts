import { defineRequest } from '@org/core/driver';
import {
  type DeliveryEvent,
  type DeliveryEventType,
  isWithin,
  itemRequest,
  jsonSchema,
  lookUp,
  namedEvent,
  toDate,
} from '../../driver.ts';
import type { EventFilter } from '../../resources.ts';
import * as z from '../../wire/schema.ts';
import { bounceOf, isMachine, statisticsNames, typeOf } from './event-types.ts';
import { isUuid } from './options.ts';
import { withoutBrackets } from './receipt.ts';
import { daysOf } from './suppressions.ts';
import { pageQuery, provesDone, readItems } from './wire.ts';

const wireEvent = z.looseObject({
  event: z.string(),
  email: z.string(),
  date: z.string(),
  messageId: z.optionalText(),
  reason: z.optionalText(),
  tag: z.optionalText(),
  ip: z.optionalText(),
  link: z.optionalText(),
});

async function toEvent(wire: z.infer<typeof wireEvent>): Promise<DeliveryEvent> {
  const { event: name, email, messageId, reason, ip, link } = wire;
  const timestamp = toDate(wire.date);
  if (timestamp === undefined) throw new Error('The date of an event is not an ISO 8601 instant.');
  return namedEvent(name, {
    provider: 'brevo',
    type: typeOf(name, reason ?? undefined),
    messageId: messageId ? withoutBrackets(messageId) : undefined,
    recipient: email,
    timestamp,
    bounce: bounceOf(name, reason ?? undefined),
    url: link ?? undefined,
    ip: ip ?? undefined,
    machineOpen: isMachine(name) || undefined,
    tags: wire.tag,
    raw: wire,
  });
}

/** The id as Brevo writes it: with angle brackets, unless it is of a batch. */
const toWireId = (id: string): string => (isUuid(id) || id.startsWith('<') ? id : `<${id}>`);

const scheduledStatuses: Readonly<Record<string, DeliveryEventType>> = {
  queued: 'queued',
  inProgress: 'queued',
  processed: 'sent',
  error: 'failed',
};
const wireScheduled = z.object({ scheduledAt: z.string(), createdAt: z.string(), status: z.string() });

export const messageOperations = {
  'message.events': defineRequest({
    safety: 'read',
    encode: (filter: EventFilter, { nowMs }) => ({
      method: 'GET',
      path: '/smtp/statistics/events',
      query: {
        ...pageQuery(filter, 2_500),
        ...daysOf(filter.from, filter.to, nowMs),
        messageId: filter.messageId && toWireId(filter.messageId),
        email: filter.recipient,
        event: filter.type && statisticsNames.get(filter.type),
      },
    }),
    decode: async (response, filter) => {
      const { items: events } = readItems('events', wireEvent, response);
      const { limit, offset } = pageQuery(filter, 2_500);
      const items = await Promise.all(events.map(toEvent));
      return {
        items: items.filter(
          ({ type, timestamp }) => (filter.type ?? type) === type && isWithin(timestamp, filter),
        ),
        // The response has no count.
        nextCursor: events.length < limit ? undefined : `${offset + events.length}`,
      };
    },
  }),
  'message.scheduled': defineRequest({
    safety: 'read',
    encode: (id: string) => itemRequest('GET', '/smtp/emailStatus/{id}', toWireId(id)),
    decode: jsonSchema(wireScheduled, ({ scheduledAt, createdAt, status }) => ({
      sendAt: toDate(scheduledAt),
      createdAt: toDate(createdAt),
      status: lookUp(scheduledStatuses, status) ?? ('unknown' as const),
    })),
  }),
  'message.cancel': defineRequest({
    safety: 'idempotent',
    encode: (id: string) => itemRequest('DELETE', '/smtp/email/{id}', toWireId(id)),
    isAccepted: provesDone,
  }),
};
