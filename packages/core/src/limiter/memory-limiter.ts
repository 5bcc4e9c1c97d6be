import type { Limiter, Permit, PermitRequest } from './limiter.ts';
import type { LimiterSnapshot } from './snapshot.ts';

/** A limiter in this process's memory. @public */
export interface MemoryLimiter extends Limiter {
  /** Calls that wait. */
  readonly pending: number;
  tryAcquire(request?: PermitRequest): Permit | undefined;
  snapshot(): LimiterSnapshot;
  /** Refuses those who wait, and everybody later, with a `ClosedError`; permits in use may still be released. */
  close(): void;
}
