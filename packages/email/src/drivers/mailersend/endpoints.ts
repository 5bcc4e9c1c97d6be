import { defineRequest, invalidInput } from '@org/core/driver';
import {
  cannotCarry,
  type ListFilter,
  readJson,
  type WebhookEndpoint,
  type WebhookEndpointInput,
} from '../../driver.ts';
import * as z from '../../wire/schema.ts';
import { subscriptions } from './event-types.ts';
import { links, nextPage, pageQuery, pathOf, provesDone, read } from './wire.ts';

const wireWebhook = z.object({
  id: z.string(),
  url: z.string(),
  events: z.array(z.string()),
  name: z.nullish(z.string()),
  enabled: z.nullish(z.boolean()),
});
const wireWebhooks = z.object({ data: z.array(wireWebhook), links: links });
const wireOne = z.object({ data: wireWebhook });

function toEndpoint(wire: z.infer<typeof wireWebhook>): WebhookEndpoint {
  const { id, url, events, name, enabled } = wire;
  const own = [...subscriptions].filter(([, names]) => names.some((each) => events.includes(each)));
  return {
    id,
    url,
    events: own.map(([type]) => type),
    name: name ?? undefined,
    enabled: enabled ?? undefined,
  };
}

/** Webhooks belong to a domain. */
export const endpointOperations = (domainId: string | undefined) => {
  const requireDomain = (): string => {
    if (domainId !== undefined) return domainId;
    throw invalidInput('domainId', 'is missing: give it to mailersend({ domainId })');
  };
  return {
    'webhook.create': defineRequest({
      safety: 'unsafe',
      encode: ({ url, events, name = 'Webhook' }: WebhookEndpointInput) => {
        const names = events.flatMap((type, index) => {
          const own = subscriptions.get(type);
          if (own === undefined)
            throw cannotCarry('mailersend', `events[${index}]`, `is not possible: ${type}`);
          return own;
        });
        const json = { url, name, events: names, domain_id: requireDomain(), enabled: true };
        return { method: 'POST', path: '/webhooks', json };
      },
      isAccepted: (response) => readJson(wireOne, response.json()) !== undefined,
      decode: (response) => toEndpoint(read(wireOne, response).data),
    }),
    'webhook.list': defineRequest({
      safety: 'read',
      encode: ({ pageSize, cursor }: ListFilter) => ({
        method: 'GET',
        path: '/webhooks',
        query: { domain_id: requireDomain(), ...pageQuery(pageSize, cursor) },
      }),
      decode: (response, { cursor }) => {
        const wire = read(wireWebhooks, response);
        return { items: wire.data.map(toEndpoint), nextCursor: nextPage(wire, cursor) };
      },
    }),
    'webhook.delete': defineRequest({
      safety: 'idempotent',
      encode: (id: string) => ({ method: 'DELETE', ...pathOf('/webhooks', id) }),
      isAccepted: provesDone,
    }),
  };
};
