import { type DoorContext, dateOf, ok, resource, textOf, textsOf, webhooksOf } from '../../kit.ts';
import { requireFields, resendConventions } from './wire.ts';

export function webhookRoutes({ store, webhookSecret }: DoorContext) {
  return resource(resendConventions, '/webhooks', webhooksOf(store, 'resend'), {
    name: 'webhook',
    view: ({ id, url: endpoint, events, own, createdAt }) => {
      const { status = 'enabled', told = events } = own;
      return { id, endpoint, events: told, status, created_at: dateOf(createdAt) };
    },
    read: (given, old) => {
      const body = old === undefined ? requireFields(given, 'endpoint', 'events') : given;
      const told = body['events'] ?? old?.own['told'] ?? old?.events;
      const status = textOf(body['status']) ?? old?.own['status'] ?? 'enabled';
      // A list without a name of the service gets nothing.
      const events = status === 'disabled' ? ['none'] : textsOf(told);
      return {
        service: 'resend',
        url: textOf(body['endpoint']) ?? old?.url ?? '',
        events,
        own: { told, status },
      };
    },
    added: ({ row: { id } }) => ok({ object: 'webhook', id, signing_secret: webhookSecret }, 201),
    shown: ({ view }) => ok({ object: 'webhook', ...view, signing_secret: webhookSecret }),
  });
}
