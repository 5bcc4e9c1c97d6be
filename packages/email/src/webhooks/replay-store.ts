import type { ReplayStore } from './options.ts';

/** Remembers webhooks in this process; at most `maxIds`, the oldest go first. @public */
export function memoryReplayStore(options: { readonly maxIds?: number | undefined } = {}): ReplayStore {
  const { maxIds = 100_000 } = options;
  const expiries = new Map<string, number>();
  return {
    async claim(id, ttlMs) {
      const now = Date.now();
      if ((expiries.get(id) ?? 0) > now) return false;
      expiries.delete(id);
      expiries.set(id, now + ttlMs);
      for (const oldest of expiries.keys()) {
        if (expiries.size <= maxIds) break;
        expiries.delete(oldest);
      }
      return true;
    },
    async release(id) {
      expiries.delete(id);
    },
  };
}
