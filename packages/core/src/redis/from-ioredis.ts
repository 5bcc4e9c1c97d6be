import type { RedisStore } from './store.ts';

/** The methods used of an `ioredis` client (`Redis` or `Cluster`). @public */
export interface IoredisClient {
  eval(script: string, keyCount: number, ...keysAndArgs: string[]): Promise<unknown>;
  evalsha(sha: string, keyCount: number, ...keysAndArgs: string[]): Promise<unknown>;
}

/**
 * Makes a {@link RedisStore} of an `ioredis` client. You own the client: nothing here connects or closes it.
 * @public
 *
 * @example
 * const store = fromIoredis(new Redis());
 * const limiter = createRedisLimiter({ store, key: 'resend', limits: [perSecond(2)] });
 */
export function fromIoredis(client: IoredisClient): RedisStore {
  return {
    eval: (script, keys, args) => client.eval(script, keys.length, ...keys, ...args),
    evalsha: (sha, keys, args) => client.evalsha(sha, keys.length, ...keys, ...args),
  };
}
