import type { Runtime } from '@org/core';
import { refuseUnknown } from '@org/core/basics';
import { LazyModule } from '@org/core/driver';
import type { WebhookRequest } from '@org/core/webhooks';
import type { EmailWebhooks } from '../driver/email-driver.ts';
import type { InboundPart } from '../driver/inbound-part.ts';
import { unsupported } from '../model/unsupported.ts';
import type { WebhookEndpointClient } from '../stores/webhook-endpoint-client.ts';
import {
  type EventsHandler,
  readHandlers,
  type WebhookHandlerOptions,
  type WebhookHandlers,
  type WebhookSettings,
} from './options.ts';
import type { ReceiverRequest, WebhookReceiver } from './receiver.ts';
import type { Webhook } from './webhook.ts';

/** Receives the service's webhooks. @public */
export interface WebhookReceiverClient<Inbound extends InboundPart = InboundPart> {
  /**
   * A webhook, verified, with its events in one vocabulary; what the driver does not understand is an event
   * of the type `unknown`. Pass the request unread, or the raw body: the
   * signature covers its bytes. When its events are handled, call its `settle()`; after an error of your own
   * its `release()`, and respond with 500: the service sends it again. `handler` does both.
   *
   * @throws WebhookSignatureError for a wrong or missing signature, and for one that is not recent: respond
   * with its `responseStatus`
   * @throws WebhookReplayedError with `replayStore`, for one that was handled before: respond with 200
   * @throws WebhookRunningError with `replayStore`, while an earlier delivery is being handled: respond with
   * 503, and the service sends the webhook again
   * @throws ConfigurationError without a secret
   * @throws NetworkError without a reply of the replay store, or where the certificate of a signature does
   * not load: respond with 500, and the service sends the webhook again
   */
  parse(request: WebhookRequest): Promise<Webhook>;
  /**
   * A handler for frameworks with web requests; `toNodeHandler` of `@org/email/node-handler` serves it with
   * `node:http` and Express. Responds with 200 after `handle`, and to a webhook that was handled before; with
   * 401 to a forged one (406 to Mailgun, which then stops); with 503 while an earlier delivery is being
   * handled; with 500 after an error of `handle`, which `onError` receives. After a 503 or 500 the service
   * sends the webhook again. `handler({ inbound: inbound(saveMail) })` also receives mail.
   *
   * @throws ConfigurationError for something other than functions, and for the part of another service
   */
  handler(
    handle: EventsHandler | WebhookHandlers<Inbound>,
    options?: WebhookHandlerOptions,
  ): (request: Request) => Promise<Response>;
}

/** The service's webhooks: received, and managed where its API does that. @public */
export interface WebhookClient<Inbound extends InboundPart = InboundPart>
  extends WebhookReceiverClient<Inbound>,
    WebhookEndpointClient {}

interface WebhookParts {
  readonly provider: string;
  readonly runtime: Runtime;
  readonly webhooks: EmailWebhooks | undefined;
  readonly options: WebhookSettings;
  readonly request?: ReceiverRequest;
}

export function createWebhookReceiver(parts: WebhookParts): WebhookReceiverClient {
  const { provider, runtime, webhooks, options, request } = parts;
  if (webhooks === undefined) return withoutWebhooks(provider);
  const receiver = new LazyModule(provider, async () => {
    const [{ createReceiver }, { webhookScheme }] = await Promise.all([
      import('./receiver.ts'),
      webhooks.load(),
    ]);
    const { secrets } = webhooks;
    return createReceiver({ scheme: webhookScheme, secrets, provider, runtime, options, request });
  });
  return receiverClient({ provider, canRequest: request !== undefined, load: receiver.load });
}

function withoutWebhooks(provider: string): WebhookReceiverClient {
  return {
    parse: async () => {
      throw unsupported('webhooks.parse', provider);
    },
    handler() {
      throw unsupported('webhooks.handler', provider);
    },
  };
}

interface ReceiverParts {
  readonly provider: string;
  /** Can parts of a mail be loaded from the service's API? */
  readonly canRequest: boolean;
  load(): Promise<WebhookReceiver>;
}

/** The methods of a receiver that may load with the first webhook. */
export function receiverClient({ provider, canRequest, load }: ReceiverParts): WebhookReceiverClient {
  return {
    parse: async (request) => (await load()).parse(request),
    handler(handle, options) {
      refuseUnknown(options, { onError: 0 }, 'webhooks.handler()');
      const handlers = readHandlers(handle, provider, canRequest);
      const respond = async (request: Request) => (await load()).respond(request, handlers, options);
      // For `toNodeHandler`.
      return Object.assign(respond, { maxBodyBytes: handlers.inbound?.maxBytes });
    },
  };
}
