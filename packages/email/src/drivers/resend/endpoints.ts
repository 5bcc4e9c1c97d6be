import { Secret } from '@org/core';
import { defineRequest, textAt } from '@org/core/driver';
import {
  type DeliveryEventType,
  deleteItem,
  jsonSchema,
  refuseFields,
  subscriptionNames,
} from '../../driver.ts';
import type { ListFilter, WebhookEndpoint, WebhookEndpointInput } from '../../resources.ts';
import * as z from '../../wire/schema.ts';
import { eventTypes } from './events.ts';
import { getPage, idOf, listOfWire, provesDelete, provesWrite, provider, toPage } from './wire.ts';

const namesOf = (events: readonly DeliveryEventType[]) =>
  subscriptionNames(provider, events, (event) => [...eventTypes].find(([, type]) => type === event)?.[0]);

function typesOf(names: readonly string[]): DeliveryEventType[] {
  return names.flatMap((name) => {
    const type = eventTypes.get(name);
    return type === undefined ? [] : [type];
  });
}

const wireEndpoint = z.object({
  id: z.string(),
  endpoint: z.string(),
  events: z.nullish(z.array(z.string())),
  status: z.optionalText(),
});

function mapEndpoint(wire: z.infer<typeof wireEndpoint>): WebhookEndpoint {
  return {
    id: wire.id,
    url: wire.endpoint,
    events: typesOf(wire.events ?? []),
    ...(wire.status == null ? {} : { enabled: wire.status === 'enabled' }),
  };
}

export const endpointOperations = {
  'webhook.create': defineRequest({
    safety: 'unsafe',
    // Resend's webhooks have no names.
    encode: (input: WebhookEndpointInput) => {
      refuseFields('resend', input, ['name', 'providerOptions']);
      const json = { endpoint: input.url, events: namesOf(input.events) };
      return { method: 'POST', path: '/webhooks', json };
    },
    decode: (response, { url, events }): WebhookEndpoint => {
      const secret = textAt(response.json(), 'signing_secret');
      return {
        id: idOf(response) ?? '',
        url,
        events: typesOf(namesOf(events)),
        enabled: true,
        ...(secret === undefined ? {} : { secret: new Secret(secret) }),
      };
    },
    isAccepted: provesWrite,
  }),
  'webhook.list': defineRequest({
    safety: 'read',
    encode: (filter: ListFilter) => getPage('/webhooks', filter),
    decode: jsonSchema(listOfWire(wireEndpoint), (wire) => toPage(wire, mapEndpoint)),
  }),
  'webhook.delete': deleteItem('/webhooks/{id}', provesDelete),
};
