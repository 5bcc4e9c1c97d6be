import type { LimitGroup } from '../limits/group.ts';
import type { Constraint } from '../limits/kinds/constraint.ts';
import type { ObservedResponse } from '../limits/learned/observed-response.ts';
import { longestWaitMs } from '../limits/learned/quota.ts';
import { type LearningOptions, LimitSet } from '../limits/limit-set.ts';
import type { LimitSetSnapshot } from '../limits/snapshot.ts';
import type { RateObservation } from '../rates.ts';
import { FleetPause } from './fleet-pause.ts';
import { StoreLimit } from './store-limit.ts';

/** The limits of a shared limiter or group: what responses teach, the pause of the fleet, and the store. */
export class FleetLimitSet extends LimitSet {
  readonly store: StoreLimit;
  readonly fleetPause: FleetPause;

  constructor(constraints: readonly Constraint[], learning: LearningOptions, localShare: number) {
    const store = new StoreLimit(constraints, localShare);
    const fleetPause = new FleetPause();
    super([], learning, [fleetPause, store]);
    this.store = store;
    this.fleetPause = fleetPause;
  }

  /** The earliest start of `cost` that everything but the store allows. */
  feedbackAllowsAt(cost: number, now: number): number {
    if (this.pause.isActive) this.expire(now);
    const others = this.limits.filter((limit) => limit !== this.store);
    return Math.max(...others.map((limit) => limit.earliest(cost, now)));
  }

  /** Whether an inferred rate spaces starts: more than one grant would only be returned. */
  isPaced(now: number): boolean {
    this.expire(now);
    return this.inference?.rate !== undefined;
  }

  /** A pause of hours that another process received is an exhausted quota here, too. */
  override exhaustedUntil(now: number): number | undefined {
    const { until } = this.fleetPause;
    return super.exhaustedUntil(now) ?? (until - now > longestWaitMs ? until : undefined);
  }

  override observe(observation: RateObservation, response: ObservedResponse): void {
    super.observe(observation, response);
    if (observation.throttled !== true && observation.retryAfterMs === undefined) return;
    this.fleetPause.note(Math.max(response.now, this.pause.until));
  }

  override clearPauses(): void {
    super.clearPauses();
    this.fleetPause.clear();
  }

  override snapshot(now: number): LimitSetSnapshot {
    const learned = super.snapshot(now);
    const limits = this.store.accounts.map(({ constraint, capacity, used }) => ({
      constraint,
      used,
      available: Math.max(0, capacity - used),
    }));
    return { ...learned, limits, pausedForMs: Math.max(learned.pausedForMs, this.fleetPause.until - now) };
  }
}

/** The limit sets of a group of a shared limiter, the common set first. */
export function fleetLimitSetsOf({ sets }: LimitGroup): readonly FleetLimitSet[] {
  return sets as readonly FleetLimitSet[];
}
