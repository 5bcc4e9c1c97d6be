import { encodeHex, utf8 } from '../encoding/encoding.ts';
import { NetworkError } from '../errors/transport-errors.ts';
import { wrongOption } from '../errors/wrong-option.ts';
import { meantOption } from '../options/meant-option.ts';
import { timeLimit } from '../options/numbers.ts';
import { ownCopy } from '../options/own.ts';
import { type OptionNames, refuseUnknown } from '../options/refuse-unknown.ts';
import { createRuntime, type Runtime } from '../time/runtime.ts';
import type { ReplayClaim, ReplayStore } from '../webhooks/replay-store.ts';
import { ScriptRunner, StoreFailure } from './run-script.ts';
import { type RedisStore, requireRedisStore } from './store.ts';

/** Options of `redisReplayStore()`. @public */
export interface RedisReplayStoreOptions {
  /**
   * Your client, wrapped by `fromIoredis` or `fromNodeRedis`, or your own implementation of the two methods.
   */
  readonly store: RedisStore;
  /** Prefix of every key in the store. @defaultValue 'org-webhook' */
  readonly prefix?: string | undefined;
  /** The longest wait for a reply of the store, in milliseconds. @defaultValue 2_000 */
  readonly storeTimeoutMs?: number | undefined;
  readonly runtime?: Partial<Runtime> | undefined;
}

const optionNames: OptionNames<RedisReplayStoreOptions> = {
  store: 0,
  prefix: 0,
  storeTimeoutMs: 0,
  runtime: 0,
};

// The value is the owner behind a colon, or `handled`. KEYS: the webhook. ARGV: verb, owner, milliseconds.
const script = `-- org-webhook format 1
local held, own = redis.call('GET', KEYS[1]), ':' .. ARGV[2]
local isFree, isOwn = not held, held == own
if ARGV[1] == 'release' then
  if isOwn then redis.call('DEL', KEYS[1]) end
elseif isOwn or (isFree and ARGV[1] ~= 'renew') then
  redis.call('SET', KEYS[1], ARGV[1] == 'settle' and 'handled' or own, 'PX', ARGV[3])
  return 'claimed'
end
return held == 'handled' and held or 'running'
`;

/**
 * Remembers webhooks in a Redis that several processes share. One key for each webhook, which expires with
 * its lease or its time; one script on the server for each step, so that a delivery that outlived its lease
 * changes no claim of another. While the store is unavailable, its methods reject: respond with 500 (the
 * handlers do), and the service sends the webhook again. @public
 *
 * Needs Redis 6.2 or later, Valkey, or a compatible store with scripts.
 *
 * @example
 * const replayStore = redisReplayStore({ store: fromIoredis(new Redis()) });
 * const email = createEmailClient({ driver: resend(), webhooks: { replayStore } });
 *
 * @throws ConfigurationError for an invalid option; its methods throw a NetworkError without a reply
 */
export function redisReplayStore(given: RedisReplayStoreOptions): ReplayStore {
  refuseUnknown(given, optionNames, 'redisReplayStore()', meantOption);
  const { store, prefix = 'org-webhook', ...options } = ownCopy(given);
  requireRedisStore(store);
  if (typeof prefix !== 'string' || prefix === '' || prefix.length > 200)
    throw wrongOption('prefix must be a text of 1 to 200 characters.');
  const timeoutMs = timeLimit('storeTimeoutMs', options.storeTimeoutMs, 2_000);
  const runtime = createRuntime(options.runtime);
  const runner = new ScriptRunner({ store, script, runtime, timeoutMs, maxUnanswered: 1_000 });
  const run = async (verb: string, id: string, owner: string, ms = 0) => {
    try {
      return await runner.run([await keyOf(prefix, id)], [verb, owner, `${Math.max(1, Math.ceil(ms))}`]);
    } catch (error) {
      throw storeUnavailable(verb, error);
    }
  };
  return {
    claim: async (id, owner, leaseMs) => (await run('claim', id, owner, leaseMs)) as ReplayClaim,
    renew: async (id, owner, leaseMs) => (await run('renew', id, owner, leaseMs)) === 'claimed',
    async settle(id, owner, ttlMs) {
      await run('settle', id, owner, ttlMs);
    },
    async release(id, owner) {
      await run('release', id, owner);
    },
  };
}

/** A digest: ids have any length and any characters, and may hold what the service put into a webhook. */
async function keyOf(prefix: string, id: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', utf8(id) as BufferSource);
  return `${prefix}:v1:${encodeHex(new Uint8Array(digest))}`;
}

function storeUnavailable(verb: string, error: unknown): unknown {
  if (!(error instanceof StoreFailure)) return error;
  const consequence =
    verb === 'claim'
      ? 'respond with 500, and the service sends the webhook again'
      : 'the claim ends by itself';
  const reason = `The replay store did not ${verb} the webhook: Redis is unavailable (${error.reason})`;
  return new NetworkError({
    message: `${reason}; ${consequence}.`,
    provider: 'redis',
    outcome: 'unknown',
    retryable: true,
  });
}
