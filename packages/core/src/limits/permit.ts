import type { RateObservation } from '../rates.ts';
import type { LimitGroup, StartedCost } from './group.ts';
import type { Permit } from './limiter.ts';

/** The limiter that issues permits. */
export interface PermitOwner {
  /** Sum of the costs of all permits so far. */
  sequence: number;
  releasePermit(permit: IssuedPermit, observation: RateObservation | undefined): void;
}

/** Starts `cost`: takes it from the limits, and is released once. */
export class IssuedPermit implements Permit, StartedCost {
  readonly waitedMs: number;
  readonly limitGroup: LimitGroup;
  /** The group or the path that a 503 pauses. */
  readonly part: string;
  readonly cost: number;
  readonly startedAt: number;
  readonly sequence: number;
  readonly availablePlusStarted: number;
  #owner: PermitOwner | undefined;

  constructor(
    owner: PermitOwner,
    limitGroup: LimitGroup,
    part: string,
    cost: number,
    startedAt: number,
    waitedMs: number,
  ) {
    owner.sequence += cost;
    this.#owner = owner;
    this.limitGroup = limitGroup;
    this.part = part;
    this.cost = cost;
    this.startedAt = startedAt;
    this.sequence = owner.sequence;
    this.waitedMs = waitedMs;
    this.availablePlusStarted = limitGroup.take(cost, startedAt);
  }

  release(observation?: RateObservation): void {
    const owner = this.#owner;
    if (owner === undefined) return;
    this.#owner = undefined;
    owner.releasePermit(this, observation);
  }
}
