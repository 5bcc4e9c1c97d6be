import type { Hedge } from './hedge.ts';
import type { Hooks } from './hooks.ts';
import type { CallPriority } from './limiter/limiter.ts';

/** What every call of every client takes as its last argument. @public */
export interface CallOptions {
  /** Cancels the call at once, wherever it waits; it rejects with the signal's own reason. */
  readonly signal?: AbortSignal | undefined;
  /** Limit of one attempt, from its start to the last byte of the answer. @defaultValue the client's */
  readonly timeoutMs?: number | undefined;
  /** Limit of the whole call: queueing, all attempts and the waits between them. @defaultValue the client's */
  readonly deadlineMs?: number | undefined;
  /** Added to the request. Must not name the header that carries the credential. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** For operations whose service honours one; made for you when you leave it out. */
  readonly idempotencyKey?: string | undefined;
  /** Run inside each attempt, within those of the client. */
  readonly hooks?: Hooks | readonly Hooks[] | undefined;
  /** A second attempt beside one that takes long; `false` for none. Only for operations that are a `read`. */
  readonly hedge?: Hedge | false | undefined;
  /** Whom it overtakes at a limiter. @defaultValue 'normal' */
  readonly priority?: CallPriority | undefined;
  /** On whose behalf: tenants take turns at a limiter that was made with `fairness`. Stays here; the service does not see it. */
  readonly tenant?: string | undefined;
  /** Total number of attempts for this call, the first included. @defaultValue the client's */
  readonly maxAttempts?: number | undefined;
}
