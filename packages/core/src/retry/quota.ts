/**
 * The retry budget of one client. First attempts cost nothing. A success refunds the cost of its last retry,
 * and a success at the first attempt refunds 1. So an outage costs a burst of retries and then almost none.
 */
export interface RetryQuota {
  /** Takes the cost of one retry; `false` when it is not available. */
  take(cost: number): boolean;
  /** Takes the cost of a hedge from the upper half, which retries can spare. It is not refunded. */
  takeSpare(cost: number): boolean;
  /** After a success, with the cost of the last retry; 0 without one. */
  refund(lastCost: number): void;
  readonly available: number;
  readonly capacity: number;
}

export function createRetryQuota(capacity: number): RetryQuota {
  const quota = {
    available: capacity,
    capacity,
    take(cost: number) {
      if (cost > quota.available) return false;
      quota.available -= cost;
      return true;
    },
    takeSpare(cost: number) {
      if (quota.available - cost < capacity / 2) return false;
      quota.available -= cost;
      return true;
    },
    refund(lastCost: number) {
      quota.available = Math.min(capacity, quota.available + (lastCost === 0 ? 1 : lastCost));
    },
  };
  return quota;
}
