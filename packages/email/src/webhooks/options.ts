import { ConfigurationError } from '@org/core';
import { refuseUnknown } from '@org/core/basics';
import { type ReplayStore, requireReplayStore } from '@org/core/webhooks';
import type { InboundPart } from '../driver/inbound-part.ts';
import type { ReceivedWebhook } from '../driver/webhook-scheme.ts';
import type { DeliveryEvent } from '../model/delivery-event.ts';

/** Age and repetition of webhooks. @public */
export interface WebhookOptions {
  /**
   * How far the signature's time may be from now, both ways. Services without a time in the signature ignore
   * it.
   *
   * @defaultValue 300 000; 600 000 where the service sends its events in batches
   */
  readonly toleranceMs?: number | undefined;
  /** Remembers webhooks, so that each is handled once. @defaultValue none */
  readonly replayStore?: ReplayStore | undefined;
  /**
   * Your own check of a webhook, instead of the driver's: for a signature that the driver does not know.
   * `true` accepts it, anything else refuses it. `webhookSecret` and `toleranceMs` have no effect then: check
   * the age too, and compare in constant time.
   *
   * @defaultValue the check of the driver
   */
  readonly verify?: ((webhook: ReceivedWebhook) => boolean | Promise<boolean>) | undefined;
}

/** The options, checked and complete. */
export type WebhookSettings = { readonly [Name in keyof WebhookOptions]-?: WebhookOptions[Name] };

const unset: { readonly [Name in keyof WebhookOptions]-?: undefined } = {
  toleranceMs: undefined,
  replayStore: undefined,
  verify: undefined,
};

/**
 * The caller's own properties: a polluted `Object.prototype` accepts no webhook.
 *
 * @throws ConfigurationError
 */
export function readWebhookOptions(given: WebhookOptions = {}): WebhookSettings {
  refuseUnknown(given, unset, 'webhooks');
  const options: WebhookSettings = { ...unset, ...given };
  if (options.replayStore !== undefined) requireReplayStore('webhooks.replayStore', options.replayStore);
  if (options.verify === undefined || typeof options.verify === 'function') return options;
  throw new ConfigurationError({ message: 'webhooks.verify must be a function.' });
}

/** Your function for the events of a webhook. @public */
export type EventsHandler = (events: readonly DeliveryEvent[], request: Request) => unknown;

/** Your functions for events, for mail that arrived, or both. @public */
export interface WebhookHandlers<Inbound extends InboundPart = InboundPart> {
  /** Without it, an event is an error that `onError` receives. */
  readonly events?: EventsHandler | undefined;
  /**
   * Receives mail: `inbound(saveMail)`, with `inbound` of `@org/email/<driver>/inbound`. Without it, a mail
   * is an event of the type `inbound`.
   */
  readonly inbound?: Inbound | undefined;
}

/** The functions, checked: a part without events refuses them itself. */
export interface ReadHandlers {
  readonly events: EventsHandler;
  readonly inbound?: InboundPart | undefined;
}

/** @throws ConfigurationError */
export function readHandlers(
  given: EventsHandler | WebhookHandlers,
  provider: string,
  canRequest: boolean,
): ReadHandlers {
  if (typeof given === 'function') return { events: given };
  refuseUnknown(given, { events: 0, inbound: 0 }, 'webhooks.handler()');
  const { events, inbound }: WebhookHandlers = { events: undefined, inbound: undefined, ...given };
  inbound?.check(provider, canRequest);
  const own = events ?? inbound?.refuseEvents;
  if (typeof own === 'function') return { events: own, inbound };
  throw new ConfigurationError({ message: 'webhooks.handler() takes a function for events.' });
}

/** Options of a handler of webhooks. @public */
export interface WebhookHandlerOptions {
  /** Receives the errors of your function; the response is 500. @defaultValue `console.error` */
  readonly onError?: ((error: unknown) => unknown) | undefined;
}
