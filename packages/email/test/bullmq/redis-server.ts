export {
  hasRedisServer,
  type RedisServer,
  redisNote,
  startRedisServer,
} from '../../../core/test/redis/server.ts';
