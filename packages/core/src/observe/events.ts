import type { Outcome } from '../errors/org-error.ts';

interface EventBase {
  readonly provider: string;
  readonly operation: string;
  readonly requestId: string;
}

/** @public */
export interface OperationStartEvent extends EventBase {
  readonly type: 'operation-start';
}

/** @public */
export interface OperationEndEvent extends EventBase {
  readonly type: 'operation-end';
  readonly ok: boolean;
  readonly attempts: number;
  readonly elapsedMs: number;
  /** Present on failure: the error's code (`aborted` for the caller's own abort). */
  readonly errorCode?: string;
  readonly outcome?: Outcome;
}

/** @public */
export interface LimitWaitEvent extends EventBase {
  readonly type: 'limit-wait';
  readonly attempt: number;
  readonly waitedMs: number;
}

/** @public */
export interface AttemptStartEvent extends EventBase {
  readonly type: 'attempt-start';
  readonly attempt: number;
  readonly method?: string;
  /** Scheme, host and path; never the query. */
  readonly url?: string;
}

/** @public */
export interface AttemptEndEvent extends EventBase {
  readonly type: 'attempt-end';
  readonly attempt: number;
  readonly elapsedMs: number;
  readonly status?: number;
  readonly errorCode?: string;
}

/** @public */
export interface RetryScheduledEvent extends EventBase {
  readonly type: 'retry-scheduled';
  /** The attempt that failed. */
  readonly attempt: number;
  readonly waitMs: number;
  readonly errorCode: string;
  readonly throttled: boolean;
}

/** @public */
export interface CredentialRefreshedEvent extends EventBase {
  readonly type: 'credential-refreshed';
  readonly attempt: number;
}

/** What a client tells while it works. Nothing in it is secret or personal. @public */
export type ClientEvent =
  | OperationStartEvent
  | OperationEndEvent
  | LimitWaitEvent
  | AttemptStartEvent
  | AttemptEndEvent
  | RetryScheduledEvent
  | CredentialRefreshedEvent;

/** @public */
export type EventListener = (event: ClientEvent) => void;
