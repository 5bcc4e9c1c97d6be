import type { RedisStore } from './store.ts';

/** What is used of an `ioredis` client (`Redis` or `Cluster`). @public */
export interface IoredisClient {
  eval(script: string, keyCount: number, ...keysAndArgs: string[]): Promise<unknown>;
  evalsha(sha: string, keyCount: number, ...keysAndArgs: string[]): Promise<unknown>;
}

/** A {@link RedisStore} of a client of the `ioredis` package. The client stays yours: nothing here connects or closes it. @public */
export function fromIoredis(client: IoredisClient): RedisStore {
  return {
    eval: (script, keys, args) => client.eval(script, keys.length, ...keys, ...args),
    evalsha: (sha, keys, args) => client.evalsha(sha, keys.length, ...keys, ...args),
  };
}
