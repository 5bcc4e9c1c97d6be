import { createLimiter, NetworkError, perMinute, RateLimitError } from '@org/core';
import { createFakeTransport } from '@org/core/testing';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createEmailQueue, type JobOutcome, startEmailWorker } from '../../src/bullmq/index.ts';
import { resend } from '../../src/drivers/resend/index.ts';
import { createEmailClient, type EmailSendClient } from '../../src/index.ts';
import { type Answer, acceptAll, batchClient } from '../batch-stage.ts';
import { hasRedisServer, type RedisServer, redisNote, startRedisServer } from './redis-server.ts';

const message = { from: 'ann@acme.dev', subject: 'Hi', text: 'Hi', to: ['a@x.dev', 'b@x.dev', 'c@x.dev'] };

let server: RedisServer;
let made = 0;
let closing: (() => Promise<unknown>)[] = [];

beforeAll(async () => {
  if (hasRedisServer) server = await startRedisServer();
});
afterEach(async () => {
  for (const close of closing.reverse()) await close();
  closing = [];
});
afterAll(() => server?.stop());

function stage(email: EmailSendClient) {
  made += 1;
  const where = { connection: { path: server.path }, name: `recipients-${made}` };
  const queue = createEmailQueue(where);
  closing.push(() => queue.close());
  const outcomes: JobOutcome[] = [];
  const work = async () => {
    const onOutcome = (outcome: JobOutcome) => void outcomes.push(outcome);
    const worker = await startEmailWorker({ ...where, email, requeueDelayMs: 20, onOutcome });
    closing.push(() => worker.close());
    return worker;
  };
  return { queue, work, states: () => outcomes.map(({ state }) => state) };
}

/** A client whose service sends a mail to each recipient, and answers b's first mails with this error. */
function clientFor(error: Error, times = 1) {
  let left = times;
  const answer: Answer = async (request) => {
    const [{ to } = { to: [] }] = request.messages;
    if (to[0]?.address !== 'b@x.dev' || left === 0) return acceptAll(request);
    left -= 1;
    throw error;
  };
  const { email, requests } = batchClient(answer, { batch: undefined, idempotency: 'none' });
  const sentTo = () => requests.map(({ messages: [first] }) => first?.to[0]?.address).toSorted();
  return { email, sentTo };
}

describe.skipIf(!hasRedisServer)(`P10: recipients of a mail in a queue${redisNote}`, () => {
  it('without the mail get it from a later attempt, and the others no second one', async () => {
    const { email, sentTo } = clientFor(
      new RateLimitError({ message: 'slow', outcome: 'not-sent', retryable: true }),
    );
    const { queue, work, states } = stage(email);
    await queue.add(message, { id: 'a' });
    await work();
    await expect.poll(states).toEqual(['requeued', 'sent']);
    expect(sentTo()).toEqual(['a@x.dev', 'b@x.dev', 'b@x.dev', 'c@x.dev']);
  });

  it('are named in a dead letter, and a redrive reaches those without a mail', async () => {
    const { email, sentTo } = clientFor(new NetworkError({ message: 'lost', outcome: 'unknown' }));
    const { queue, work, states } = stage(email);
    await queue.add(message, { id: 'a' });
    await work();
    await expect.poll(async () => (await queue.counts()).dead).toBe(1);
    for await (const letter of queue.deadLetters())
      expect(letter.recipients).toEqual([
        { recipient: 'a@x.dev', outcome: 'sent', messageId: 'id-a@x.dev' },
        { recipient: 'b@x.dev', outcome: 'unknown' },
        { recipient: 'c@x.dev', outcome: 'sent', messageId: 'id-c@x.dev' },
      ]);
    await queue.redrive('a');
    await expect.poll(states).toEqual(['dead', 'sent']);
    expect(sentTo()).toEqual(['a@x.dev', 'b@x.dev', 'b@x.dev', 'c@x.dev']);
  });

  it('go back to the queue when the repeat of a mail in doubt is throttled, by its key', async () => {
    let requests = 0;
    const answer: Answer = async (request) => {
      requests += 1;
      const { signal } = request.options;
      if (requests === 1)
        return new Promise((_, reject) => {
          signal?.addEventListener('abort', () => reject(signal.reason));
        });
      if (requests === 2) throw new RateLimitError({ message: 'slow', outcome: 'not-sent', retryable: true });
      return acceptAll(request);
    };
    const { email } = batchClient(answer, { batch: undefined, idempotency: 'replay' });
    const { queue, work, states } = stage(email);
    await queue.add({ ...message, to: 'a@x.dev' }, { id: 'a' });
    const worker = await work();
    await expect.poll(() => requests).toBe(1);
    await worker.close({ graceMs: 10 });
    await work();
    await expect.poll(states).toEqual(['requeued', 'sent']);
  });

  it('go back to the queue when the worker closes while they wait for the limiter', async () => {
    const transport = createFakeTransport([{ answer: { json: { id: 'm1' } } }]);
    const limiter = createLimiter({ limits: [perMinute(2)] });
    const email = createEmailClient({ driver: resend({ apiKey: 're_test' }), transport, limiter });
    const { queue, work, states } = stage(email);
    for (let index = 0; index < 6; index += 1) await queue.add({ ...message, to: `${index}@x.dev` });
    const worker = await work();
    await expect.poll(() => transport.requests.length).toBe(2);
    await expect.poll(async () => (await queue.counts()).active).toBe(4);
    await worker.close({ graceMs: 10 });
    expect(await queue.counts()).toMatchObject({ dead: 0, active: 0 });
    expect(states()).toEqual(['sent', 'sent']);
  });
});
