import type { Limiter, Permit, PermitRequest } from './limiter.ts';
import type { LimiterSnapshot } from './snapshot.ts';

/** A limiter in this process's memory. @public */
export interface MemoryLimiter extends Limiter {
  /** Number of waiters. */
  readonly pending: number;
  tryAcquire(request?: PermitRequest): Permit | undefined;
  snapshot(): LimiterSnapshot;
  /**
   * Forgets every pause, exhausted quota and reported limit, and starts the calls that waited for them. For a
   * service that asked for a long wait by mistake, or a plan that was raised.
   */
  clearPauses(): void;
  /** Rejects all waiters and all later calls with a `ClosedError`. Permits in use may still be released. */
  close(): void;
}
