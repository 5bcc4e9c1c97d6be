import { createLoader, withPart } from '../load-part.ts';
import type { Webhook, WebhookRequest } from './webhook-model.ts';
import type { WebhookSettings } from './webhook-options.ts';

/** @internal */
export function createWebhookParser(
  settings: WebhookSettings,
): (request: WebhookRequest) => Promise<Webhook> {
  const load = createLoader(settings.runtime, async () =>
    (await import('./receive-webhook.ts')).createReceiver(settings),
  );
  return (request) => withPart(load, (receiver) => receiver.receive(request));
}
