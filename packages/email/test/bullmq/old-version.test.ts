import { expect, it, vi } from 'vitest';
import { createEmailQueue } from '../../src/bullmq/index.ts';

// What BullMQ 5 has of what the queue takes.
vi.mock('bullmq', () => ({ Queue: class {}, RedisQueueBackend: undefined }));

it('the queue names the version of BullMQ that it needs', async () => {
  const queue = createEmailQueue({ connection: { host: '127.0.0.1' } });
  await expect(queue.counts()).rejects.toMatchObject({
    name: 'ConfigurationError',
    outcome: 'not-sent',
    message: expect.stringContaining('The email queue needs bullmq 6 or later'),
  });
});
