import { ConfigurationError } from '@org/core';

/** A module that imports bullmq. */
export async function loadBullmq<Module>(load: () => Promise<Module>): Promise<Module> {
  try {
    const { RedisQueueBackend } = await import('bullmq');
    // BullMQ 5 has no such class, and ends the process when Redis is away.
    if (RedisQueueBackend === undefined) throw new TypeError('The installed version of bullmq is older.');
    return await load();
  } catch (cause) {
    throw new ConfigurationError({
      message:
        'The email queue did not load. It needs the packages bullmq, version 6, and ioredis in your ' +
        'program: npm install bullmq@6 ioredis',
      outcome: 'not-sent',
      cause,
    });
  }
}
