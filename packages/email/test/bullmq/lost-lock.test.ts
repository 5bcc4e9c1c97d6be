import { NetworkError } from '@org/core';
import { Worker } from 'bullmq';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createEmailQueue, type JobOutcome, startEmailWorker } from '../../src/bullmq/index.ts';
import { type Answer, accepted, batchClient } from '../batch-stage.ts';
import { hasRedisServer, type RedisServer, redisNote, startRedisServer } from './redis-server.ts';

const message = { from: 'ann@acme.dev', to: 'bob@x.dev', subject: 'Hi', text: 'Hi' };

let server: RedisServer;
const closing: (() => Promise<unknown>)[] = [];
const answers: ((how: 'accept') => void)[] = [];
beforeAll(async () => {
  if (hasRedisServer) server = await startRedisServer();
});
afterEach(async () => {
  for (const answer of answers.splice(0)) answer('accept');
  for (const close of closing.splice(0).reverse()) await close();
});
afterAll(() => server?.stop());

/** A service that answers when the test says so. */
function openService() {
  let answer: (how: 'accept' | NetworkError) => void = () => {};
  const answered = new Promise<'accept' | NetworkError>((resolve) => {
    answer = resolve;
  });
  answers.push(answer);
  let asked = () => {};
  const request = new Promise<void>((resolve) => {
    asked = resolve;
  });
  const serve: Answer = async ({ messages }) => {
    asked();
    const how = await answered;
    if (how !== 'accept') throw how;
    return messages.map(accepted);
  };
  return { serve, answer, request };
}

/** Gives the mail of a worker that stands still to the queue, as BullMQ does after 30 seconds. */
async function takeAway(where: { readonly connection: { readonly path: string }; readonly name: string }) {
  const checker = new Worker(where.name, null, { ...where, stalledInterval: 20, maxStalledCount: 5 });
  const key = `bull:${where.name}`;
  // The other worker checked a moment ago: without its note, the next check is due.
  await server.admin.del(`${key}:m-order:lock`, `${key}:stalled-check`);
  await checker.startStalledCheckTimer();
  await expect.poll(() => server.admin.llen(`${key}:wait`)).toBe(1);
  await checker.close();
}

describe.skipIf(!hasRedisServer)(`C29: a worker that outlives the lock of its mail${redisNote}`, () => {
  const errors = (outcome: 'not-sent' | 'unknown') =>
    new NetworkError({ message: 'no', outcome, retryable: outcome === 'not-sent' });

  it.each([
    ['was sent', 'accept' as const],
    ['surely was not sent', errors('not-sent')],
    ['may be out', errors('unknown')],
  ])('changes nothing that the next worker wrote, when its own mail %s', async (what, end) => {
    const where = { connection: { path: server.path }, name: `lost ${what}` };
    const queue = createEmailQueue(where);
    closing.push(() => queue.close());
    const [stopped, next] = [openService(), openService()];
    const outcomes: [string, JobOutcome['state']][] = [];
    const failures: string[] = [];
    const start = async (name: string, { serve }: ReturnType<typeof openService>) => {
      const worker = await startEmailWorker({
        ...where,
        email: batchClient(serve).email,
        concurrency: 1,
        onOutcome: ({ state }) => outcomes.push([name, state]),
        onError: (error) => failures.push(`${name}: ${error.message}`),
      });
      closing.push(() => worker.close({ graceMs: 0 }));
    };
    await queue.add(message, { id: 'order' });
    await start('stopped', stopped);
    await stopped.request;
    await takeAway(where);
    await start('next', next);
    await next.request;
    const stored = async () => {
      const { data, progress, failedReason } = await server.admin.hgetall(`bull:${where.name}:m-order`);
      return { data, progress, failedReason };
    };
    const before = await stored();
    expect(JSON.parse(before.progress ?? '')).toMatchObject({ entries: [{ mails: [{ state: 'started' }] }] });
    stopped.answer(end);
    await expect.poll(() => failures).not.toEqual([]);
    expect([await stored(), outcomes]).toEqual([before, []]);
    next.answer('accept');
    await expect.poll(() => outcomes).toEqual([['next', 'sent']]);
    expect(JSON.parse((await stored()).progress ?? '')).toMatchObject({
      entries: [{ mails: [{ state: 'sent' }] }],
    });
    expect(await queue.counts()).toMatchObject({ dead: 0, waiting: 0, delayed: 0 });
    expect(failures.filter((failure) => !failure.startsWith('stopped: '))).toEqual([]);
  });
});
