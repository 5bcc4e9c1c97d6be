import { wrongOption } from '../errors/wrong-option.ts';
import { wholeNumberOption } from '../options/numbers.ts';
import { refuseUnknown } from '../options/refuse-unknown.ts';

/**
 * The result of `claim`. `claimed`: handle the webhook. `running`: an earlier delivery of it is being
 * handled. `handled`: it was handled. @public
 */
export type ReplayClaim = 'claimed' | 'running' | 'handled';

/** A memory of webhooks, which several processes may share: a key of Redis, or a row of a table. @public */
export interface ReplayStore {
  /**
   * Takes the webhook for `leaseMs`, unless another delivery has it or it was handled. After that time the
   * process that took it is presumed dead.
   */
  claim(id: string, leaseMs: number): ReplayClaim | Promise<ReplayClaim>;
  /** Remembers for `ttlMs` that the webhook was handled. */
  settle(id: string, ttlMs: number): void | Promise<void>;
  /** Forgets the webhook: handling failed, and the service sends it again. */
  release(id: string): void | Promise<void>;
}

interface Entry {
  readonly state: 'running' | 'handled';
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
  if (typeof options !== 'object' || options === null)
    throw wrongOption('options must be an object, like { maxIds: 10_000 }.');
  refuseUnknown(options, { maxIds: 0 }, 'memoryReplayStore()');
  const maxIds = wholeNumberOption('maxIds', options.maxIds, 100_000, 1);
  const entries = new Map<string, Entry>();
  // The monotonic clock: a wall clock that jumps back would lock a webhook for hours.
  const remember = (id: string, state: Entry['state'], ms: number) => {
    entries.delete(id); // to the end of the order
    entries.set(id, { state, endsAtMs: performance.now() + ms });
    for (const oldest of entries.keys()) {
      if (entries.size <= maxIds) break;
      entries.delete(oldest);
    }
  };
  return {
    claim(id, leaseMs) {
      const known = entries.get(id);
      if (known !== undefined && known.endsAtMs > performance.now()) return known.state;
      remember(id, 'running', leaseMs);
      return 'claimed';
    },
    settle: (id, ttlMs) => remember(id, 'handled', ttlMs),
    release: (id) => void entries.delete(id),
  };
}
