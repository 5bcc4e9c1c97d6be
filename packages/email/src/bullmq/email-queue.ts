import { isOrgError, NetworkError } from '@org/core';
import { type OptionNames, refuseUnknown } from '@org/core/basics';
import { LazyModule } from '@org/core/driver';
import { kept } from '../content/late-content.ts';
import { loadBullmq } from './load-bullmq.ts';
import type { OpenQueue } from './open-queue.ts';
import type { EmailQueue, EmailQueueOptions } from './queue-options.ts';

const emailQueueNames: OptionNames<EmailQueueOptions> = {
  connection: 0,
  name: 0,
  prefix: 0,
  keepSentMs: 0,
  onError: 0,
};

/**
 * A queue of mails for workers in other processes, on Redis through BullMQ. @public
 *
 * @example
 * const queue = createEmailQueue({ connection: { host: 'redis.internal' } });
 * await queue.add(message, { id: `order-${order.id}` });
 */
export function createEmailQueue(options: EmailQueueOptions): EmailQueue {
  refuseUnknown(options, emailQueueNames, 'createEmailQueue()');
  let opening: Promise<OpenQueue> | undefined;
  const opened = () => {
    opening ??= loadBullmq(() => import('./open-queue.ts')).then(({ OpenQueue }) => new OpenQueue(options));
    // The next call tries again.
    opening.catch(() => {
      opening = undefined;
    });
    return opening;
  };
  const serializer = new LazyModule('email-queue', () => import('./serialize-message.ts'));
  return {
    async add(message, enqueueOptions = {}) {
      const own = { ...enqueueOptions };
      const ownMessage = kept(message);
      const { serializeMessage } = await serializer.load();
      const serialized = serializeMessage(ownMessage);
      return attempt('queue.add', async () => (await opened()).add(serialized, own));
    },
    counts: () => attempt('queue.counts', async () => (await opened()).counts()),
    async *deadLetters() {
      const letters = (await opened()).deadLetters();
      for (;;) {
        const { done, value } = await attempt('queue.deadLetters', () => letters.next());
        if (done) return;
        yield value;
      }
    },
    redrive: (id) => attempt('queue.redrive', async () => (await opened()).redrive(id)),
    discard: (id) => attempt('queue.discard', async () => (await opened()).discard(id)),
    close: async () => (await opening)?.close(),
  };
}

/** BullMQ itself waits without end for a Redis that is away. */
const maxWaitMs = 30_000;

async function withinTime<Value>(work: Promise<Value>): Promise<Value> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`Redis did not answer within ${maxWaitMs} ms.`)), maxWaitMs);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** @throws NetworkError for a failure of Redis, or no answer within 30 seconds */
async function attempt<Value>(operation: string, run: () => Promise<Value>): Promise<Value> {
  try {
    return await withinTime(run());
  } catch (cause) {
    if (isOrgError(cause)) throw cause;
    throw new NetworkError({
      message: 'Redis did not do it. Repeat the call: a mail with the same id is not queued twice.',
      operation,
      outcome: 'unknown',
      retryable: true,
      cause,
    });
  }
}
