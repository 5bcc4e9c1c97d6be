import { setTimeout as sleep } from 'node:timers/promises';
import { AuthenticationError, NetworkError, type OrgError, RateLimitError } from '@org/core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import {
  createEmailQueue,
  type DeadLetter,
  type EmailWorkerOptions,
  type JobOutcome,
  startEmailWorker,
} from '../../src/bullmq/index.ts';
import { type EmailCapabilities, type EmailMessage, MessageRejectedError } from '../../src/index.ts';
import { type Answer, acceptAll, batchCapabilities, batchClient } from '../batch-stage.ts';
import { hasRedisServer, type RedisServer, redisNote, startRedisServer } from './redis-server.ts';

const message: EmailMessage = { from: 'ann@acme.dev', to: 'bob@x.dev', subject: 'Grüße ✓', text: 'Hällo' };

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

/** A queue of its own, and workers for it. */
function stage(
  answer: Answer = acceptAll,
  changes: Partial<EmailCapabilities> = {},
  options: { readonly keepSentMs?: number } = {},
) {
  made += 1;
  const where = { connection: { path: server.path }, name: `mails-${made}` };
  const queue = createEmailQueue({ ...where, ...options });
  closing.push(() => queue.close());
  const { email, requests } = batchClient(answer, changes);
  const outcomes: JobOutcome[] = [];
  const work = async (options: Partial<EmailWorkerOptions> = {}) => {
    const onOutcome = (outcome: JobOutcome) => void outcomes.push(outcome);
    const worker = await startEmailWorker({ ...where, email, requeueDelayMs: 20, onOutcome, ...options });
    closing.push(() => worker.close());
    return worker;
  };
  const states = () => outcomes.map(({ id, state }) => [id, state]);
  return { queue, work, requests, outcomes, states, where };
}

async function lettersOf(queue: { deadLetters(): AsyncIterable<DeadLetter> }): Promise<DeadLetter[]> {
  const letters: DeadLetter[] = [];
  for await (const letter of queue.deadLetters()) letters.push(letter);
  return letters;
}

const failing =
  (error: OrgError): Answer =>
  async () => {
    throw error;
  };
const notSent = { message: 'no', outcome: 'not-sent' } as const;

describe.skipIf(!hasRedisServer)(`a queue of mails on Redis${redisNote}`, () => {
  it('a mail may be sent again under its id after keepSentMs, also when no other was sent', async () => {
    const { queue, work, states } = stage(acceptAll, {}, { keepSentMs: 1_000 });
    await work();
    await queue.add(message, { id: 'a' });
    await expect.poll(states).toEqual([['a', 'sent']]);
    await expect.poll(async () => (await queue.counts()).sent).toBe(0);
    await queue.add(message, { id: 'a' });
    await expect.poll(states).toHaveLength(2);
    await expect.poll(async () => (await queue.counts()).sent).toBe(0);
    await queue.add(message, { id: 'a' });
    await expect.poll(states).toHaveLength(3);
  });

  it('a queue and its workers meet by their default name', async () => {
    const connection = { path: server.path };
    const queue = createEmailQueue({ connection });
    const outcomes: string[] = [];
    const onOutcome = ({ id }: JobOutcome) => void outcomes.push(id);
    const worker = await startEmailWorker({ connection, email: batchClient(acceptAll).email, onOutcome });
    closing.push(
      () => queue.close(),
      () => worker.close(),
    );
    await queue.add(message, { id: 'order:1' });
    await expect.poll(() => outcomes).toEqual(['order:1']);
  });

  it('sends each mail once, with its id as idempotency key, and drops its content', async () => {
    const { queue, work, requests, outcomes, where } = stage();
    const ids = [await queue.add(message, { id: 'order:17' }), await queue.add(message)];
    expect(ids[1]).toMatch(/^[\da-f-]{36}$/);
    await work();
    await expect.poll(() => outcomes.length).toBe(2);
    // For a mail to one recipient, `send` adds a hash of the address.
    const keys = requests.map(({ options }) => options.idempotencyKey?.replace(/-[^-]{16}$/, ''));
    expect(keys.sort()).toEqual(ids.sort());
    expect(outcomes).toMatchObject([{ state: 'sent', result: { provider: 'fleet' } }, { state: 'sent' }]);
    await expect.poll(async () => (await queue.counts()).active).toBe(0);
    const stored = await server.admin.hgetall(`bull:${where.name}:m-order%3A17`);
    expect(JSON.parse(stored.data ?? '')).toEqual({ key: 'order:17' });
    // The id is known for a day: the same mail is not queued again.
    await queue.add(message, { id: 'order:17' });
    await sleep(50);
    expect([requests.length, await queue.counts()]).toEqual([
      2,
      { waiting: 0, delayed: 0, active: 0, dead: 0, sent: 2 },
    ]);
  });

  it('queues a message as it was at the call', async () => {
    const { queue, work, requests } = stage();
    const changing = { ...message, to: 'before@x.dev' };
    const adding = queue.add(changing);
    changing.to = 'after@x.dev';
    await adding;
    await work();
    await expect.poll(() => requests.length).toBe(1);
    expect(requests[0]?.messages[0]?.to[0]?.address).toBe('before@x.dev');
  });

  it('carries every field through Redis', async () => {
    const sendAt = new Date('2030-01-02T03:04:05.678Z');
    const bytes = Uint8Array.from({ length: 256 }, (_, index) => index);
    const { queue, work, requests } = stage(acceptAll, {
      message: { ...batchCapabilities.message, sendAt: true, tags: true, metadata: true },
    });
    await queue.add({
      ...message,
      sendAt,
      cc: ['"Eve, the" <eve@x.dev>'],
      tags: [{ name: 'a', value: 'b' }],
      metadata: { order: '17' },
      attachments: [
        { filename: 'all.bin', content: bytes },
        { filename: 'a.txt', content: 'Hällo' },
        { filename: 'b.txt', contentBase64: 'eA==' },
      ],
    });
    await work();
    await expect.poll(() => requests.length).toBe(1);
    const [sent] = requests[0]?.messages ?? [];
    expect(sent).toMatchObject({ subject: 'Grüße ✓', sendAt, tags: [{ name: 'a', value: 'b' }] });
    expect(sent?.cc).toEqual([{ name: 'Eve, the', address: 'eve@x.dev' }]);
    expect(sent?.metadata.get('order')).toBe('17');
    expect(sent?.attachments.map(({ content }) => [...content])).toEqual([
      [...bytes],
      [...new TextEncoder().encode('Hällo')],
      [120],
    ]);
  });

  it('waits for the time of a mail', async () => {
    const { queue, work, requests } = stage();
    await work();
    await queue.add(message, { delayMs: 3_600_000 });
    const askedAt = Date.now();
    await queue.add(message, { delayMs: 400 });
    await expect.poll(() => requests.length).toBe(1);
    expect(Date.now() - askedAt).toBeGreaterThanOrEqual(400);
    expect(await queue.counts()).toMatchObject({ delayed: 1 });
  });

  it('takes a mail back to the queue while it surely is not sent, and then sends it', async () => {
    const errors: OrgError[] = [
      new NetworkError({ ...notSent, retryable: true }),
      new RateLimitError({ ...notSent, retryable: true, retryAfterMs: 60 }),
      new AuthenticationError(notSent),
    ];
    const answer: Answer = async (request) => {
      const error = errors.shift();
      if (error !== undefined) throw error;
      return acceptAll(request);
    };
    const { queue, work, states } = stage(answer);
    const id = await queue.add(message);
    await work();
    await expect.poll(() => states().at(-1)).toEqual([id, 'sent']);
    expect(states().map(([, state]) => state)).toEqual(['requeued', 'requeued', 'requeued', 'sent']);
  });

  it('warns once of each failure that nobody listens to', async () => {
    const warnings: string[] = [];
    const note = ({ message: text }: Error) => void (text.includes('of the queue') && warnings.push(text));
    process.on('warning', note);
    closing.push(async () => process.off('warning', note));
    const { queue, work, requests } = stage(
      failing(new AuthenticationError({ ...notSent, message: 'bad key' })),
    );
    for (const id of ['a', 'b', 'c']) await queue.add(message, { id });
    await work({ onOutcome: undefined, requeueDelayMs: 10 });
    await expect.poll(() => requests.length).toBeGreaterThan(4);
    await expect.poll(() => warnings).toEqual(['A mail of the queue is requeued: bad key']);
  });

  it('makes a mail a dead letter after maxRequeues', async () => {
    const { queue, work, states } = stage(failing(new NetworkError({ ...notSent, retryable: true })));
    await queue.add(message);
    await work({ maxRequeues: 2, requeueDelayMs: 1 });
    await expect.poll(() => states().map(([, state]) => state)).toEqual(['requeued', 'requeued', 'dead']);
    await expect.poll(async () => (await queue.counts()).dead).toBe(1);
  });

  it.each<[string, OrgError]>([
    ['not-sent', new MessageRejectedError(notSent)],
    ['unknown', new NetworkError({ message: 'lost', outcome: 'unknown', retryable: true })],
  ])(
    'keeps a mail that failed otherwise (%s) as a dead letter, to read, redrive or discard',
    async (outcome, error) => {
      let isBroken = true;
      const answer: Answer = async (request) => {
        if (isBroken) throw error;
        return acceptAll(request);
      };
      const { queue, work, requests, states } = stage(answer, { idempotency: 'none' });
      await queue.add(message, { id: 'first' });
      await work();
      await expect.poll(async () => (await queue.counts()).dead).toBe(1);
      expect(await lettersOf(queue)).toMatchObject([
        { id: 'first', message, failure: { code: error.code, outcome }, queuedAt: expect.any(Date) },
      ]);
      expect(requests.length).toBe(1);
      isBroken = false;
      await queue.redrive('first');
      await expect.poll(() => states().at(-1)).toEqual(['first', 'sent']);
      expect(await lettersOf(queue)).toEqual([]);
      await expect(queue.redrive('first')).rejects.toMatchObject({ code: 'not-found' });
      isBroken = true;
      await queue.add(message, { id: 'second' });
      await expect.poll(async () => (await queue.counts()).dead).toBe(1);
      await queue.discard('second');
      expect(await lettersOf(queue)).toEqual([]);
    },
  );

  it('reads many dead letters, the newest first, also while they are redriven', async () => {
    const { queue, work } = stage(failing(new MessageRejectedError(notSent)));
    const ids = Array.from({ length: 120 }, (_, index) => `mail-${`${index}`.padStart(3, '0')}`);
    for (const id of ids) await queue.add(message, { id });
    const worker = await work({ concurrency: 1 });
    await expect.poll(async () => (await queue.counts()).dead).toBe(120);
    await worker.close();
    const seen: string[] = [];
    for await (const { id } of queue.deadLetters()) {
      seen.push(id);
      await queue.redrive(id);
    }
    expect(seen).toEqual(ids.toReversed());
  });

  it.each([undefined, 2 ** 40])(
    'lets mails in flight end at close, and takes no further one: %s',
    async (graceMs) => {
      let release = () => {};
      const gate = new Promise<void>((resolve) => {
        release = resolve;
      });
      const answer: Answer = async (request) => {
        await gate;
        request.options.signal?.throwIfAborted();
        return acceptAll(request);
      };
      const { queue, work, requests, states } = stage(answer);
      await queue.add(message, { id: 'a' });
      const worker = await work({ concurrency: 1 });
      await expect.poll(() => requests.length).toBe(1);
      await queue.add(message, { id: 'b' });
      for (const wrong of [-1, Number.NaN, Number.POSITIVE_INFINITY, '10' as never])
        await expect(worker.close({ graceMs: wrong })).rejects.toMatchObject({ code: 'configuration' });
      const closed = worker.close({ graceMs });
      await new Promise((resolve) => setTimeout(resolve, 20));
      release();
      await closed;
      expect(states()).toEqual([['a', 'sent']]);
      expect(await queue.counts()).toMatchObject({ waiting: 1, active: 0 });
    },
  );

  it.each([
    { idempotency: 'replay', end: 'sent' },
    { idempotency: 'none', end: 'dead' },
  ] as const)(
    'a mail cut at close is $end by the next worker of a service with keys: $idempotency',
    async (given) => {
      let isStuck = true;
      const answer: Answer = (request) =>
        isStuck
          ? new Promise((_, reject) => {
              const { signal } = request.options;
              signal?.addEventListener('abort', () => reject(signal.reason));
            })
          : acceptAll(request);
      const { queue, work, requests, states } = stage(answer, { idempotency: given.idempotency });
      await queue.add(message, { id: 'a' });
      const worker = await work();
      await expect.poll(() => requests.length).toBe(1);
      await worker.close({ graceMs: 10 });
      isStuck = false;
      await work();
      await expect.poll(() => states()).toEqual([['a', given.end]]);
      expect(requests.length).toBe(given.end === 'sent' ? 2 : 1);
    },
  );

  it('refuses what a queue cannot hold, and wrong options', async () => {
    const { queue } = stage();
    const refused = { code: 'invalid-input', outcome: 'not-sent' };
    const late = { attachments: [{ filename: 'a', content: new Blob(['a']) }] };
    await expect(queue.add({ ...message, ...late } as EmailMessage)).rejects.toMatchObject(refused);
    await expect(queue.add({ ...message, to: 'nobody' })).rejects.toMatchObject(refused);
    await expect(queue.add(message, { id: 'with space' })).rejects.toMatchObject(refused);
    await expect(queue.add(message, { delayMs: -1 })).rejects.toMatchObject(refused);
    for (const name of ['redrive', 'discard'] as const)
      await expect(queue[name]('none')).rejects.toMatchObject({
        code: 'not-found',
        operation: `queue.${name}`,
      });
    expect(await queue.counts()).toEqual({ waiting: 0, delayed: 0, active: 0, dead: 0, sent: 0 });
  });
});
