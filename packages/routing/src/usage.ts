import type { Quota } from './model/result.ts';

/** What a client used of one engine, and what the service last said is left. @public */
export interface EngineUsage {
  /** Name of the driver. */
  readonly provider: string;
  /**
   * The operation whose requests are counted here: services count endpoints separately. `all` for a service
   * that counts credits, and for the state of a driver in a fail-over.
   */
  readonly operation: string;
  /** Requests since `since`. With `dailyCap` every attempt is counted. */
  readonly requests: number;
  /** What these requests cost, for a driver that knows its service's credits. */
  readonly credits?: number;
  /** The first counted request. Counting starts again 24 hours later. Absent before the first request. */
  readonly since?: Date;
  /** The last quota that the service stated. */
  readonly quota?: Quota;
  /** Nothing is sent before: the quota is used up, or a fail-over leaves the driver out. */
  readonly pausedUntil?: Date;
}

/** The method of every client that reports quotas. @public */
export interface QuotaMethods {
  /**
   * The last known quotas, and the requests that this client counted: one entry for each driver and
   * operation. Sends nothing.
   */
  quota(): readonly EngineUsage[];
}
