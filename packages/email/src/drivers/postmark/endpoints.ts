import { defineRequest } from '@org/core/driver';
import {
  type DeliveryEventType,
  deleteItem,
  jsonSchema,
  type Page,
  readJson,
  refuseFields,
  subscriptionNames,
} from '../../driver.ts';
import type { ListFilter, WebhookEndpoint, WebhookEndpointInput } from '../../resources.ts';
import * as z from '../../wire/schema.ts';
import { errorCodeOf } from './errors.ts';

type Trigger = 'Open' | 'Click' | 'Delivery' | 'Bounce' | 'SpamComplaint' | 'SubscriptionChange';

const triggers: ReadonlyMap<DeliveryEventType, Trigger> = new Map([
  ['opened', 'Open'],
  ['clicked', 'Click'],
  ['delivered', 'Delivery'],
  ['bounced', 'Bounce'],
  ['deferred', 'Bounce'],
  ['rejected', 'Bounce'],
  ['failed', 'Bounce'],
  ['autoreplied', 'Bounce'],
  ['complained', 'SpamComplaint'],
  ['unsubscribed', 'SubscriptionChange'],
  ['subscribed', 'SubscriptionChange'],
  ['suppressed', 'SubscriptionChange'],
]);

const trigger = () => z.nullish(z.object({ Enabled: z.boolean() }));
const wireEndpoint = z.object({
  ID: z.number(),
  Url: z.string(),
  Triggers: z.object({
    Open: trigger(),
    Click: trigger(),
    Delivery: trigger(),
    Bounce: trigger(),
    SpamComplaint: trigger(),
    SubscriptionChange: trigger(),
  }),
});
const wireEndpoints = z.object({ Webhooks: z.array(wireEndpoint) });

function mapEndpoint({ ID, Url, Triggers }: z.infer<typeof wireEndpoint>): WebhookEndpoint {
  const events = [...triggers].flatMap(([event, name]) => (Triggers[name]?.Enabled ? [event] : []));
  return { id: String(ID), url: Url, events };
}

function encodeEndpoint(input: WebhookEndpointInput) {
  refuseFields('postmark', input, ['name', 'providerOptions']);
  const { url, events } = input;
  const names = subscriptionNames('postmark', events, (event) => triggers.get(event));
  const address = new URL(url);
  const { username, password } = address;
  address.username = '';
  address.password = '';
  return {
    Url: address.href,
    HttpAuth:
      username === '' && password === ''
        ? undefined
        : { Username: decodeURIComponent(username), Password: decodeURIComponent(password) },
    Triggers: Object.fromEntries(names.map((name) => [name, { Enabled: true }])),
  };
}

export const endpointOperations = {
  'webhook.create': defineRequest({
    safety: 'unsafe',
    encode: (input: WebhookEndpointInput) => ({
      method: 'POST',
      path: '/webhooks',
      json: encodeEndpoint(input),
    }),
    isAccepted: (response) => readJson(wireEndpoint, response.json()) !== undefined,
    decode: jsonSchema(wireEndpoint, mapEndpoint),
  }),
  'webhook.list': defineRequest<ListFilter, Page<WebhookEndpoint>>({
    safety: 'read',
    encode: () => ({ method: 'GET', path: '/webhooks' }),
    decode: jsonSchema(wireEndpoints, ({ Webhooks }) => ({ items: Webhooks.map(mapEndpoint) })),
  }),
  'webhook.delete': deleteItem('/webhooks/{id}', (response) => errorCodeOf(response.json()) === 0),
};
