import type { OrgError, Outcome } from './errors/org-error.ts';
import type { Hedge } from './hedge.ts';
import type { Hooks } from './hooks.ts';
import type { CallPriority } from './limits/limiter.ts';

/** The last argument of every call of every client. @public */
export interface CallOptions {
  /** Cancels the call at once, wherever it waits; it rejects with the signal's own reason. */
  readonly signal?: AbortSignal | undefined;
  /**
   * Called once when the signal ended the call, before it ends: what was proven until then of all its
   * requests. `not-sent`: nothing left this process, or the service surely did not act.
   */
  readonly onAborted?: ((outcome: Outcome) => void) | undefined;
  /** Limit of one attempt, through the last byte of its response. @defaultValue the client's */
  readonly timeoutMs?: number | undefined;
  /**
   * Limit of the whole call: queueing, all attempts and the waits between them.
   *
   * @defaultValue the client's
   */
  readonly deadlineMs?: number | undefined;
  /** Added to the request. Must not name the header that carries the credential. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** For operations whose service honours one. @defaultValue a new UUID for each call */
  readonly idempotencyKey?: string | undefined;
  /** Run inside each attempt, within those of the client. */
  readonly hooks?: Hooks | readonly Hooks[] | undefined;
  /** A second attempt while a slow one is in flight; `false` for none. Only for a `read`. */
  readonly hedge?: Hedge | false | undefined;
  /** A waiter with a higher priority overtakes the others. @defaultValue 'normal' */
  readonly priority?: CallPriority | undefined;
  /** Tenants take turns at a limiter with `fairness`. Never sent to the service. */
  readonly tenant?: string | undefined;
  /** Total number of attempts for this call, the first included. @defaultValue the client's */
  readonly maxAttempts?: number | undefined;
}

/** Whether the next driver of a composition takes over after this error: then nothing waits here. */
export type Successor = (error: OrgError) => boolean;

/** The options of one call as they were read: each field is present, and none changes. */
export interface CallRecord extends Required<CallOptions> {
  readonly hooks: readonly Hooks[];
  readonly successor: Successor | undefined;
}

// A symbol: only a composition sets it. Every driver passes it on with the other options of the call.
export const successorOption = Symbol.for('org.successor');

/** The options of a call that the next driver may take over. */
export function withSuccessor(options: CallOptions, successor: Successor | undefined): CallOptions {
  return { ...options, [successorOption]: successor } as CallOptions;
}
