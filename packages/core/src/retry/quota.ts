/**
 * What retries of one client may cost together. First attempts never pay; a success gives back what its retries took, and a success at the first
 * attempt gives one. So an outage costs a burst of retries and then almost none, instead of multiplying the traffic.
 */
export interface RetryQuota {
  /** Pays for one retry, or says no. */
  take(cost: number): boolean;
  /** Pays for an attempt beside another one: only what retries can spare, the upper half. It is not given back. */
  takeSpare(cost: number): boolean;
  /** A call succeeded; its last retry had cost this much (0: it needed none). */
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
