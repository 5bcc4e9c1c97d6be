import type { WaitReason } from '../constraints/usage.ts';
import type { Outcome, RetryRefusal } from '../errors/org-error.ts';
import type { Safety } from '../safety.ts';

interface EventBase {
  /** Name of the service: `plunk`. */
  readonly provider: string;
  /** Name of the operation: `message.send`. One of few: fit for grouping. */
  readonly operation: string;
  /** Made once for each call; ties its events together. */
  readonly requestId: string;
}

/** Where the service is; absent where the driver does not tell. */
interface ServerAddress {
  /** Host name or address, without port: `api.acme.dev`. */
  readonly serverAddress?: string;
  readonly serverPort?: number;
}

/** A call begins. Told in the caller's own turn, before anything is waited for. @public */
export interface OperationStartEvent extends EventBase, ServerAddress {
  readonly type: 'operation-start';
  readonly safety: Safety;
  readonly maxAttempts: number;
}

/** A call has ended; after this come at most the ends of attempts that a hedge made needless. @public */
export interface OperationEndEvent extends EventBase {
  readonly type: 'operation-end';
  readonly ok: boolean;
  /** Attempts made, also those that the retry rules do not count. */
  readonly attempts: number;
  readonly elapsedMs: number;
  /** Present on failure: the error's code (`aborted` for the caller's own abort, `unexpected` for an error that is not ours). */
  readonly errorCode?: string;
  /** Present on failure. */
  readonly outcome?: Outcome;
  /** Why the failure was not, or not again, retried. */
  readonly retryRefusal?: RetryRefusal;
}

/** A call cannot start at once under its limiter. @public */
export interface LimitWaitStartEvent extends EventBase {
  readonly type: 'limit-wait-start';
  /** The attempt that waits. */
  readonly attempt: number;
  readonly reason: WaitReason;
  /** Calls that wait at this limiter now, this one included. */
  readonly queueLength: number;
}

/** The wait is over. Told after every `limit-wait-start`; alone by limiters that do not tell when a wait starts. @public */
export interface LimitWaitEndEvent extends EventBase {
  readonly type: 'limit-wait-end';
  readonly attempt: number;
  readonly waitedMs: number;
  /** The attempt may start; otherwise the call ends here (abort, deadline, limiter closed). */
  readonly granted: boolean;
}

/** A request goes out; the credential is there. @public */
export interface AttemptStartEvent extends EventBase, ServerAddress {
  readonly type: 'attempt-start';
  /** 1 for the first. */
  readonly attempt: number;
  /** Where there is HTTP. */
  readonly method?: string;
  /** Scheme, host and path; never the query. Where the request names a template of its path, that stands for the path. */
  readonly url?: string;
  /** The whole path, with names for what is in it: `/v1/contacts/{id}`. Absent where the request names none. */
  readonly urlTemplate?: string;
}

/** Its answer was read to the end, or it broke. Told after every `attempt-start`. @public */
export interface AttemptEndEvent extends EventBase {
  readonly type: 'attempt-end';
  readonly attempt: number;
  readonly elapsedMs: number;
  /** The answer's HTTP status; absent when none came. */
  readonly status?: number;
  /** Absent on success; `superseded` when another attempt of a hedged call was quicker. */
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
  /** The service asked to slow down. */
  readonly throttled: boolean;
}

/** The service refused the credential, and its source gave another. @public */
export interface CredentialRefreshedEvent extends EventBase {
  readonly type: 'credential-refreshed';
  readonly attempt: number;
}

/** An answer told of a quota (a day's, a month's, a plan's). @public */
export interface QuotaReportedEvent extends EventBase {
  readonly type: 'quota-reported';
  readonly attempt: number;
  /** What the service calls it. */
  readonly name?: string;
  readonly limit?: number;
  readonly remaining?: number;
  readonly resetAfterMs?: number;
  /** The unit of a reset this far away was guessed. */
  readonly resetGuessed?: true;
  readonly windowMs?: number;
}

/** What a client tells while it works. Nothing in it is secret or personal. @public */
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
 * The diagnostics channels and the messages on each: `subscribe('org:core:wait', (message) => …)` of `node:diagnostics_channel` gets a
 * `ChannelEvents['org:core:wait']`.
 *
 * @public
 */
export interface ChannelEvents {
  readonly 'org:core:operation': OperationStartEvent | OperationEndEvent;
  readonly 'org:core:wait': LimitWaitStartEvent | LimitWaitEndEvent;
  readonly 'org:core:attempt': AttemptStartEvent | AttemptEndEvent;
  readonly 'org:core:retry': RetryScheduledEvent;
  readonly 'org:core:credential': CredentialRefreshedEvent;
  readonly 'org:core:quota': QuotaReportedEvent;
}

/** Told every event of a client, at once and in order. What it throws does not reach the call. @public */
export type EventListener = (event: ClientEvent) => void;
