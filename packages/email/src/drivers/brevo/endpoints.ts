import { defineRequest } from '@org/core/driver';
import { deleteItem, jsonSchema, type Page, refuseFields, subscriptionNames } from '../../driver.ts';
import type { ListFilter, WebhookEndpoint, WebhookEndpointInput } from '../../resources.ts';
import * as z from '../../wire/schema.ts';
import { subscriptionsOf, typesOfSubscriptions } from './event-types.ts';
import { createdId, provesCreated, provesDone } from './wire.ts';

const wireWebhooks = z.object({
  webhooks: z.array(
    z.object({
      id: z.number(),
      url: z.string(),
      events: z.array(z.string()),
      description: z.optionalText(),
    }),
  ),
});

export const endpointOperations = {
  'webhook.create': defineRequest({
    safety: 'unsafe',
    encode: (input: WebhookEndpointInput) => {
      refuseFields('brevo', input, ['providerOptions']);
      const { url, events, name } = input;
      const names = subscriptionNames('brevo', events, subscriptionsOf);
      const json = { url, description: name, events: names, type: 'transactional' };
      return { method: 'POST', path: '/webhooks', json };
    },
    isAccepted: provesCreated,
    decode: (response, { url, events, name }): WebhookEndpoint => ({
      id: createdId(response),
      url,
      events,
      name,
    }),
  }),
  // One response has all of them: an account has at most 40.
  'webhook.list': defineRequest({
    safety: 'read',
    encode: (_filter: ListFilter) => ({ method: 'GET', path: '/webhooks', query: { type: 'transactional' } }),
    decode: jsonSchema(
      wireWebhooks,
      ({ webhooks }): Page<WebhookEndpoint> => ({
        items: webhooks.map(({ id, url, events, description }) => ({
          id: `${id}`,
          url,
          events: typesOfSubscriptions(events),
          name: description || undefined,
        })),
      }),
    ),
  }),
  'webhook.delete': deleteItem('/webhooks/{id}', provesDone),
};
