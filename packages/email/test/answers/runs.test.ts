// The same answers to a run with a journal, to a fail-over and to a queue.
import { isOrgError } from '@org/core';
import { createFakeTransport } from '@org/core/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createEmailQueue, type JobOutcome, startEmailWorker } from '../../src/bullmq/index.ts';
import { failover } from '../../src/failover/index.ts';
import { createEmailClient } from '../../src/index.ts';
import { hasRedisServer, type RedisServer, redisNote, startRedisServer } from '../bullmq/redis-server.ts';
import { memoryJournal } from '../support/memory-journal.ts';
import { fitContent } from '../support/stored-message.ts';
import { answersOf } from './fixtures.ts';
import { movesOn, stateInQueue } from './handling.ts';
import { observedAnswers } from './observed-answers.ts';
import { driverOf, type ServiceName, serviceNames } from './services.ts';
import { type Answer, codeOfResult, engineOf, hurry, learn, message, replyOf } from './stage.ts';

/** Ours, and those that others recorded. */
const allOf = (service: ServiceName) => [...answersOf(service), ...observedAnswers(service)];
const rowsOf = (service: ServiceName) => allOf(service).map((answer) => [answer.what, answer] as const);

describe.each(serviceNames)('E7: a run of %s', (service) => {
  it.each(rowsOf(service))('%s', async (_what, answer) => {
    const { code, outcome } = await learn(service, answer);
    const journal = memoryJournal();
    const run = async () => {
      const engine = engineOf(answer);
      const driver = driverOf(service, 'https://service.example');
      const email = createEmailClient({ driver, ...engine });
      const outcomes = email.sendEach([fitContent(driver, message)], {
        journal,
        idempotencyKey: () => 'order-17',
      });
      const { value } = await hurry(engine, outcomes.next());
      await outcomes.return();
      return { value: value ?? undefined, requests: engine.transport.requests.length };
    };
    const first = await run();
    expect(first.value?.ok === false ? first.value.error.code : codeOfResult(first.value?.result)).toBe(code);
    expect(journal.entries.at(-1)?.mails[0]?.state).toBe(outcome);
    const second = await run();
    if (outcome === 'sent') expect(second.requests).toBe(0);
    if (outcome === 'not-sent') expect(second.requests).toBeGreaterThan(0);
  });
});

// The ids of stored templates are those of one service: `failover()` refuses such a service.
const withContent = serviceNames.filter(
  (service) => driverOf(service, 'https://service.example').capabilities.message.ownContent !== false,
);

describe.each(withContent)('E9: a fail-over from %s', (service) => {
  const next = service === 'resend' ? 'postmark' : 'resend';
  const accepted = { To: 'bob@other.example', MessageID: 'n1', ErrorCode: 0, Message: 'OK', id: 'n1' };

  it.each(rowsOf(service))('%s', async (_what, answer) => {
    const learned = await learn(service, answer);
    const engine = engineOf(answer);
    const transport = createFakeTransport([
      {
        answer: ({ url }) =>
          url.host === 'next.example' ? { status: 200, json: accepted } : replyOf(answer),
      },
    ]);
    const drivers = [driverOf(service, 'https://service.example'), driverOf(next, 'https://next.example')];
    const email = createEmailClient({ driver: failover(drivers), ...engine, transport });
    const end = await hurry(engine, email.send(message)).then(
      ({ provider }) => provider,
      (error: unknown) => (isOrgError(error) ? error.code : error),
    );
    const stays = learned.outcome === 'sent' && learned.isResult ? service : learned.code;
    expect(end).toBe(movesOn(learned) ? next : stays);
  });
});

describe.skipIf(!hasRedisServer)(`E13: a queue${redisNote}`, () => {
  let server: RedisServer;
  beforeAll(async () => {
    server = await startRedisServer();
  });
  afterAll(() => server?.stop());

  it.each(serviceNames)('of %s', async (service) => {
    const all: readonly (Answer & { readonly what: string })[] = allOf(service);
    const where = { connection: { path: server.path }, name: `answers-${service}` };
    const caseOf = (body: Uint8Array) => {
      const [, index = ''] = /case-(\d+)/.exec(new TextDecoder().decode(body)) ?? [];
      return all[Number(index)] ?? { status: 500 };
    };
    const transport = createFakeTransport([{ answer: ({ body }) => replyOf(caseOf(body)) }]);
    const driver = driverOf(service, 'https://service.example');
    const email = createEmailClient({ driver, transport, limiter: false, retry: false });
    const queue = createEmailQueue(where);
    for (const index of all.keys())
      await queue.add(fitContent(driver, { ...message, subject: `case-${index}` }), { id: `${index}` });
    const outcomes: JobOutcome[] = [];
    const onOutcome = (outcome: JobOutcome) => void outcomes.push(outcome);
    const worker = await startEmailWorker({ ...where, email, requeueDelayMs: 60_000, onOutcome });
    try {
      await expect.poll(() => outcomes.length, { timeout: 10_000 }).toBe(all.length);
    } finally {
      await worker.close();
      await queue.close();
    }
    const stateOf = (index: number) => outcomes.find(({ id }) => id === `${index}`)?.state;
    const wrong: unknown[] = [];
    for (const [index, answer] of all.entries()) {
      const learned = await learn(service, answer);
      if (stateOf(index) !== stateInQueue(learned)) wrong.push([answer.what, stateOf(index), learned]);
    }
    expect(wrong).toEqual([]);
  });
});
