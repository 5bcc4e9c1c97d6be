import { afterEach, expect, it, vi } from 'vitest';
import { createEmailQueue } from '../../src/bullmq/index.ts';

afterEach(() => vi.useRealTimers());

it('does not wait without end for a Redis that is away', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  // Nothing listens on port 1.
  const queue = createEmailQueue({ connection: { host: '127.0.0.1', port: 1 } });
  let error: unknown;
  const message = { from: 'ann@acme.dev', to: 'bob@x.dev', subject: 'Hi', text: 'Hi' };
  const adding = queue.add(message, { id: 'order-17' }).catch((reason: unknown) => {
    error = reason;
  });
  await vi.waitFor(() => expect(vi.getTimerCount()).toBeGreaterThan(0), { timeout: 5_000 });
  await vi.advanceTimersByTimeAsync(31_000);
  await Promise.race([adding, new Promise(setImmediate)]);
  expect(error).toMatchObject({
    code: 'network',
    outcome: 'unknown',
    retryable: true,
    operation: 'queue.add',
  });
  vi.useRealTimers();
  await queue.close();
});
