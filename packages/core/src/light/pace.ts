import type { Constraint, ConstraintOf } from '../limits/kinds/constraint.ts';

/** The use of one published limit. All instants are of the monotonic clock. */
export interface Pace {
  /** The largest cost that can ever start. */
  readonly capacity: number;
  /** When `cost` may start: `now` or before means at once, `Infinity` after a release. */
  earliest(cost: number, now: number): number;
  /** A lower bound for the start of the last of `cost` units that start in a row. */
  soonest(cost: number, now: number): number;
  take(cost: number): void;
  release(cost: number, now: number): void;
}

/** A limiter counts a unit from its start until its response, and a window counts it one window longer. */
export function openPace(limit: Constraint): Pace {
  return limit.kind === 'bucket' ? openBucket(limit) : openWindow(limit);
}

/** A limit of concurrent calls is a window without length. */
function openWindow(constraint: Exclude<Constraint, { kind: 'bucket' }>): Pace {
  const { limit } = constraint;
  const windowMs = constraint.kind === 'window' ? constraint.windowMs : 0;
  let inFlight = 0;
  /** The instants at which units are free again, in order. */
  const freeAt: number[] = [];
  const missingOf = (cost: number, now: number) => {
    while ((freeAt[0] ?? Infinity) <= now) freeAt.shift();
    return inFlight + freeAt.length + cost - limit;
  };
  return {
    capacity: limit,
    earliest(cost, now) {
      const missing = missingOf(cost, now);
      return missing <= 0 ? now : (freeAt[missing - 1] ?? Infinity);
    },
    soonest(cost, now) {
      const missing = missingOf(cost, now);
      if (missing <= 0) return now;
      // A unit that is free and used again takes another whole window.
      const rounds = Math.floor((missing - 1) / limit);
      return (freeAt[missing - 1 - rounds * limit] ?? now + windowMs) + rounds * windowMs;
    },
    take(cost) {
      inFlight += cost;
    },
    release(cost, now) {
      inFlight -= cost;
      for (let unit = 0; unit < cost && windowMs > 0; unit += 1) freeAt.push(now + windowMs);
    },
  };
}

/** GCRA. A token that is taken late is refilled late: it counts from the response. */
function openBucket({ burst, ratePerSecond }: ConstraintOf<'bucket'>): Pace {
  const intervalMs = 1_000 / ratePerSecond;
  let inFlight = 0;
  let arrival = -Infinity;
  return {
    capacity: burst,
    earliest(cost, now) {
      const excess = inFlight + cost - burst;
      return excess > 0 ? Infinity : Math.max(now, arrival + excess * intervalMs);
    },
    soonest(cost, now) {
      return Math.max(now, Math.max(now, arrival) + (inFlight + cost - burst) * intervalMs);
    },
    take(cost) {
      inFlight += cost;
    },
    release(cost, now) {
      inFlight -= cost;
      arrival = Math.max(arrival, now) + cost * intervalMs;
    },
  };
}
