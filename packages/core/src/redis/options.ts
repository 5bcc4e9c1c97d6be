/// <reference lib="esnext.disposable" preserve="true" />

import type { Constraint } from '../constraints/constraint.ts';
import type { Fairness } from '../limiter/fairness.ts';
import type { Limiter } from '../limiter/limiter.ts';
import type { LimiterSnapshot } from '../limiter/snapshot.ts';
import type { Runtime } from '../time/runtime.ts';
import type { RedisStore } from './store.ts';

/** What is done while the store is away, see `onStoreError`. @public */
export type StoreErrorMode = 'local' | 'closed' | 'open';

/** How a fleet-wide limiter works at present: with its store, or in the way chosen for when the store is away. @public */
export type RedisLimiterMode = 'fleet' | StoreErrorMode;

/** What `createRedisLimiter()` takes. @public */
export interface RedisLimiterOptions {
  /** Your client, through `fromIoredis` or `fromNodeRedis`, or two methods of your own. */
  readonly store: RedisStore;
  /**
   * Names the limit: processes with the same key share it. It is written to the store as part of the names of keys, so use a name such as
   * `mail:account-7`, never the API key itself. Must not contain braces.
   */
  readonly key: string;
  /** Before every key in the store. @default 'org-limit' */
  readonly prefix?: string | undefined;
  /** Limits of every call, for the whole fleet; a call needs a place in all of them. */
  readonly limits: readonly Constraint[];
  /** Further limits of the calls that name a group; the common ones count for them too. A group that is not listed has only those. */
  readonly groups?: Readonly<Record<string, readonly Constraint[]>> | undefined;
  /**
   * What happens while the store does not answer within `storeTimeoutMs`, or refuses:
   * - `local`: this process goes on with its `localShare` of every limit;
   * - `closed`: calls are refused with a `ThrottleRejectedError`;
   * - `open`: calls start without these limits.
   *
   * In every mode a pause that the service asked for is kept, and what was started is told to the store when it is back.
   *
   * @default 'local'
   */
  readonly onStoreError?: StoreErrorMode | undefined;
  /**
   * The part of each limit that one process may use by itself, more than 0 and at most 1. With at most `1 / localShare` processes the
   * fleet keeps its limits without a store too, except for `concurrency` limits smaller than the number of processes, since one call at
   * a time is the least a process can do.
   *
   * @default 0.1
   */
  readonly localShare?: number | undefined;
  /** Calls of this process that may wait; one more is refused. @default 10_000 */
  readonly maxQueue?: number | undefined;
  /** Whose turn it is among the tenants that wait in this process, see `createLimiter`. Processes share by themselves. */
  readonly fairness?: Fairness | undefined;
  /**
   * What a process holds is free again this long after it was last heard of. One that holds something is heard of three times as often.
   *
   * @default 30_000
   */
  readonly leaseMs?: number | undefined;
  /** The longest wait for an answer of the store. @default 500 */
  readonly storeTimeoutMs?: number | undefined;
  /** The longest pause that is only inferred, see `createLimiter`. @default 60_000 */
  readonly maxPauseMs?: number | undefined;
  /** Told when the mode changes, and why: `timeout`, or the code of the store's or the client's error (`READONLY`, `OOM`, `ECONNREFUSED`). */
  readonly onModeChange?: ((mode: RedisLimiterMode, reason: string | undefined) => void) | undefined;
  readonly runtime?: Partial<Runtime> | undefined;
}

/** A limiter that a fleet of processes shares. @public */
export interface RedisLimiter extends Limiter, AsyncDisposable {
  /** Calls of this process that wait. */
  readonly pending: number;
  readonly mode: RedisLimiterMode;
  /** Where it stands: the calls are this process's, `used` and `available` are the fleet's as the store last told them. */
  snapshot(): LimiterSnapshot;
  /**
   * Refuses those who wait, and everybody later, with a `ClosedError`, and tells the store; permits in use may still be released. The
   * store's client stays open: it is yours.
   */
  close(): Promise<void>;
}
