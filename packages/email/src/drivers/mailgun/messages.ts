import { NotFoundError } from '@org/core';
import { defineRequest } from '@org/core/driver';
import {
  cannotCarry,
  type DeliveryEvent,
  isWithin,
  type Page,
  readJson,
  readWebhookItems,
} from '../../driver.ts';
import type { EventFilter, SentMessage } from '../../resources.ts';
import * as z from '../../wire/schema.ts';
import { classifyMailgunFailure } from './errors.ts';
import { eventFilters, readEvent } from './events.ts';
import { cursorOf, pageRequest, wirePaging } from './paging.ts';

const wirePage = z.object({ items: z.array(z.looseObject({})), paging: wirePaging() });

/** An item that is not understood is an event of the type `unknown`, as in a webhook. */
const eventsIn = (items: readonly unknown[]) =>
  readWebhookItems(items, { provider: 'mailgun', read: readEvent });

function queryOf({ messageId, recipient, type, from, to, pageSize = 100 }: EventFilter) {
  const filter = type === undefined ? {} : eventFilters.get(type);
  if (filter === undefined)
    throw cannotCarry('mailgun', 'type', `cannot be '${type}': Mailgun reports no such event`);
  return {
    ...filter,
    'message-id': messageId,
    recipient,
    // Without a start, Mailgun goes from the end into the past.
    begin: (from ?? to) && seconds((from ?? to) as Date),
    end: from && to && seconds(to),
    ascending: from === undefined ? 'no' : 'yes',
    limit: Math.min(pageSize, 300),
  };
}

const seconds = (date: Date) => date.getTime() / 1_000;

function messageOf(id: string, events: DeliveryEvent[]): SentMessage {
  events.sort((one, other) => one.timestamp.getTime() - other.timestamp.getTime());
  const recipients = new Set(events.flatMap(({ recipient }) => recipient ?? []));
  const latest = (recipient: string) => events.findLast((event) => event.recipient === recipient)?.type;
  return {
    id,
    status: events.at(-1)?.type ?? 'unknown',
    recipients: [...recipients].map((recipient) => ({ recipient, status: latest(recipient) ?? 'unknown' })),
    events,
  };
}

export const messageOperations = (domain: string) => {
  const events = { path: '/v3/{domain}/events', params: { domain } };
  return {
    'message.get': defineRequest<string, SentMessage>({
      safety: 'read',
      encode: (id) => {
        const query = { 'message-id': id.replace(/^<|>$/g, ''), limit: 300 };
        return { method: 'GET', ...events, query };
      },
      classify: (response, context) => {
        const failure = classifyMailgunFailure(response, context);
        if (failure !== undefined || readJson(wirePage, response.json())?.items.length !== 0) return failure;
        const message = 'Mailgun has no event of a message with this id, or none yet.';
        return { type: NotFoundError, message, outcome: 'not-sent', replay: 'never' };
      },
      decode: async (response, id) =>
        messageOf(id, [...(await eventsIn(wirePage.parse(response.json()).items))]),
    }),
    'message.events': defineRequest<EventFilter, Page<DeliveryEvent>>({
      safety: 'read',
      encode: (filter) => pageRequest(events, filter.cursor, queryOf(filter)),
      decode: async (response, filter) => {
        const { items, paging } = wirePage.parse(response.json());
        return {
          items: (await eventsIn(items)).filter(
            ({ type, timestamp }) => (filter.type ?? type) === type && isWithin(timestamp, filter),
          ),
          nextCursor: cursorOf(paging, 'events', items.length),
        };
      },
    }),
  };
};
