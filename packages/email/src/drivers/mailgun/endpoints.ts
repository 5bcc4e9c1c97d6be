import { defineRequest, textAt } from '@org/core/driver';
import {
  type DeliveryEventType,
  type Page,
  readJson,
  refuseFields,
  subscriptionNames,
} from '../../driver.ts';
import type { ListFilter, WebhookEndpoint, WebhookEndpointInput } from '../../resources.ts';
import * as z from '../../wire/schema.ts';

const names: ReadonlyMap<DeliveryEventType, string> = new Map([
  ['queued', 'accepted'],
  ['delivered', 'delivered'],
  ['deferred', 'temporary_fail'],
  ['bounced', 'permanent_fail'],
  ['suppressed', 'permanent_fail'],
  ['complained', 'complained'],
  ['opened', 'opened'],
  ['clicked', 'clicked'],
  ['unsubscribed', 'unsubscribed'],
]);

const wireUrls = z.nullish(z.object({ url: z.optional(z.string()), urls: z.optional(z.array(z.string())) }));
const wireBody = z.object({ webhooks: z.record(z.string(), wireUrls) });

/** Mailgun has up to three URLs for each event; here a webhook is a URL with its events. */
function endpointsIn(json: unknown): WebhookEndpoint[] {
  const { webhooks } = wireBody.parse(json);
  const events = new Map<string, DeliveryEventType[]>();
  for (const [event, name] of names) {
    const { url, urls = url === undefined ? [] : [url] } = webhooks[name] ?? {};
    for (const each of urls) events.set(each, [...(events.get(each) ?? []), event]);
  }
  return [...events].map(([url, own]) => ({ id: url, url, events: own }));
}

/** documentation.mailgun.com, Webhooks: the fourth version takes one URL for several events. */
export const endpointOperations = (domain: string) => {
  const webhooks = { path: '/v4/domains/{domain}/webhooks', params: { domain } };
  return {
    'webhook.create': defineRequest<WebhookEndpointInput, WebhookEndpoint>({
      safety: 'idempotent',
      limitGroup: 'webhooks',
      encode: (input) => {
        refuseFields('mailgun', input, ['name', 'providerOptions']);
        const { url, events } = input;
        const form = { url, event_types: subscriptionNames('mailgun', events, (event) => names.get(event)) };
        return { method: 'POST', ...webhooks, form };
      },
      isAccepted: (response) => readJson(wireBody, response.json()) !== undefined,
      decode: (response, { url, events }) =>
        endpointsIn(response.json()).find((endpoint) => endpoint.url === url) ?? { id: url, url, events },
    }),
    'webhook.list': defineRequest<ListFilter, Page<WebhookEndpoint>>({
      safety: 'read',
      limitGroup: 'webhooks',
      encode: () => ({ method: 'GET', ...webhooks, path: '/v3/domains/{domain}/webhooks' }),
      decode: (response) => ({ items: endpointsIn(response.json()) }),
    }),
    'webhook.delete': defineRequest<string, undefined>({
      safety: 'idempotent',
      limitGroup: 'webhooks',
      encode: (url) => ({ method: 'DELETE', ...webhooks, query: { url } }),
      // The webhooks that are left, or words of the third version about the deleted one.
      isAccepted: (response) =>
        readJson(wireBody, response.json()) !== undefined ||
        /\bwebhook\b/i.test(textAt(response.json(), 'message') ?? ''),
    }),
  };
};
