import type { LiveSecrets } from '@org/core/webhooks';
import type { DeliveryEvent } from '../model/delivery-event.ts';

/** A webhook as it arrived. @public */
export interface ReceivedWebhook {
  /** The body as received: signatures cover these bytes. */
  readonly bytes: Uint8Array;
  /** The body as text. */
  readonly text: string;
  /** The value of a header, by its name in lower case. */
  header(name: string): string | undefined;
  /** The address as it arrived: `node:http` has the path alone. Empty where the program passed none. */
  readonly url: string;
  /** The parameters of the URL. */
  readonly query: URLSearchParams;
}

/** What verification needs. @public */
export interface VerifyContext {
  readonly secrets: LiveSecrets;
  readonly nowMs: number;
  /** Largest difference between the signature's time and now, both ways. */
  readonly toleranceMs: number;
  /** Largest age of the signature, where it is more than the tolerance. */
  readonly maxAgeMs?: number | undefined;
  /** Gets a text over HTTPS, bounded; the same address once. For certificates. */
  getText(url: string): Promise<string>;
}

/** What a scheme says about a webhook. @public */
export type Verdict =
  | {
      readonly genuine: true;
      /** The same for a repeated webhook. @defaultValue a hash of the body, or of a GET's parameters */
      readonly id?: string | undefined;
      /**
       * A test of the address that anyone could send: it has no events, and no place in a replay store.
       *
       * @defaultValue false
       */
      readonly isPing?: boolean | undefined;
    }
  | {
      readonly genuine: false;
      /** Words that follow "The webhook was refused: ". */
      readonly problem: string;
      /** Genuine, but not recent. */
      readonly stale?: boolean | undefined;
    };

/** How a service signs its webhooks, and what they say. Pure functions; the client does the I/O. @public */
export interface WebhookScheme {
  /** For a service whose webhooks are late by nature. @defaultValue 300 000 */
  readonly toleranceMs?: number | undefined;
  /**
   * How long the service repeats a webhook with the time of its first signature. Such a repetition is
   * accepted with a replay store, which refuses those that were handled. @defaultValue 0
   */
  readonly repeatsForMs?: number | undefined;
  /** The status for a forged webhook, after which the service does not repeat it. @defaultValue 401 */
  readonly refusalStatus?: number | undefined;
  /**
   * Never throws for any bytes and headers; fails closed.
   *
   * @throws NetworkError where a certificate does not load: the service is to send the webhook again
   */
  verify(webhook: ReceivedWebhook, context: VerifyContext): Promise<Verdict>;
  /**
   * The events of a verified webhook, by {@link readWebhookItems}: it never throws, and an item of an unknown
   * form is an event of the type `unknown`. A confirmation of a subscription is not an event.
   */
  read(webhook: ReceivedWebhook): readonly DeliveryEvent[] | Promise<readonly DeliveryEvent[]>;
  /** For tests: the headers that the service would send, and the body where that has the signature. */
  sign(body: string, context: SignContext): Promise<SignedWebhook>;
}

/** What signing needs. @public */
export interface SignContext {
  readonly secret: string;
  readonly nowMs: number;
  /** The address of the webhook, where the signature covers it. */
  readonly url?: string | undefined;
}

/** A webhook as the service would send it. @public */
export interface SignedWebhook {
  readonly headers: Readonly<Record<string, string>>;
  /** @defaultValue the given body */
  readonly body?: string | undefined;
  /** Parameters to add to the URL. */
  readonly query?: Readonly<Record<string, string>> | undefined;
}

/** The module of a driver's webhooks. @public */
export interface WebhookModule {
  readonly webhookScheme: WebhookScheme;
}
