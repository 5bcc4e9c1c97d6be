import type { RateObservation } from '../constraints/usage.ts';
import type { Lane } from './limit-group.ts';
import type { Permit } from './limiter.ts';

/** @internal */
export interface PermitOwner {
  giveBack(permit: GivenPermit, observation: RateObservation | undefined): void;
}

/** @internal */
export class GivenPermit implements Permit {
  readonly waitedMs: number;
  readonly lane: Lane;
  readonly cost: number;
  /** `NaN` when nobody needs to know. */
  readonly startedAt: number;
  /** Sum of the costs started on the whole limiter up to this one: the order of start. */
  readonly sequence: number;
  /** As its lane told after this start. */
  readonly roomAndStarted: number;
  #owner: PermitOwner | undefined;

  constructor(
    owner: PermitOwner,
    lane: Lane,
    cost: number,
    startedAt: number,
    sequence: number,
    waitedMs: number,
    roomAndStarted: number,
  ) {
    this.#owner = owner;
    this.lane = lane;
    this.cost = cost;
    this.startedAt = startedAt;
    this.sequence = sequence;
    this.waitedMs = waitedMs;
    this.roomAndStarted = roomAndStarted;
  }

  release(observation?: RateObservation): void {
    const owner = this.#owner;
    if (owner === undefined) return;
    this.#owner = undefined;
    owner.giveBack(this, observation);
  }
}
