import type { Lane } from './lane.ts';
import type { Permit, RateObservation } from './limiter.ts';

/** @internal */
export interface PermitOwner {
  giveBack(permit: GivenPermit, observation: RateObservation | undefined): void;
}

/** @internal */
export class GivenPermit implements Permit {
  readonly waitedMs: number;
  readonly lane: Lane;
  readonly cost: number;
  readonly startedAt: number;
  /** Order of start over the whole limiter. */
  readonly sequence: number;
  #owner: PermitOwner | undefined;

  constructor(
    owner: PermitOwner,
    lane: Lane,
    cost: number,
    startedAt: number,
    sequence: number,
    waitedMs: number,
  ) {
    this.#owner = owner;
    this.lane = lane;
    this.cost = cost;
    this.startedAt = startedAt;
    this.sequence = sequence;
    this.waitedMs = waitedMs;
  }

  release(observation?: RateObservation): void {
    const owner = this.#owner;
    if (owner === undefined) return;
    this.#owner = undefined;
    owner.giveBack(this, observation);
  }
}
