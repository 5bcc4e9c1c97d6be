import { setImmediate as nextTurn } from 'node:timers/promises';
import { createRuntime, type Runtime } from '../time/runtime.ts';
import { seededRandom } from './seeded-random.ts';

/** What `createManualRuntime()` takes. @public */
export interface ManualRuntimeOptions {
  /** Wall clock at the beginning. @defaultValue 2030-01-01T00:00:00Z */
  readonly startAt?: Date | undefined;
  /** A seed for the built-in generator, or a generator of your own. @defaultValue 1 */
  readonly random?: number | (() => number) | undefined;
  /** @defaultValue the platform's */
  readonly fetch?: Runtime['fetch'] | undefined;
}

/**
 * A {@link Runtime} under hand control. Nothing happens until it is told that time passes: no timer of the platform is used. Random numbers
 * and UUIDs are the same in every run.
 *
 * @public
 */
export interface ManualRuntime extends Runtime {
  /** Sleeps that have not ended, by the milliseconds still to go, soonest first. */
  readonly pendingSleeps: readonly number[];
  /**
   * Lets `ms` pass on both clocks: ends the sleeps that come due, each at its own instant and in order, and lets the code that waited on it
   * run (and sleep again) before time goes on.
   */
  advance(ms: number): Promise<void>;
  /** Goes to the next sleep that comes due and ends it. Returns how long that took, `undefined` when nobody sleeps. */
  advanceToNext(): Promise<number | undefined>;
  /** Sets the wall clock forward or back, as an operator or NTP does. The monotonic clock and all sleeps stay as they are. */
  jumpWallClock(ms: number): void;
  /** Lets the promise chains that are ready run to their next wait. Time stands still. */
  settle(): Promise<void>;
}

interface Sleeper {
  readonly dueMs: number;
  wake(): void;
}

/** A clock, chance and UUIDs for tests. See {@link ManualRuntime}. @public */
export function createManualRuntime(options: ManualRuntimeOptions = {}): ManualRuntime {
  const { random } = options;
  let elapsedMs = 0;
  let wallOffsetMs = (options.startAt ?? new Date('2030-01-01T00:00:00Z')).getTime();
  let uuids = 0;
  const sleepers: Sleeper[] = [];
  const working = new Set<Promise<unknown>>();

  const sleep = (ms: number, signal?: AbortSignal) =>
    new Promise<void>((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason);
      // No time has to pass for it, so nobody has to advance the clock for it.
      if (ms <= 0) return resolve();
      const sleeper: Sleeper = {
        dueMs: elapsedMs + ms,
        wake() {
          signal?.removeEventListener('abort', abort);
          resolve();
        },
      };
      const abort = () => {
        sleepers.splice(sleepers.indexOf(sleeper), 1);
        reject(signal?.reason);
      };
      signal?.addEventListener('abort', abort, { once: true });
      insertByDueTime(sleepers, sleeper);
    });

  const settle = async () => {
    do {
      await Promise.allSettled(working);
      for (let turn = 0; turn < turns; turn++) await nextTurn();
    } while (working.size > 0);
  };

  /** Ends the first sleep that is due by `untilMs`, at its own instant. */
  const wakeNext = async (untilMs: number): Promise<boolean> => {
    const next = sleepers[0];
    if (next === undefined || next.dueMs > untilMs) return false;
    sleepers.shift();
    elapsedMs = Math.max(elapsedMs, next.dueMs);
    next.wake();
    await settle();
    return true;
  };

  return {
    ...createRuntime(options.fetch === undefined ? {} : { fetch: options.fetch }),
    now: () => wallOffsetMs + elapsedMs,
    monotonic: () => elapsedMs,
    sleep,
    random: typeof random === 'function' ? random : seededRandom(random ?? 1),
    randomUUID: () => `00000000-0000-4000-8000-${(++uuids).toString(16).padStart(12, '0')}`,
    untimed(work) {
      const result = work();
      const ended = () => working.delete(result);
      working.add(result);
      result.then(ended, ended);
      return result;
    },
    get pendingSleeps() {
      return sleepers.map((sleeper) => sleeper.dueMs - elapsedMs);
    },
    async advance(ms) {
      await settle();
      const untilMs = elapsedMs + Math.max(0, ms);
      while (await wakeNext(untilMs));
      elapsedMs = Math.max(elapsedMs, untilMs);
    },
    async advanceToNext() {
      await settle();
      const startedMs = elapsedMs;
      return (await wakeNext(Number.POSITIVE_INFINITY)) ? elapsedMs - startedMs : undefined;
    },
    jumpWallClock(ms) {
      wallOffsetMs += ms;
    },
    settle,
  };
}

/** Sleeps that come due together end in the order in which they began, like timers. */
function insertByDueTime(sleepers: Sleeper[], sleeper: Sleeper): void {
  const index = sleepers.findIndex((other) => other.dueMs > sleeper.dueMs);
  sleepers.splice(index === -1 ? sleepers.length : index, 0, sleeper);
}

// One turn of the event loop runs every promise chain to its end; a few more reach what goes through the platform's own queues
// (streams).
const turns = 4;
