import { ResponseFormatError } from '@org/core';
import { WebhookReplayedError, WebhookRunningError, WebhookSignatureError } from '@org/core/webhooks';
import type { RealtimeServerClient } from '../client.ts';
import type { Webhook, WebhookEvent } from '../webhooks/webhook-model.ts';
import type { WebhookHandlerOptions } from './options.ts';
import { failed, jsonResponse, refusal, report, requireWebRequest } from './responses.ts';

const retryAfterSeconds = '5';

/** Verifies a webhook and calls the application's functions. */
export async function answerWebhook(
  server: RealtimeServerClient,
  options: WebhookHandlerOptions,
  request: Request,
): Promise<Response> {
  try {
    requireWebRequest(request);
    if (request.method !== 'POST') return refusal(405, 'Send a POST request.');
    const webhook = await server.webhooks.parse(request);
    await deliver(server, options, webhook);
    return jsonResponse(200, {});
  } catch (error) {
    if (WebhookReplayedError.isInstance(error)) return jsonResponse(200, {});
    if (WebhookRunningError.isInstance(error))
      return jsonResponse(503, { error: error.message }, { 'retry-after': retryAfterSeconds });
    if (WebhookSignatureError.isInstance(error)) return refusal(401, error.message);
    if (ResponseFormatError.isInstance(error)) return refusal(400, error.message);
    return failed(options.onError, error);
  }
}

async function deliver(
  server: RealtimeServerClient,
  { on, onError }: WebhookHandlerOptions,
  webhook: Webhook,
): Promise<void> {
  try {
    for (const event of webhook.events) {
      const listener = on[event.type] as ((event: WebhookEvent, webhook: Webhook) => unknown) | undefined;
      await listener?.(event, webhook);
    }
  } catch (error) {
    await server.webhooks.release(webhook).catch((failure: unknown) => report(onError, failure));
    throw error;
  }
  // The functions ran: another delivery would run them again.
  await server.webhooks.settle(webhook).catch((failure: unknown) => report(onError, failure));
}
