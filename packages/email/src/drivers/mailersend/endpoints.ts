import { defineRequest, invalidInput } from '@org/core/driver';
import { deleteItem, readerOf, readFields, readInput, readJson, subscriptionNames } from '../../driver.ts';
import type { ListFilter, WebhookEndpoint, WebhookEndpointInput } from '../../resources.ts';
import * as z from '../../wire/schema.ts';
import { subscriptions } from './event-types.ts';
import { links, nextPage, pageQuery, provesDone, read } from './wire.ts';

const wireWebhook = z.object({
  id: z.string(),
  url: z.string(),
  events: z.array(z.string()),
  name: z.optionalText(),
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

const optionReaders = {
  version: readerOf((value): value is 1 | 2 => value === 1 || value === 2, 'must be 1 or 2'),
};

/** The form of a webhook's body; MailerSend decides without it. */
function versionOf({ providerOptions }: WebhookEndpointInput): 1 | 2 | undefined {
  const options = providerOptions?.['mailersend'];
  if (options === undefined) return undefined;
  return readInput('The webhook is not valid', (report) =>
    readFields(options, optionReaders, 'providerOptions.mailersend', report),
  ).version;
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
      encode: (input: WebhookEndpointInput) => {
        const { url, events, name = 'Webhook' } = input;
        const names = subscriptionNames('mailersend', events, (event) => subscriptions.get(event));
        const domain = { domain_id: requireDomain(), enabled: true, version: versionOf(input) };
        const json = { url, name, events: names, ...domain };
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
    'webhook.delete': deleteItem('/webhooks/{id}', provesDone),
  };
};
