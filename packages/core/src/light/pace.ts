import type { Constraint, ConstraintOf } from '../limits/kinds/constraint.ts';
import type { WaitReason } from '../rates.ts';
import { Dues } from './dues.ts';

/** The use of one published limit. All instants are of the monotonic clock. */
export interface Pace {
  /** The largest cost that can ever start. */
  readonly capacity: number;
  /** Why a call waits for it. */
  readonly reason: WaitReason;
  /** When `cost` may start: `now` or before means at once, `Infinity` after a release. */
  earliest(cost: number, now: number): number;
  /** A lower bound for the start of the last of `cost` units that start in a row. */
  soonest(cost: number, now: number): number;
  take(cost: number, now: number): void;
  release(cost: number, startedAt: number, now: number): void;
}

/** A limiter counts a unit from its start until its response, and a window counts it one window longer. */
export function openPace(limit: Constraint): Pace {
  return limit.kind === 'bucket' ? openBucket(limit) : openWindow(limit);
}

/** A limit of concurrent calls is a window without length. */
function openWindow(constraint: Exclude<Constraint, { kind: 'bucket' }>): Pace {
  const { kind, limit } = constraint;
  const windowMs = kind === 'window' ? constraint.windowMs : 0;
  let inFlight = 0;
  const freed = new Dues(limit, windowMs);
  const missingOf = (cost: number, now: number) => {
    while (freed.first <= now) freed.shift();
    return inFlight + freed.units + cost - limit;
  };
  return {
    capacity: limit,
    reason: kind === 'window' ? 'rate' : kind,
    earliest(cost, now) {
      const missing = missingOf(cost, now);
      return missing <= 0 ? now : (freed.at(missing) ?? Infinity);
    },
    soonest(cost, now) {
      const missing = missingOf(cost, now);
      if (missing <= 0) return now;
      // A unit that is free and used again takes another whole window.
      const rounds = Math.floor((missing - 1) / limit);
      return (freed.at(missing - rounds * limit) ?? now + windowMs) + rounds * windowMs;
    },
    take(cost) {
      inFlight += cost;
    },
    release(cost, _startedAt, now) {
      inFlight -= cost;
      if (windowMs > 0) freed.add(now, cost);
    },
  };
}

/**
 * GCRA. A token that is taken late is refilled late: it counts from the response, or from the end of a grace
 * of `burst - 1` intervals, the longest that costs no throughput with slow responses.
 */
function openBucket({ burst, ratePerSecond }: ConstraintOf<'bucket'>): Pace {
  const intervalMs = 1_000 / ratePerSecond;
  // A bucket without burst tolerates no jitter.
  const open = new Dues(burst, intervalMs * (burst > 1 ? burst - 1 : 0.25));
  let arrival = -Infinity;
  const book = (cost: number, at: number) => {
    arrival = Math.max(arrival, at) + cost * intervalMs;
  };
  const excessOf = (cost: number, now: number) => {
    while (open.first <= now) {
      const at = open.first;
      book(open.shift(), at);
    }
    return open.units + cost - burst;
  };
  return {
    capacity: burst,
    reason: 'rate',
    earliest(cost, now) {
      const excess = excessOf(cost, now);
      return excess > 0 ? open.first : Math.max(now, arrival + excess * intervalMs);
    },
    soonest(cost, now) {
      const excess = excessOf(cost, now);
      return Math.max(now, Math.max(now, arrival) + excess * intervalMs);
    },
    take(cost, now) {
      open.add(now, cost);
    },
    release(cost, startedAt, now) {
      excessOf(cost, now);
      if (open.dueOf(startedAt) <= now) return;
      // The oldest open start is closed, whichever call got the response.
      open.drop(cost);
      book(cost, now);
    },
  };
}
