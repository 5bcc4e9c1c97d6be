import type { RateObservation } from '../rates.ts';
import { earliestIn, LimitGroup, type StartedCost } from './group.ts';
import type { LimiterSettings, PermitSource } from './permit-source.ts';
import type { LimitSetSnapshot } from './snapshot.ts';

// Above this, temporary groups without waiters are dropped.
const maxGroups = 256;

/** The limit groups of a limiter by name, and those of unavailable parts of the service by group or path. */
export class LimitGroups {
  readonly common: LimitGroup;
  readonly byName = new Map<string, LimitGroup>();
  readonly #source: PermitSource;
  readonly #wake: () => void;

  constructor({ groups, limits, source }: LimiterSettings, wake: () => void) {
    this.#source = source;
    this.#wake = wake;
    this.common = new LimitGroup(source.open(limits, wake), undefined);
    for (const [name, added] of Object.entries(groups))
      this.byName.set(name, new LimitGroup(this.common.common, source.open(added, wake, name)));
  }

  /** The common group first. */
  get all(): readonly LimitGroup[] {
    return [this.common, ...this.byName.values()];
  }

  /**
   * Learns whether a part of the service is available. Returns the group of a part that has just become
   * unavailable.
   */
  observePart(
    permit: StartedCost & { readonly part: string },
    observation: RateObservation,
    now: number,
    latestSequence: number,
  ): LimitGroup | undefined {
    const { cost, limitGroup, part } = permit;
    const known = observation.unavailable ? this.byName.get(part) : limitGroup;
    const group = known ?? this.#openTemporary(part);
    group.observe(permit, observation, now, latestSequence);
    const isOver = group.isTemporary && group.waiting === 0 && !isPaused(group, cost, now);
    if (isOver) this.byName.delete(part);
    return known === undefined ? group : undefined;
  }

  /** Opens a group for an unavailable part of the service. */
  #openTemporary(part: string): LimitGroup {
    const groups = this.byName;
    for (const [name, { isTemporary, waiting }] of groups)
      if (groups.size > maxGroups && isTemporary && waiting === 0) groups.delete(name);
    const own = this.#source.open([], this.#wake, part, true);
    const group = new LimitGroup(this.common.common, own, true);
    groups.set(part, group);
    return group;
  }

  snapshots(now: number): Record<string, LimitSetSnapshot> {
    const groups: Record<string, LimitSetSnapshot> = {};
    for (const [name, { own }] of this.byName) if (own !== undefined) groups[name] = own.snapshot(now);
    return groups;
  }
}

function isPaused({ own }: LimitGroup, cost: number, now: number): boolean {
  return own !== undefined && earliestIn(own, cost, now) > now;
}
