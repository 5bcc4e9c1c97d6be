import type { Runtime } from '../time/runtime.ts';
import type { Fairness } from './fairness.ts';
import type { Constraint } from './kinds/constraint.ts';
import type { LimitSet } from './limit-set.ts';

/** Where a limiter's limits are kept: in this process's memory, or in a store that a fleet shares. */
export interface PermitSource {
  /**
   * Opens the limits of every call (no `group`, opened first), or those that a group adds. Calls `wake` when
   * waiters may start earlier than the limit set promised. `isTemporary`: without limits, for the pause of a
   * part of the service.
   */
  open(limits: readonly Constraint[], wake: () => void, group?: string, isTemporary?: boolean): LimitSet;
  /** Called after every release and every wake-up: the limiter's demand may have changed. */
  readonly changed?: (() => void) | undefined;
}

/** The options of a limiter with their defaults applied. */
export interface LimiterSettings {
  readonly limits: readonly Constraint[];
  readonly groups: Readonly<Record<string, readonly Constraint[]>>;
  readonly maxQueue: number;
  readonly fairness: Fairness | undefined;
  readonly name: string | undefined;
  readonly runtime: Runtime;
  readonly source: PermitSource;
}
