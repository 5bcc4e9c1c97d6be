import type { RawRequest, Runtime, ServiceResponse } from '@org/core';
import type { ReceivedWebhook, Verdict, VerifyContext } from './webhook-scheme.ts';

/**
 * Receives mail, as a value: `email.webhooks.handler({ inbound: inbound(saveMail) })`, with `inbound` of
 * `@org/email/<driver>/inbound`. @public
 */
export interface InboundPart<Provider extends string = string, Loads extends boolean = boolean> {
  /** The service that it is for. */
  readonly provider: Provider;
  /** Does it load parts of a mail from the service's API? Clients of light entries have no such calls. */
  readonly loads: Loads;
  /** The most bytes of a webhook. */
  readonly maxBytes: number;
  /** Verifies a webhook; `undefined` leaves that to the driver's webhooks. */
  readonly verify: (webhook: ReceivedWebhook, context: VerifyContext) => Promise<Verdict> | undefined;
  /** Reads the mails of a genuine webhook; `undefined` for a webhook without mail. */
  readonly read: (webhook: ReceivedWebhook, requests: object) => Promise<object | undefined>;
  /** Throws for a client of another service, and for one without calls where the part needs them. */
  readonly check: (provider: string, canRequest: boolean) => void;
  /** Throws for events: the handler has no function for them. */
  readonly refuseEvents: (events: readonly unknown[]) => void;
}

export interface ReadInbound {
  /** The same for a repeated webhook. */
  readonly id: string;
  /** Are there events beside them? */
  readonly hasEvents?: boolean | undefined;
  deliver(request: Request): Promise<void>;
}

/** What loads the parts of a mail that its webhook only names. */
export interface InboundRequests {
  readonly runtime: Runtime;
  /** A call to the service's API; absent where the part calls none. */
  readonly request?: ((request: RawRequest) => Promise<ServiceResponse>) | undefined;
}
