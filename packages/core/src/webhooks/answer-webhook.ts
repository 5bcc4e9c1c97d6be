import { wrongOption } from '../errors/wrong-option.ts';
import { type ClaimedWebhook, webhookLeaseMs } from './claim-webhook.ts';
import { failedResponse, type HandlerErrorListener, jsonResponse, reportError } from './web-handler.ts';
import { WebhookReplayedError, WebhookRunningError, WebhookSignatureError } from './webhook-errors.ts';

const retryAfter = { 'retry-after': '5' };
const refusals = [WebhookReplayedError, WebhookRunningError, WebhookSignatureError];

/** How a webhook is read and handled. @public */
export interface WebhookAnswer<Webhook extends ClaimedWebhook> {
  /** Verifies and claims the webhook. */
  parse(): Promise<Webhook>;
  /** The application's code. */
  handle(webhook: Webhook): unknown;
  /** Receives every error behind a 500, and those of the replay store. @defaultValue `console.error` */
  readonly onError?: HandlerErrorListener;
}

/**
 * Handles a webhook, renews its claim meanwhile (for three minutes), settles or releases it, and responds.
 * 200 after `handle`, and for a webhook that was handled before; the error's own status for one that is
 * refused; 500 after any other error: the service sends the webhook again. It never rejects. @public
 *
 * @example
 * const response = await answerWebhook({
 *   parse: () => claimWebhook(store, { id, provider: 'acme', ttlMs: 86_400_000 }),
 *   handle: () => save(order),
 *   onError: console.error,
 * });
 */
export async function answerWebhook<Webhook extends ClaimedWebhook>(
  answer: WebhookAnswer<Webhook>,
): Promise<Response> {
  const { parse, handle, onError } = Object(answer) as WebhookAnswer<Webhook>;
  if (typeof parse !== 'function' || typeof handle !== 'function')
    throw wrongOption('answerWebhook() takes { parse, handle }, two functions.');
  let webhook: Webhook;
  try {
    webhook = await parse();
  } catch (error) {
    return refusalOf(error) ?? failedResponse(onError, error);
  }
  const stopRenewing = keepRenewing(webhook);
  try {
    await handle(webhook);
  } catch (error) {
    stopRenewing();
    // Without an answer of the store, the claim ends by itself.
    await webhook.release().catch((failure: unknown) => reportError(onError, failure));
    return failedResponse(onError, error);
  }
  stopRenewing();
  // The application's code ran: another delivery would run it again.
  await webhook.settle().catch((failure: unknown) => reportError(onError, failure));
  return jsonResponse(200, {});
}

/**
 * A store that fails is asked again after the next third of the lease; `settle` reports its error. A handler
 * that hangs loses its claim while services still repeat the webhook: Pusher does for five minutes
 * (pusher.com/docs/channels/server_api/webhooks).
 */
function keepRenewing(webhook: ClaimedWebhook): () => void {
  let renewals = 9; // three minutes
  const stop = () => clearInterval(timer);
  const timer = setInterval(() => {
    renewals -= 1;
    if (renewals === 0) stop();
    webhook.renew().then(
      (isHeld) => isHeld || stop(),
      () => {},
    );
  }, webhookLeaseMs / 3);
  return stop;
}

function refusalOf(error: unknown): Response | undefined {
  if (!refusals.some((family) => family.isInstance(error))) return undefined;
  const { responseStatus: status, message } = error as WebhookSignatureError;
  return jsonResponse(status, status === 200 ? {} : { error: message }, status === 503 ? retryAfter : {});
}
