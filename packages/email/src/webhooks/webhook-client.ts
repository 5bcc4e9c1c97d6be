import { type Runtime, realWork } from '@org/core';
import type { WebhookRequest } from '@org/core/webhooks';
import type { EmailWebhooks } from '../driver/email-driver.ts';
import type { DeliveryEvent } from '../model/delivery-event.ts';
import { unsupported } from '../model/unsupported.ts';
import type { WebhookEndpointClient } from '../stores/webhook-endpoint-client.ts';
import type { WebhookOptions } from './options.ts';

/** Receives the service's webhooks. @public */
export interface WebhookReceiverClient {
  /**
   * The events of a webhook, verified and in one vocabulary. Pass the request unread, or the raw body: the
   * signature covers its bytes.
   *
   * @throws WebhookSignatureError for a wrong or missing signature, and for one that is not recent: respond
   * with 401
   * @throws WebhookReplayedError with `replayStore`, for one that was handled before: respond with 200
   * @throws WebhookRunningError with `replayStore`, while an earlier delivery is being handled: respond with
   * 503, and the service sends the webhook again
   * @throws ResponseFormatError for a genuine body in another form than the documented one
   * @throws ConfigurationError without a secret
   * @throws NetworkError where the certificate of a signature does not load: respond with 500, and the
   * service sends the webhook again
   */
  parse(request: WebhookRequest): Promise<readonly DeliveryEvent[]>;
  /**
   * A handler for frameworks with web requests. Responds with 200 after `handle`, with 401 to a forged
   * webhook, and with 503 while an earlier delivery is being handled. Rejects with the error of `handle`: let
   * the framework respond with 500, and the service sends the webhook again.
   */
  handler(
    handle: (events: readonly DeliveryEvent[], request: Request) => unknown,
  ): (request: Request) => Promise<Response>;
}

/** The service's webhooks: received, and managed where its API does that. @public */
export interface WebhookClient extends WebhookReceiverClient, WebhookEndpointClient {}

interface WebhookParts {
  readonly provider: string;
  readonly runtime: Runtime;
  readonly webhooks: EmailWebhooks | undefined;
  readonly options: WebhookOptions;
}

export function createWebhookReceiver(parts: WebhookParts): WebhookReceiverClient {
  const { provider, runtime, webhooks, options } = parts;
  let loading: Promise<import('./receiver.ts').WebhookReceiver> | undefined;
  const receiver = () => {
    if (webhooks === undefined) throw unsupported('webhooks.parse', provider);
    loading ??= realWork.run(async () => {
      const [{ createReceiver }, { webhookScheme }] = await Promise.all([
        import('./receiver.ts'),
        webhooks.load(),
      ]);
      return createReceiver({ scheme: webhookScheme, secrets: webhooks.secrets, provider, runtime, options });
    });
    return loading;
  };
  return {
    parse: async (request) => (await receiver()).parse(request),
    handler: (handle) => async (request) => (await receiver()).respond(request, handle),
  };
}
