import type { RedisStore } from './store.ts';

/** Keys and arguments of a script, as the `redis` package takes them. @public */
export interface NodeRedisScriptOptions {
  keys: string[];
  arguments: string[];
}

/** What is used of a client of the `redis` package (`createClient`, `createCluster`, `createSentinel` or `createClientPool`). @public */
export interface NodeRedisClient {
  eval(script: string, options: NodeRedisScriptOptions): Promise<unknown>;
  evalSha(sha: string, options: NodeRedisScriptOptions): Promise<unknown>;
}

/** A {@link RedisStore} of a client of the `redis` package. The client stays yours: nothing here connects or closes it. @public */
export function fromNodeRedis(client: NodeRedisClient): RedisStore {
  return {
    eval: (script, keys, args) => client.eval(script, { keys: [...keys], arguments: [...args] }),
    evalsha: (sha, keys, args) => client.evalSha(sha, { keys: [...keys], arguments: [...args] }),
  };
}
