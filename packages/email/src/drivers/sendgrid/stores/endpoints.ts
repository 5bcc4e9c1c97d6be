import { Secret } from '@org/core';
import { defineRequest, textAt } from '@org/core/driver';
import {
  cannotCarry,
  type DeliveryEventType,
  deleteItem,
  itemRequest,
  jsonSchema,
  type Page,
  refuseFields,
} from '../../../driver.ts';
import type { WebhookEndpoint, WebhookEndpointInput } from '../../../resources.ts';
import * as z from '../../../wire/schema.ts';
import { hasId, isGone } from '../wire.ts';

/** SendGrid's switches, and the events of ours that each stands for. */
const switches: Readonly<Record<string, readonly DeliveryEventType[]>> = {
  processed: ['queued'],
  delivered: ['delivered'],
  deferred: ['deferred'],
  bounce: ['bounced'],
  dropped: ['rejected', 'suppressed'],
  open: ['opened'],
  click: ['clicked'],
  spam_report: ['complained'],
  unsubscribe: ['unsubscribed'],
  group_unsubscribe: ['unsubscribed'],
  group_resubscribe: ['subscribed'],
};

const wireEndpoint = z.looseObject({
  id: z.string(),
  url: z.string(),
  enabled: z.nullish(z.boolean()),
  friendly_name: z.optionalText(),
  public_key: z.optionalText(),
});
const wireEndpoints = z.object({ webhooks: z.nullable(z.array(wireEndpoint)) });

function mapEndpoint(wire: z.infer<typeof wireEndpoint>): WebhookEndpoint {
  const { id, url, enabled, friendly_name, public_key } = wire;
  const events = Object.entries(switches).flatMap(([name, types]) => (wire[name] === true ? types : []));
  return {
    id,
    url,
    events: [...new Set(events)],
    name: friendly_name || undefined,
    enabled: enabled ?? undefined,
    secret: public_key ? new Secret(public_key) : undefined,
  };
}

function encodeSwitches(events: readonly DeliveryEventType[]): Record<string, boolean> {
  const known = Object.values(switches).flat();
  const unknown = events.findIndex((event) => !known.includes(event));
  if (unknown !== -1) throw cannotCarry('sendgrid', `events[${unknown}]`, 'is not an event of SendGrid');
  const entries = Object.entries(switches).map(
    ([name, types]) => [name, types.some((type) => events.includes(type))] as const,
  );
  return Object.fromEntries(entries);
}

const base = '/v3/user/webhooks/event/settings';

export const endpointOperations = {
  'webhook.add': defineRequest({
    safety: 'unsafe',
    encode: (input: WebhookEndpointInput) => {
      refuseFields('sendgrid', input, ['providerOptions']);
      const { url, events, name } = input;
      const json = { url, enabled: true, friendly_name: name, ...encodeSwitches(events) };
      return { method: 'POST', path: base, json };
    },
    decode: jsonSchema(wireEndpoint, mapEndpoint),
    isAccepted: hasId,
  }),
  'webhook.signRequests': defineRequest({
    safety: 'idempotent',
    encode: (id: string) => itemRequest('PATCH', `${base}/signed/{id}`, id, { enabled: true }),
    decode: (response) => new Secret(textAt(response.json(), 'public_key') ?? ''),
    isAccepted: (response) => (textAt(response.json(), 'public_key') ?? '') !== '',
  }),
  'webhook.list': defineRequest({
    safety: 'read',
    encode: (_filter: object) => ({ method: 'GET', path: `${base}/all` }),
    decode: jsonSchema(
      wireEndpoints,
      ({ webhooks }): Page<WebhookEndpoint> => ({ items: (webhooks ?? []).map(mapEndpoint) }),
    ),
  }),
  'webhook.delete': deleteItem(`${base}/{id}`, isGone),
};
