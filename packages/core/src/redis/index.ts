export { fromIoredis, type IoredisClient } from './from-ioredis.ts';
export { fromNodeRedis, type NodeRedisClient } from './from-node-redis.ts';
export type { RedisLimiter, RedisLimiterMode, RedisLimiterOptions, StoreErrorMode } from './options.ts';
export { createRedisLimiter } from './redis-limiter.ts';
export { type RedisReplayStoreOptions, redisReplayStore } from './redis-replay-store.ts';
export type { RedisStore } from './store.ts';
