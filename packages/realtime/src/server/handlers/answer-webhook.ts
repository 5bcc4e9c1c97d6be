import { answerWebhook as answer } from '@org/core/webhooks';
import type { RealtimeServerClient } from '../server-client.ts';
import type { WebhookEvent } from '../webhooks/webhook-model.ts';
import type { WebhookHandlerOptions } from './options.ts';
import { refusal, requireRequest } from './responses.ts';

/** Verifies a webhook and calls the application's functions. */
export async function answerWebhook(
  server: RealtimeServerClient,
  { on, onError }: WebhookHandlerOptions,
  request: Request,
): Promise<Response> {
  if ((request?.method ?? 'POST') !== 'POST') return refusal(405, 'Send a POST request.');
  return answer({
    async parse() {
      requireRequest(request);
      return server.webhooks.parse(request);
    },
    async handle(webhook) {
      for (const event of webhook.events) {
        const listener = on[event.type] as
          | ((event: WebhookEvent, given: typeof webhook) => unknown)
          | undefined;
        await listener?.(event, webhook);
      }
    },
    onError,
  });
}
