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
}

export function createRetryQuota(capacity: number): RetryQuota {
  let available = capacity;
  return {
    take(cost) {
      if (cost > available) return false;
      available -= cost;
      return true;
    },
    takeSpare(cost) {
      if (available - cost < capacity / 2) return false;
      available -= cost;
      return true;
    },
    refund(lastCost) {
      available = Math.min(capacity, available + (lastCost === 0 ? 1 : lastCost));
    },
    get available() {
      return available;
    },
  };
}
