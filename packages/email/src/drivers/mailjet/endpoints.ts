import { defineRequest } from '@org/core/driver';
import { type DeliveryEventType, deleteItem, subscriptionNames } from '../../driver.ts';
import type { ListFilter, WebhookEndpoint } from '../../resources.ts';
import * as z from '../../wire/schema.ts';
import { eventTypes } from './events.ts';
import { getPage, oneOfWire, pageOfWire, provesDelete, provesWrite, provider, wireId } from './wire.ts';

const wireCallback = z.object({ ID: wireId(), EventType: z.string(), Url: z.string() });

export interface Callback {
  readonly id: string;
  readonly event: string;
  readonly url: string;
}

function mapCallback({ ID, EventType, Url }: z.infer<typeof wireCallback>): Callback {
  return { id: `${ID}`, event: EventType, url: Url };
}

/** One event of Mailjet may be one of two here. */
const further: ReadonlyMap<string, DeliveryEventType> = new Map([
  ['bounce', 'deferred'],
  ['blocked', 'suppressed'],
]);

const types = [...further, ...eventTypes];

/** @throws UnsupportedError for an event that Mailjet does not have */
export const namesOf = (events: readonly DeliveryEventType[]) =>
  subscriptionNames(provider, events, (event) => types.find(([, type]) => type === event)?.[0]);

/** Callbacks of the same address, as one webhook; its id is made of theirs. */
export function toEndpoints(callbacks: readonly Callback[]): WebhookEndpoint[] {
  const urls = [...new Set(callbacks.map(({ url }) => url))];
  return urls.map((url) => {
    const own = callbacks.filter((callback) => callback.url === url);
    return {
      id: own.map(({ id }) => id).join(','),
      url,
      events: own.flatMap(({ event }) => [eventTypes.get(event) ?? [], further.get(event) ?? []].flat()),
    };
  });
}

export const endpointOperations = {
  'webhook.createCallback': defineRequest({
    safety: 'unsafe',
    encode: ({ event, url }: { readonly event: string; readonly url: string }) => ({
      method: 'POST',
      path: '/v3/REST/eventcallbackurl',
      // Version 2 sends the events of a second together.
      json: { EventType: event, Url: url, Version: 2 },
    }),
    decode: oneOfWire(wireCallback, mapCallback),
    isAccepted: provesWrite,
  }),
  'webhook.callbackPage': defineRequest({
    safety: 'read',
    encode: (filter: ListFilter) => getPage('eventcallbackurl', filter),
    decode: pageOfWire(wireCallback, mapCallback),
  }),
  'webhook.deleteCallback': deleteItem('/v3/REST/eventcallbackurl/{id}', provesDelete),
};
