import { createLoader } from '../load-part.ts';
import type { WebhookSettings } from './webhook-options.ts';

/** Loads the code of webhooks with the first one. */
export function createWebhookLoader(settings: WebhookSettings) {
  return createLoader(async () => (await import('./receive-webhook.ts')).createReceiver(settings));
}
