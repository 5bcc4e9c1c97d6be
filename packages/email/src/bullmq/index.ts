// A queue of mails on Redis, and workers that send them. Needs the package bullmq.
export { createEmailQueue } from './email-queue.ts';
export { startEmailWorker } from './email-worker.ts';
export type { DeadLetter } from './job-data.ts';
export type { EmailQueue, QueueCounts } from './queue-options.ts';
export type { RedisClient, RedisConnection } from './redis-connection.ts';
export type { EmailWorker, EmailWorkerOptions, JobOutcome } from './worker-options.ts';
