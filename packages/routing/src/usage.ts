import type { Quota } from './model/result.ts';

/** The usage of one engine by a client, and the last quota that the service stated. @public */
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
  /** The cost of these requests, for a driver that knows its service's credits. */
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
