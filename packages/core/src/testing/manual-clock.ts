import { setImmediate as nextTurn } from 'node:timers/promises';
import { meantOption } from '../options/meant-option.ts';
import { type OptionNames, refuseUnknown } from '../options/refuse-unknown.ts';
import { realWork } from '../time/real-work.ts';
import { createRuntime, type Runtime } from '../time/runtime.ts';
import { seededRandom } from './seeded-random.ts';

const optionNames: OptionNames<ManualRuntimeOptions> = { startAt: 0, random: 0, fetch: 0 };

/** Options of `createManualRuntime()`. @public */
export interface ManualRuntimeOptions {
  /** The initial wall clock. @defaultValue 2030-01-01T00:00:00Z */
  readonly startAt?: Date | undefined;
  /** A seed for the built-in generator, or your own generator. @defaultValue 1 */
  readonly random?: number | (() => number) | undefined;
  /** @defaultValue the platform's */
  readonly fetch?: Runtime['fetch'] | undefined;
}

/**
 * A {@link Runtime} with a manual clock for tests. Time passes only through its methods; it uses no platform
 * timer. Random numbers and UUIDs are the same in every run. @public
 */
export interface ManualRuntime extends Runtime {
  /** Remaining milliseconds of the pending sleeps, soonest first. */
  readonly pendingSleeps: readonly number[];
  /**
   * Advances both clocks by `ms`: ends the due sleeps in order, each at its own instant. The code that
   * awaited a sleep runs (and may sleep again) before time continues.
   */
  advance(ms: number): Promise<void>;
  /**
   * Advances to the next due sleep and ends it. Returns the elapsed milliseconds; `undefined` without a
   * pending sleep.
   */
  advanceToNext(): Promise<number | undefined>;
  /**
   * Moves the wall clock forward or back, like an operator or NTP. The monotonic clock and all sleeps are
   * unaffected.
   */
  jumpWallClock(ms: number): void;
  /** Runs the ready promise chains to their next wait. Time does not advance. */
  settle(): Promise<void>;
}

interface Sleeper {
  readonly dueMs: number;
  wake(): void;
}

/** The pending sleeps by due time; those with the same one in the order of their start, like timers. */
class Sleepers {
  readonly list: Sleeper[] = [];

  add(dueMs: number, signal: AbortSignal | undefined): Promise<void> {
    return new Promise((resolve, reject) => {
      const abort = () => {
        this.list.splice(this.list.indexOf(sleeper), 1);
        reject(signal?.reason);
      };
      const wake = () => {
        signal?.removeEventListener('abort', abort);
        resolve();
      };
      const sleeper = { dueMs, wake };
      signal?.addEventListener('abort', abort, { once: true });
      const index = this.list.findIndex((other) => other.dueMs > dueMs);
      this.list.splice(index === -1 ? this.list.length : index, 0, sleeper);
    });
  }

  /** Removes the first sleeper that is due by `untilMs`. */
  take(untilMs: number): Sleeper | undefined {
    return (this.list[0]?.dueMs ?? Infinity) <= untilMs ? this.list.shift() : undefined;
  }
}

/** Creates a {@link ManualRuntime}: clock, random numbers and UUIDs for tests. @public */
export function createManualRuntime(options: ManualRuntimeOptions = {}): ManualRuntime {
  refuseUnknown(options, optionNames, 'createManualRuntime()', meantOption);
  const { random = 1, startAt = new Date('2030-01-01T00:00:00Z') } = options;
  let elapsedMs = 0;
  let wallOffsetMs = startAt.getTime();
  let uuids = 0;
  const sleepers = new Sleepers();

  const settle = async () => {
    do {
      await Promise.allSettled(realWork.running);
      for (let turn = 0; turn < turns; turn++) await nextTurn();
    } while (realWork.running.size > 0);
  };
  /** Ends the first sleep that is due by `untilMs`, at its own instant. */
  const wakeNext = async (untilMs: number): Promise<boolean> => {
    const next = sleepers.take(untilMs);
    if (next === undefined) return false;
    elapsedMs = Math.max(elapsedMs, next.dueMs);
    next.wake();
    await settle();
    return true;
  };

  return {
    ...createRuntime(options.fetch === undefined ? {} : { fetch: options.fetch }),
    now: () => wallOffsetMs + elapsedMs,
    monotonic: () => elapsedMs,
    async sleep(ms, signal) {
      signal?.throwIfAborted();
      // A sleep of 0 ms needs no advance of the clock.
      if (ms > 0) await sleepers.add(elapsedMs + ms, signal);
    },
    random: typeof random === 'function' ? random : seededRandom(random),
    randomUUID: () => `00000000-0000-4000-8000-${(++uuids).toString(16).padStart(12, '0')}`,
    get pendingSleeps() {
      return sleepers.list.map((sleeper) => sleeper.dueMs - elapsedMs);
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
      return (await wakeNext(Infinity)) ? elapsedMs - startedMs : undefined;
    },
    jumpWallClock(ms) {
      wallOffsetMs += ms;
    },
    settle,
  };
}

// One turn of the event loop runs every promise chain to its end. More turns cover the platform's own queues
// (streams).
const turns = 4;
