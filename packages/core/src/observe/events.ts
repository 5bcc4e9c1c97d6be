import type { Outcome, RetryRefusal } from '../errors/org-error.ts';
import type { WaitReason } from '../rates.ts';
import type { Safety } from '../safety.ts';

interface EventBase {
  /** Name of the service: `plunk`. */
  readonly provider: string;
  /** Name of the operation: `message.send`. One of few: fit for grouping. */
  readonly operation: string;
  /** Name of the request, in the events of an operation that is made of several. */
  readonly request?: string;
  /** The same in all events of a call. */
  readonly requestId: string;
}

/** The address of the service, where the driver knows it. */
interface ServerAddress {
  /** Host name or address, without port: `api.acme.dev`. */
  readonly serverAddress?: string;
  readonly serverPort?: number;
}

/** A call begins. Emitted synchronously, before any wait. @public */
export interface OperationStartEvent extends EventBase, ServerAddress {
  readonly type: 'operation-start';
  readonly safety: Safety;
  readonly maxAttempts: number;
}

/** A call has ended. After it only superseded attempts of a hedge may end. @public */
export interface OperationEndEvent extends EventBase {
  readonly type: 'operation-end';
  readonly ok: boolean;
  /** All attempts, also those that the retry rules do not count. */
  readonly attempts: number;
  readonly elapsedMs: number;
  /** On failure: the error's code; `aborted` for the caller's abort, `unexpected` for a foreign error. */
  readonly errorCode?: string;
  /** On failure. */
  readonly outcome?: Outcome;
  /** Why there was no further attempt. */
  readonly retryRefusal?: RetryRefusal;
}

/** A call must wait for its limiter. @public */
export interface LimitWaitStartEvent extends EventBase {
  readonly type: 'limit-wait-start';
  /** The attempt that waits. */
  readonly attempt: number;
  readonly reason: WaitReason;
  /** Waiters at this limiter, this one included. */
  readonly queueLength: number;
}

/** The wait is over. A limiter that does not report the start of a wait emits this event alone. @public */
export interface LimitWaitEndEvent extends EventBase {
  readonly type: 'limit-wait-end';
  readonly attempt: number;
  readonly waitedMs: number;
  /** `false`: the call ends here (abort, deadline, limiter closed). */
  readonly granted: boolean;
}

/** A request is sent. @public */
export interface AttemptStartEvent extends EventBase, ServerAddress {
  readonly type: 'attempt-start';
  /** 1 for the first of the call. */
  readonly attempt: number;
  /** Only over HTTP. */
  readonly method?: string;
  /** Scheme, host and path, without the query; with the template in place of the path, where there is one. */
  readonly url?: string;
  /** The whole path with a name for each outside value: `/v1/contacts/{id}`. Absent without a template. */
  readonly urlTemplate?: string;
}

/** The response was read to the end, or the attempt failed. Follows every `attempt-start`. @public */
export interface AttemptEndEvent extends EventBase {
  readonly type: 'attempt-end';
  readonly attempt: number;
  readonly elapsedMs: number;
  /** HTTP status; absent without a response. */
  readonly status?: number;
  /** Absent on success; `superseded` when another attempt of a hedged call was faster. */
  readonly errorCode?: string;
}

/** The attempt failed, and another follows after a wait. @public */
export interface RetryScheduledEvent extends EventBase {
  readonly type: 'retry-scheduled';
  /** The attempt that failed. */
  readonly attempt: number;
  readonly waitMs: number;
  readonly errorCode: string;
  readonly status?: number;
  /** The service throttles. */
  readonly throttled: boolean;
}

/** The service refused the credential, and the source loaded another one. @public */
export interface CredentialRefreshedEvent extends EventBase {
  readonly type: 'credential-refreshed';
  readonly attempt: number;
}

/** A response reported a quota (of a day, a month or a plan). @public */
export interface QuotaReportedEvent extends EventBase {
  readonly type: 'quota-reported';
  readonly attempt: number;
  /** The service's name of it. */
  readonly name?: string;
  readonly limit?: number;
  readonly remaining?: number;
  readonly resetAfterMs?: number;
  /** The unit of `resetAfterMs` is a guess. */
  readonly resetGuessed?: true;
  readonly windowMs?: number;
}

/** The events of a client. Nothing in them is secret or personal. @public */
export type ClientEvent =
  | OperationStartEvent
  | OperationEndEvent
  | LimitWaitStartEvent
  | LimitWaitEndEvent
  | AttemptStartEvent
  | AttemptEndEvent
  | RetryScheduledEvent
  | CredentialRefreshedEvent
  | QuotaReportedEvent;

/**
 * The diagnostics channels and the messages on each: a listener of `subscribe('org:core:wait', …)` of
 * `node:diagnostics_channel` receives a `ChannelEvents['org:core:wait']`. @public
 */
export interface ChannelEvents {
  readonly 'org:core:operation': OperationStartEvent | OperationEndEvent;
  readonly 'org:core:wait': LimitWaitStartEvent | LimitWaitEndEvent;
  readonly 'org:core:attempt': AttemptStartEvent | AttemptEndEvent;
  readonly 'org:core:retry': RetryScheduledEvent;
  readonly 'org:core:credential': CredentialRefreshedEvent;
  readonly 'org:core:quota': QuotaReportedEvent;
}

/** Receives every event of a client, synchronously and in order. Its errors do not reach the call. @public */
export type EventListener = (event: ClientEvent) => void;
