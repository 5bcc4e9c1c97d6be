import type { RedisStore } from './store.ts';

/** Keys and arguments of a script, in the form of the `redis` package. @public */
export interface NodeRedisScriptOptions {
  keys: string[];
  arguments: string[];
}

/**
 * The methods used of a client of the `redis` package (`createClient`, `createCluster`, `createSentinel` or
 * `createClientPool`). @public
 */
export interface NodeRedisClient {
  eval(script: string, options: NodeRedisScriptOptions): Promise<unknown>;
  evalSha(sha: string, options: NodeRedisScriptOptions): Promise<unknown>;
}

/**
 * Makes a {@link RedisStore} of a `redis` client. You own the client: nothing here connects or closes it.
 * @public
 */
export function fromNodeRedis(client: NodeRedisClient): RedisStore {
  return {
    eval: (script, keys, args) => client.eval(script, { keys: [...keys], arguments: [...args] }),
    evalsha: (sha, keys, args) => client.evalSha(sha, { keys: [...keys], arguments: [...args] }),
  };
}
