import type { RateObservation, WaitReason } from '../rates.ts';

/**
 * Whatever may delay a call: a constraint, what responses teach, what a fleet shares. Limits that are
 * acquired together are a list. All instants are of the runtime's monotonic clock.
 */
export interface Limit {
  /** What a waiter reports that waits for it; `turn` when it waits for a reply and not for capacity. */
  readonly reason: WaitReason;
  /** Whether `cost` fits at any time; then the clock is not read. */
  hasCapacity(cost: number): boolean;
  /** Whether the release of `cost` needs no time. */
  canReleaseWithoutClock(cost: number): boolean;
  /** The earliest start of `cost`, as known now: `<= now` means at once, `Infinity` means after a release. */
  earliest(cost: number, now: number): number;
  /** A lower bound for the start of the last of `cost` units, for any releases and responses until then. */
  soonest(cost: number, now: number): number;
  /** `now` is `NaN` when {@link hasCapacity} was enough. */
  take(cost: number, now: number): void;
  /** `sequence` is the order of the start. Without `observation`, nothing is known of the outcome. */
  release(
    cost: number,
    startedAt: number,
    now: number,
    observation: RateObservation | undefined,
    sequence: number,
  ): void;
}

/** What responses teach. It needs the clock, and lasts a while. */
export abstract class LearnedLimit implements Limit {
  readonly reason = 'pause';

  hasCapacity(): boolean {
    return false;
  }

  canReleaseWithoutClock(): boolean {
    return false;
  }

  earliest(_cost: number, now: number): number {
    return now;
  }

  soonest(_cost: number, now: number): number {
    return now;
  }

  take(_cost: number, _now: number): void {}

  release(
    _cost: number,
    _startedAt: number,
    _now: number,
    _observation: RateObservation | undefined,
    _sequence: number,
  ): void {}
}
