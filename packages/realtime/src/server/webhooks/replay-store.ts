import { wholeNumber } from '@org/core';
import { optionsBag } from '../../internal/wrong-input.ts';

/**
 * A memory of handled webhooks, which several processes may share: `SET id … NX PX ttlMs` of Redis, or a
 * table with a unique column. The stores of `@org/email` have the same form.
 *
 * @public
 */
export interface ReplayStore {
  /** Remembers the id for this time; `false` when it is there already. */
  claim(id: string, ttlMs: number): boolean | Promise<boolean>;
  /** Forgets the id: handling failed, and the service sends the webhook again. */
  release(id: string): void | Promise<void>;
}

/** Remembers webhooks in this process; at most `maxIds`, the oldest go first. @public */
export function memoryReplayStore(options: { readonly maxIds?: number | undefined } = {}): ReplayStore {
  const maxIds = wholeNumber('maxIds', optionsBag('options', options).maxIds, 100_000, 1);
  const expiries = new Map<string, number>();
  return {
    claim(id, ttlMs) {
      const nowMs = Date.now();
      if ((expiries.get(id) ?? 0) > nowMs) return false;
      expiries.delete(id); // to the end of the order
      expiries.set(id, nowMs + ttlMs);
      for (const oldest of expiries.keys()) {
        if (expiries.size <= maxIds) break;
        expiries.delete(oldest);
      }
      return true;
    },
    release: (id) => void expiries.delete(id),
  };
}
