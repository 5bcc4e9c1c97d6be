/** A client of ioredis. It stays yours to close. @public */
export interface RedisClient {
  readonly status: string;
  duplicate(): unknown;
}

/** The address of Redis, and any other option of ioredis. @public */
export interface RedisAddress {
  readonly host?: string | undefined;
  /** @defaultValue 6379 */
  readonly port?: number | undefined;
  readonly username?: string | undefined;
  readonly password?: string | undefined;
  readonly db?: number | undefined;
  /** Options of `node:tls`; an empty object is TLS with checked certificates. */
  readonly tls?: object | undefined;
  readonly [option: string]: unknown;
}

/** Where Redis is. @public */
export type RedisConnection = RedisAddress | RedisClient;
