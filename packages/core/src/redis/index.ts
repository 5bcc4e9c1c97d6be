export type { IoredisClient } from './from-ioredis.ts';
export { fromIoredis } from './from-ioredis.ts';
export type { NodeRedisClient, NodeRedisScriptOptions } from './from-node-redis.ts';
export { fromNodeRedis } from './from-node-redis.ts';
export type { RedisLimiter, RedisLimiterMode, RedisLimiterOptions, StoreErrorMode } from './options.ts';
export { createRedisLimiter } from './redis-limiter.ts';
export type { RedisStore } from './store.ts';
