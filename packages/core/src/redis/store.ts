import { wrongOption } from '../errors/wrong-option.ts';

/**
 * The smallest interface to a Redis-compatible store. `fromIoredis` and `fromNodeRedis` adapt the usual
 * clients; for another client, implement these two methods. @public
 */
export interface RedisStore {
  /** `EVAL script numkeys key… arg…` */
  eval(script: string, keys: readonly string[], args: readonly string[]): Promise<unknown>;
  /**
   * `EVALSHA sha numkeys key… arg…`; rejects with the server's `NOSCRIPT …` message when the server does
   * not have the script.
   */
  evalsha(sha: string, keys: readonly string[], args: readonly string[]): Promise<unknown>;
}

/** @throws ConfigurationError */
export function requireRedisStore(store: RedisStore | undefined): void {
  if (typeof store?.eval !== 'function' || typeof store.evalsha !== 'function')
    throw wrongOption('store must come from fromIoredis() or fromNodeRedis(), or have eval and evalsha.');
}
