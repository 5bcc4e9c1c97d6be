// Replies of relays and receivers: those that others recorded, where they are, and ours with their sources.
import { isOrgError } from '@org/core';
import { createFakeTransport } from '@org/core/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createEmailQueue, type JobOutcome, startEmailWorker } from '../../src/bullmq/index.ts';
import { smtp } from '../../src/drivers/smtp/index.ts';
import { failover } from '../../src/failover/index.ts';
import { createEmailClient } from '../../src/index.ts';
import { hasRedisServer, type RedisServer, redisNote, startRedisServer } from '../bullmq/redis-server.ts';
import type { SmtpStep } from '../scripted-smtp-server.ts';
import { createSmtpStage, message } from '../smtp-stage.ts';
import { memoryJournal } from '../support/memory-journal.ts';
import { smtpReplies } from './fixtures/smtp.ts';
import { movesOn, stateInQueue } from './handling.ts';
import { observedReplies, smtpNote } from './observed-smtp.ts';
import { driverOf } from './services.ts';

const { start, client, running } = createSmtpStage();
const startReplying = (step: SmtpStep, reply: string) =>
  start({ acts: { [step]: reply.replace(/\r?\n/g, '\r\n') } });

type Learned = Awaited<ReturnType<typeof learnOnce>>;
const learned = new Map<string, Promise<Learned>>();

/** Each reply is learned once: the tests below compare with it. */
function learn(step: SmtpStep, reply: string): Promise<Learned> {
  const key = `${step} ${reply}`;
  const known = learned.get(key) ?? learnOnce(step, reply);
  learned.set(key, known);
  return known;
}

async function learnOnce(step: SmtpStep, reply: string) {
  const email = client(await startReplying(step, reply));
  const error = await email.send(message).catch((thrown: unknown) => thrown);
  if (!isOrgError(error)) throw error;
  const { code, outcome, retryable } = error;
  expect(outcome).toBe('not-sent');
  return { code, outcome, retryable, isResult: false } as const;
}

/** The step and the reply of each, with words for the name of a test. */
const all = [
  ...smtpReplies.map(([step, reply]) => [step, reply] as const),
  ...observedReplies().map(({ step, reply }) => [step, reply] as const),
];

describe('E4: what mail servers reply', () => {
  it.each(smtpReplies)('%s "%s": %s', async (step, reply, expected) => {
    const { code, retryable } = await learn(step, reply);
    expect(`${code}${retryable ? ', later' : ''}`).toBe(expected);
  });

  it('a wait that the service says is in the error', async () => {
    const sendTo = async (reply: string) => client(await startReplying('final', reply)).send(message);
    await expect(sendTo('554 On probation. Account will be enabled in 341 seconds')).rejects.toMatchObject({
      retryAfterMs: 341_000,
      message: expect.stringMatching(/Retry after 341 s/),
    });
    await expect(
      sendTo('421 recipient limit exceeded, try again after Sun, 05 Oct 2025 19:22:44 UTC'),
    ).rejects.toMatchObject({ code: 'quota-exceeded', resetAt: new Date('2025-10-05T19:22:44Z') });
  });

  it.skipIf(smtpNote !== '')(`as others recorded it${smtpNote}`, async () => {
    const wrong: unknown[] = [];
    for (const { id, step, reply, codes } of observedReplies()) {
      const { code } = await learn(step, reply);
      if (!codes.includes(code)) wrong.push([id, reply, codes, code]);
    }
    expect(wrong).toEqual([]);
  });
});

describe('the same replies', () => {
  it.each(all)('E7: to a run with a journal: %s "%s"', async (step, reply) => {
    const { code } = await learn(step, reply);
    const journal = memoryJournal();
    const server = await startReplying(step, reply);
    const run = async () => {
      const outcomes = client(server).sendEach([message], { journal, idempotencyKey: () => 'order-17' });
      const { value } = await outcomes.next();
      await outcomes.return();
      return value?.ok === false ? value.error.code : 'accepted';
    };
    expect(await run()).toBe(code);
    expect(journal.entries.at(-1)?.mails[0]?.state).toBe('not-sent');
    server.script = {};
    expect([await run(), journal.entries.at(-1)?.mails[0]?.state]).toEqual(['accepted', 'sent']);
  });

  it.each(all)('E9: to a fail-over: %s "%s"', async (step, reply) => {
    const learned = await learn(step, reply);
    const server = await startReplying(step, reply);
    const place = { host: '127.0.0.1', port: server.port, user: 'mailer', password: 'secret' };
    const transport = createFakeTransport([{ answer: { status: 200, json: { id: 'n1' } } }]);
    const driver = failover([smtp(place), driverOf('resend', 'https://next.example')]);
    const email = createEmailClient({ driver, transport, retry: false, limiter: false });
    running.push(email);
    const html = '<p>Hello</p>';
    const end = await email.send({ ...message, html }).then(
      ({ provider }) => provider,
      (error: unknown) => (isOrgError(error) ? error.code : error),
    );
    expect(end).toBe(movesOn(learned) ? 'resend' : learned.code);
  });
});

describe.skipIf(!hasRedisServer)(`the same replies to a queue${redisNote}`, () => {
  let redis: RedisServer;
  beforeAll(async () => {
    redis = await startRedisServer();
  });
  afterAll(() => redis?.stop());

  it.each(all)('E13: %s "%s"', async (step, reply) => {
    const learned = await learn(step, reply);
    const email = client(await startReplying(step, reply), {}, { limiter: false });
    const where = { connection: { path: redis.path }, name: crypto.randomUUID() };
    const queue = createEmailQueue(where);
    await queue.add(message);
    const states: string[] = [];
    const onOutcome = ({ state }: JobOutcome) => void states.push(state);
    const worker = await startEmailWorker({ ...where, email, requeueDelayMs: 60_000, onOutcome });
    try {
      await expect.poll(() => states, { timeout: 10_000 }).toEqual([stateInQueue(learned)]);
    } finally {
      await worker.close();
      await queue.close();
    }
  });
});
