/// <reference lib="esnext.disposable" preserve="true" />

import type { Fairness } from '../limits/fairness.ts';
import type { Constraint } from '../limits/kinds/constraint.ts';
import type { Limiter } from '../limits/limiter.ts';
import type { LimiterSnapshot } from '../limits/snapshot.ts';
import type { Runtime } from '../time/runtime.ts';
import type { RedisStore } from './store.ts';

/** What happens while the store is unavailable, see `onStoreError`. @public */
export type StoreErrorMode = 'local' | 'closed' | 'open';

/** The current mode of a shared limiter: `fleet` with its store, else the mode of `onStoreError`. @public */
export type RedisLimiterMode = 'fleet' | StoreErrorMode;

/** Options of `createRedisLimiter()`. @public */
export interface RedisLimiterOptions {
  /**
   * Your client, wrapped by `fromIoredis` or `fromNodeRedis`, or your own implementation of the two methods.
   */
  readonly store: RedisStore;
  /**
   * The name of the limit: processes with the same key share it. It is part of key names in the store. Use a
   * name such as `mail:account-7`, never the API key itself. Must not contain braces.
   */
  readonly key: string;
  /** Prefix of every key in the store. @defaultValue 'org-limit' */
  readonly prefix?: string | undefined;
  /** Limits of every call of the whole fleet; a call needs capacity in all of them. */
  readonly limits: readonly Constraint[];
  /**
   * Additional limits of the calls that name a group. Calls of a group that is not listed have only `limits`.
   */
  readonly groups?: Readonly<Record<string, readonly Constraint[]>> | undefined;
  /**
   * What happens while the store does not reply within `storeTimeoutMs`, or replies with an error:
   *
   * - `local`: this process uses its `localShare` of every limit;
   * - `closed`: calls are rejected with a `ThrottleRejectedError`;
   * - `open`: calls start without these limits.
   *
   * Every mode keeps a pause that the service requested. Started cost is reported to the store when it is
   * available again.
   *
   * @defaultValue 'local'
   */
  readonly onStoreError?: StoreErrorMode | undefined;
  /**
   * The part of each limit that one process may use without the store, more than 0 and at most 1. With at
   * most `1 / localShare` processes, the fleet keeps its limits without a store too. Exception: `concurrency`
   * limits smaller than the number of processes, because every process may run one call.
   *
   * @defaultValue 0.1
   */
  readonly localShare?: number | undefined;
  /**
   * The largest number of waiting calls of this process; one more is rejected. At least 1: every call waits
   * for a reply of the store.
   *
   * @defaultValue 10_000
   */
  readonly maxQueue?: number | undefined;
  /**
   * Schedules the tenants that wait in this process, see `createLimiter`. The store shares fairly between
   * processes.
   */
  readonly fairness?: Fairness | undefined;
  /**
   * The lease of a process's permits, in milliseconds: the store releases them this long after the process's
   * last request. A process with permits in use renews its lease every third of this time.
   *
   * @defaultValue 30_000
   */
  readonly leaseMs?: number | undefined;
  /** The longest wait for a reply of the store, in milliseconds. @defaultValue 500 */
  readonly storeTimeoutMs?: number | undefined;
  /** The longest inferred pause, in milliseconds, see `createLimiter`. @defaultValue 60_000 */
  readonly maxPauseMs?: number | undefined;
  /**
   * Called when the mode changes. `reason` is `timeout`, or the code of the store's or the client's error
   * (`READONLY`, `OOM`, `ECONNREFUSED`); `undefined` when the store is available again.
   */
  readonly onModeChange?: ((mode: RedisLimiterMode, reason: string | undefined) => void) | undefined;
  readonly runtime?: Partial<Runtime> | undefined;
}

/** A limiter shared by a fleet of processes. @public */
export interface RedisLimiter extends Limiter, AsyncDisposable {
  /** Number of waiters in this process. */
  readonly pending: number;
  readonly mode: RedisLimiterMode;
  /** The state: calls of this process; `used` and `available` of the fleet, from the store's last reply. */
  snapshot(): LimiterSnapshot;
  /**
   * Forgets every pause, exhausted quota and reported limit of this process, and the pause of the fleet. The
   * other processes follow within seconds, unless the service asked them for a pause, too.
   */
  clearPauses(): void;
  /**
   * Rejects all waiters and all later calls with a `ClosedError`, and releases this process's lease. Permits
   * in use may still be released. The store's client stays open: you own it.
   */
  close(): Promise<void>;
}
