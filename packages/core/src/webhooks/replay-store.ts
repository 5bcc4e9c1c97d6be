import { wrongOption } from '../errors/wrong-option.ts';
import { wholeNumberOption } from '../options/numbers.ts';
import { propertyOf } from '../options/own.ts';
import { refuseUnknown } from '../options/refuse-unknown.ts';

/**
 * The result of `claim`. `claimed`: handle the webhook. `running`: an earlier delivery of it is being
 * handled. `handled`: it was handled. @public
 */
export type ReplayClaim = 'claimed' | 'running' | 'handled';

/**
 * A memory of webhooks, which several processes may share: `memoryReplayStore()`, `redisReplayStore()` of
 * `@org/core/redis`, or a table of your own. Each method is atomic, and compares the `owner`, a random text
 * of one delivery: a delivery that outlives its lease must not change the claim of the next one. Check your
 * own store with `testReplayStore()` of `@org/core/testing`. @public
 */
export interface ReplayStore {
  /**
   * Gives the webhook to `owner` for `leaseMs`, unless another owner has it or it was handled. `claimed` also
   * for the owner that has it: clients of databases repeat commands.
   */
  claim(id: string, owner: string, leaseMs: number): ReplayClaim | Promise<ReplayClaim>;
  /** Starts the lease of `owner` anew. `false`, and no change, when `owner` does not have the webhook. */
  renew(id: string, owner: string, leaseMs: number): boolean | Promise<boolean>;
  /** Remembers for `ttlMs` that the webhook was handled. No change when another owner has it. */
  settle(id: string, owner: string, ttlMs: number): void | Promise<void>;
  /** Forgets the webhook: handling failed. No change when `owner` does not have it. */
  release(id: string, owner: string): void | Promise<void>;
}

const methods = ['claim', 'renew', 'settle', 'release'];

/**
 * Checks that a replay store has all methods. @public
 *
 * @param option - the name of the option, for the error
 * @throws ConfigurationError that names the missing methods
 */
export function requireReplayStore(option: string, store: unknown): void {
  const missing = methods.filter((method) => typeof propertyOf(store, method) !== 'function');
  if (missing.length === 0) return;
  throw wrongOption(
    `${option} must have claim, renew, settle and release, like memoryReplayStore(). ` +
      `Missing: ${missing.join(', ')}. All take the owner of the claim as second argument.`,
  );
}

interface Entry {
  /** `undefined` when the webhook was handled. */
  readonly owner: string | undefined;
  readonly endsAtMs: number;
}

/**
 * Remembers webhooks in this process; at most `maxIds`, the oldest go first. @public
 *
 * @example
 * const email = createEmailClient({ driver: resend(), webhooks: { replayStore: memoryReplayStore() } });
 *
 * @throws ConfigurationError for a `maxIds` that is not a whole number above 0
 */
export function memoryReplayStore(options: { readonly maxIds?: number | undefined } = {}): ReplayStore {
  refuseUnknown(options, { maxIds: 0 }, 'memoryReplayStore()');
  const maxIds = wholeNumberOption('maxIds', options.maxIds, 100_000, 1);
  const entries = new Map<string, Entry>();
  // The monotonic clock: a wall clock that jumps back would lock a webhook for hours.
  const find = (id: string) => {
    const entry = entries.get(id);
    return entry !== undefined && entry.endsAtMs > performance.now() ? entry : undefined;
  };
  const remember = (id: string, owner: string | undefined, ms: number) => {
    entries.delete(id); // to the end of the order
    entries.set(id, { owner, endsAtMs: performance.now() + ms });
    for (const oldest of entries.keys()) {
      if (entries.size <= maxIds) break;
      entries.delete(oldest);
    }
  };
  return {
    claim(id, owner, leaseMs) {
      const entry = find(id);
      if (entry !== undefined && entry.owner !== owner)
        return entry.owner === undefined ? 'handled' : 'running';
      remember(id, owner, leaseMs);
      return 'claimed';
    },
    renew(id, owner, leaseMs) {
      if (find(id)?.owner !== owner) return false;
      remember(id, owner, leaseMs);
      return true;
    },
    settle(id, owner, ttlMs) {
      const entry = find(id);
      if (entry === undefined || entry.owner === owner) remember(id, undefined, ttlMs);
    },
    release(id, owner) {
      if (find(id)?.owner === owner) entries.delete(id);
    },
  };
}
