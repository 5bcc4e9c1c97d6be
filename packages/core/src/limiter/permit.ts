import type { RateObservation } from '../constraints/usage.ts';
import type { LimitGroup, StartedCost } from './group.ts';
import type { Permit } from './limiter.ts';

export interface PermitOwner {
  releasePermit(permit: IssuedPermit, observation: RateObservation | undefined): void;
}

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
    sequence: number,
    waitedMs: number,
    availablePlusStarted: number,
  ) {
    this.#owner = owner;
    this.limitGroup = limitGroup;
    this.part = part;
    this.cost = cost;
    this.startedAt = startedAt;
    this.sequence = sequence;
    this.waitedMs = waitedMs;
    this.availablePlusStarted = availablePlusStarted;
  }

  release(observation?: RateObservation): void {
    const owner = this.#owner;
    if (owner === undefined) return;
    this.#owner = undefined;
    owner.releasePermit(this, observation);
  }
}
