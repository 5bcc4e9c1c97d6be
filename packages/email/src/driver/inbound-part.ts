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
  /** What reads the mails of a webhook; `undefined` for a webhook without mail. */
  readonly open: (webhook: ReceivedWebhook) => Promise<object | undefined>;
  /** Throws for a client of another service, and for one without calls where the part needs them. */
  readonly check: (provider: string, canRequest: boolean) => void;
  /** Throws for events: the handler has no function for them. */
  readonly refuseEvents: (events: readonly unknown[]) => void;
}

/** A webhook with mail. */
export interface OpenedInbound {
  /** @defaultValue the check of the driver's webhooks */
  readonly verify?: ((context: VerifyContext) => Promise<Verdict>) | undefined;
  /** Called for a genuine webhook. */
  read(requests: InboundRequests): Promise<ReadInbound>;
}

/** The mails of a genuine webhook. */
export interface ReadInbound {
  /** The same for a repeated webhook. */
  readonly id: string;
  deliver(request: Request): Promise<void>;
}

/** What loads the parts of a mail that its webhook only names. */
export interface InboundRequests {
  readonly runtime: Runtime;
  /** A call to the service's API; absent where the part calls none. */
  readonly request?: ((request: RawRequest) => Promise<ServiceResponse>) | undefined;
}
