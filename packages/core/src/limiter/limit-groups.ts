import type { RateObservation, RateReport } from '../constraints/usage.ts';
import { LimitGroup } from './limit-group.ts';
import type { IssuedPermit } from './permit.ts';
import type { LimiterSettings, PermitSource } from './permit-source.ts';
import type { LimitSetSnapshot } from './snapshot.ts';

// Above this, temporary groups without waiters are dropped.
const maxGroups = 256;

/** The limit groups of a limiter by name, and those of unavailable parts of the service by group or path. */
export class LimitGroups {
  readonly common: LimitGroup;
  readonly #byName = new Map<string, LimitGroup>();
  readonly #source: PermitSource;
  readonly #wake: () => void;

  constructor({ groups, limits, source }: LimiterSettings, wake: () => void) {
    this.#source = source;
    this.#wake = wake;
    this.common = new LimitGroup(source.open(limits, wake), undefined);
    for (const [name, added] of Object.entries(groups))
      this.#byName.set(name, new LimitGroup(this.common.common, source.open(added, wake, name)));
  }

  /** The common group first. */
  get all(): readonly LimitGroup[] {
    return [this.common, ...this.#byName.values()];
  }

  of(part: string): LimitGroup {
    return this.#byName.get(part) ?? this.common;
  }

  /**
   * Learns from the response to a permit. Returns the group of a part of the service that has just become
   * unavailable.
   */
  observe(
    permit: IssuedPermit,
    observation: RateObservation,
    now: number,
    latestSequence: number,
  ): LimitGroup | undefined {
    const { cost, limitGroup, part, sequence, startedAt } = permit;
    const known = observation.unavailable ? this.of(part) : limitGroup;
    const opened = observation.unavailable && known === this.common ? this.#openTemporary(part) : undefined;
    const group = opened ?? known;
    const availableFor = (report: RateReport) =>
      limitGroup.availableFor(report, permit.availablePlusStarted, now);
    group.observe(observation, { now, startedAt, sequence, latestSequence, cost, availableFor });
    const isOver = group.isTemporary && group.waiting === 0 && (group.own?.earliest(cost, now) ?? now) <= now;
    if (isOver) this.#byName.delete(part);
    return opened;
  }

  /** Opens a group for an unavailable part of the service. */
  #openTemporary(part: string): LimitGroup {
    const groups = this.#byName;
    for (const [name, { isTemporary, waiting }] of groups)
      if (groups.size > maxGroups && isTemporary && waiting === 0) groups.delete(name);
    const own = this.#source.open([], this.#wake, part, true);
    const group = new LimitGroup(this.common.common, own, true);
    groups.set(part, group);
    return group;
  }

  snapshots(now: number): Record<string, LimitSetSnapshot> {
    const groups: Record<string, LimitSetSnapshot> = {};
    for (const [name, { own }] of this.#byName) if (own !== undefined) groups[name] = own.snapshot(now);
    return groups;
  }
}
