// The same answers to a run with a journal, to a fail-over and to a queue.
import { isOrgError } from '@org/core';
import { createFakeTransport } from '@org/core/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createEmailQueue, type JobOutcome, startEmailWorker } from '../../src/bullmq/index.ts';
import { failover } from '../../src/failover/index.ts';
import { createEmailClient, type SendEachOutcome } from '../../src/index.ts';
import { hasRedisServer, type RedisServer, redisNote, startRedisServer } from '../bullmq/redis-server.ts';
import type { AnswerFixture } from './fixture.ts';
import { answersOf } from './fixtures.ts';
import { memoryJournal } from './memory-journal.ts';
import { driverOf, serviceNames } from './services.ts';
import { engineOf, hurry, message, replyOf } from './stage.ts';

/** They are not about the mail: it goes elsewhere, or waits until somebody has put the account right. */
const refusalsOfTheAccount = [
  'account-suspended',
  'authentication',
  'permission',
  'quota-exceeded',
  'sender-not-verified',
];
const outages = ['rate-limit', 'server'];
const codeOf = (outcome: SendEachOutcome | undefined) =>
  outcome?.ok === false ? outcome.error.code : 'accepted';

describe.each(serviceNames)('E7: a run of %s', (service) => {
  it.each(answersOf(service).map((fixture) => [fixture.what, fixture] as const))(
    '%s',
    async (_what, fixture) => {
      const journal = memoryJournal();
      const run = async () => {
        const engine = engineOf(fixture);
        const email = createEmailClient({ driver: driverOf(service, 'https://service.example'), ...engine });
        const outcomes = email.sendEach([message], { journal, idempotencyKey: () => 'order-17' });
        const { value } = await hurry(engine, outcomes.next());
        await outcomes.return();
        return { outcome: value ?? undefined, requests: engine.transport.requests.length };
      };
      const first = await run();
      expect(codeOf(first.outcome)).toBe(fixture.means);
      expect(journal.entries.at(-1)?.state).toBe(fixture.outcome);
      const second = await run();
      if (fixture.outcome === 'sent') expect(second.requests).toBe(0);
      if (fixture.outcome === 'not-sent') expect(second.requests).toBeGreaterThan(0);
    },
  );
});

describe.each(serviceNames)('E9: a fail-over from %s', (service) => {
  const moves = ({ means, outcome }: AnswerFixture) =>
    outcome === 'not-sent' && [...refusalsOfTheAccount, ...outages].includes(means);

  it.each(answersOf(service).map((fixture) => [fixture.what, fixture] as const))(
    '%s',
    async (_what, fixture) => {
      const engine = engineOf(fixture);
      let nextRequests = 0;
      const transport = createFakeTransport([
        {
          answer: ({ url }) => {
            if (url.host !== 'next.example') return replyOf(fixture);
            nextRequests += 1;
            return { status: 200, json: { id: 'n1' } };
          },
        },
      ]);
      const next = service === 'resend' ? 'postmark' : 'resend';
      const accepted = { To: 'bob@other.example', MessageID: 'n1', ErrorCode: 0, Message: 'OK', id: 'n1' };
      transport.respond({ answer: { status: 200, json: accepted } });
      const driver = failover([
        driverOf(service, 'https://service.example'),
        driverOf(next, 'https://next.example'),
      ]);
      const email = createEmailClient({ driver, ...engine, transport });
      const result = hurry(engine, email.send(message)).then(
        ({ provider }) => provider,
        (error: unknown) => (isOrgError(error) ? error.code : error),
      );
      await result;
      expect(nextRequests > 0).toBe(moves(fixture));
    },
  );
});

describe.skipIf(!hasRedisServer)(`E13: a queue${redisNote}`, () => {
  let server: RedisServer;
  beforeAll(async () => {
    server = await startRedisServer();
  });
  afterAll(() => server?.stop());

  it.each(serviceNames)('of %s', async (service) => {
    const all = answersOf(service);
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
      await queue.add({ ...message, subject: `case-${index}` }, { id: `${index}` });
    const outcomes: JobOutcome[] = [];
    const onOutcome = (outcome: JobOutcome) => void outcomes.push(outcome);
    const worker = await startEmailWorker({ ...where, email, requeueDelayMs: 60_000, onOutcome });
    try {
      await expect.poll(() => outcomes.length, { timeout: 10_000 }).toBe(all.length);
    } finally {
      await worker.close();
      await queue.close();
    }
    const states = Object.fromEntries(outcomes.map(({ id, state }) => [all[Number(id)]?.what, state]));
    expect(states).toEqual(Object.fromEntries(all.map((fixture) => [fixture.what, stateOf(fixture)])));
  });
});

function stateOf({ means, outcome, retryable }: AnswerFixture): JobOutcome['state'] {
  if (means === 'accepted') return 'sent';
  const mayPass = retryable || refusalsOfTheAccount.includes(means);
  return outcome === 'not-sent' && mayPass ? 'requeued' : 'dead';
}
