/**
 * The smallest interface to a Redis-compatible store. `fromIoredis` and `fromNodeRedis` make one of the usual clients; for any other
 * client, write these two methods.
 *
 * @public
 */
export interface RedisStore {
  /** `EVAL script numkeys key… arg…` */
  eval(script: string, keys: readonly string[], args: readonly string[]): Promise<unknown>;
  /** `EVALSHA sha numkeys key… arg…`; rejects with the server's `NOSCRIPT …` message when it does not know the script. */
  evalsha(sha: string, keys: readonly string[], args: readonly string[]): Promise<unknown>;
}
