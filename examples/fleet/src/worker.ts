// One worker of the fleet. All workers share the limit of the account.
import { createRedisLimiter, fromIoredis } from '@org/core/redis';
import { createEmailClient } from '@org/email';
import { startEmailWorker } from '@org/email/bullmq';
import { perSecond } from '@org/email/engine';
import { resend } from '@org/email/resend';
import { connectRedis } from './redis.ts';

const redis = connectRedis();
const limiter = createRedisLimiter({
  store: fromIoredis(redis),
  key: 'resend:account-7',
  limits: [perSecond(20)],
  localShare: 1 / 4, // four workers
});
const email = createEmailClient({ driver: resend(), limiter });
const worker = await startEmailWorker({ email, connection: redis, concurrency: 5 });

process.once('SIGTERM', async () => {
  await worker.close();
  await email.close();
  await limiter.close();
  redis.disconnect();
});
