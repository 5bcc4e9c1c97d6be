import { setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  createEmailQueue,
  type DeadLetter,
  type EmailQueue,
  type EmailWorker,
  type JobOutcome,
  startEmailWorker,
} from '../../src/bullmq/index.ts';
import type { EmailMessage, EmailSendClient } from '../../src/index.ts';
import { hasRedisServer, type RedisServer, redisNote, startRedisServer } from '../bullmq/redis-server.ts';
import { type Fate, fates, type Moment, moment, Stage, scriptOf } from './stage.ts';
import {
  expectNoDoubles,
  expectTruth,
  type Letters,
  letters,
  messagesOf,
  openClient,
  recipientsOf,
} from './truth.ts';
import { driverOf, type ServiceName, serviceNames } from './wires.ts';

interface Story extends Letters {
  readonly service: ServiceName;
  readonly maxAttempts: number;
  readonly maxRequeues: number;
  readonly fates: readonly (readonly Fate[])[];
  /** The request to this recipient ends the worker; another one takes over. */
  readonly stop: { readonly recipient: number; readonly at: Moment } | undefined;
}

// Retry-After of seconds would only take time.
const soon = (choice: readonly Fate[]) =>
  choice.map((each): Fate => (each.reply === 'throttleLong' ? { ...each, reply: 'throttle' } : each));
const story = fc.record<Story>({
  ...letters,
  service: fc.constantFrom(...serviceNames, 'postmark'),
  maxAttempts: fc.constantFrom(1, 2),
  maxRequeues: fc.constantFrom(0, 0, 1, 2),
  fates: fc.array(fates.map(soon), { minLength: 1, maxLength: 4 }),
  stop: fc.option(fc.record({ recipient: fc.nat({ max: 4 }), at: moment }), { nil: undefined, freq: 3 }),
});

const stage = new Stage();
let redis: RedisServer | undefined;
beforeAll(async () => {
  if (hasRedisServer) redis = await startRedisServer();
  await stage.start();
});
afterAll(async () => {
  stage.close();
  await redis?.stop();
});

let made = 0;

/** A queue of its own, and a worker that can be replaced. */
async function open({ service, maxAttempts, maxRequeues }: Story) {
  made += 1;
  const where = { connection: { path: redis?.path }, name: `truth-${made}` };
  const queue: EmailQueue = createEmailQueue(where);
  const email: EmailSendClient = openClient(driverOf(service, stage.url), maxAttempts);
  const outcomes: JobOutcome[] = [];
  const start = (): Promise<EmailWorker> =>
    startEmailWorker({
      ...where,
      email,
      maxRequeues,
      requeueDelayMs: 1,
      concurrency: 2,
      onOutcome: (outcome) => void outcomes.push(outcome),
    });
  let worker = await start();
  return {
    queue,
    outcomes,
    async replace() {
      await worker.close({ graceMs: 0 });
      worker = await start();
    },
    async close() {
      await worker.close({ graceMs: 0 });
      await queue.close();
      await email.close();
    },
  };
}

/** Waits until no mail of the queue is on its way. */
async function drained(queue: EmailQueue): Promise<void> {
  for (;;) {
    const { waiting, delayed, active } = await queue.counts();
    if (waiting + delayed + active === 0) return;
    await sleep(5);
  }
}

async function lettersOf(queue: EmailQueue): Promise<DeadLetter[]> {
  const found: DeadLetter[] = [];
  for await (const letter of queue.deadLetters()) found.push(letter);
  return found;
}

/** What the worker reported, and what the dead letters say, agree with what the service accepted. */
function expectAllTrue(
  messages: readonly EmailMessage[],
  outcomes: readonly JobOutcome[],
  dead: readonly DeadLetter[],
): void {
  for (const [place, message] of messages.entries()) {
    const last = outcomes.findLast(({ id }) => id === `mail-${place}`);
    const letter = dead.find(({ id }) => id === `mail-${place}`);
    // Each mail ends in one of two ways.
    expect(last?.state).toBe(letter === undefined ? 'sent' : 'dead');
    if (last?.state === 'sent') expectTruth({ ok: true, result: last.result }, message, stage.mailsTo);
    if (letter === undefined) continue;
    const about = `${letter.failure.outcome}: ${letter.failure.message}`;
    const counts = recipientsOf(message).map(stage.mailsTo);
    if (letter.recipients.length > 0)
      expect(letter.recipients.map(({ recipient }) => recipient)).toEqual(recipientsOf(message));
    else if (letter.failure.outcome === 'not-sent') expect(Math.max(...counts), about).toBe(0);
    for (const { recipient, outcome } of letter.recipients) {
      if (outcome === 'sent') expect(stage.mailsTo(recipient), about).toBe(1);
      if (outcome === 'not-sent') expect(stage.mailsTo(recipient), about).toBe(0);
    }
  }
  expectNoDoubles(messages, stage.mailsTo);
}

/** The recipients of a letter who may have the mail without anyone knowing. */
function inDoubt({ failure, recipients, message }: DeadLetter): readonly string[] {
  if (recipients.length > 0)
    return recipients.flatMap(({ recipient, outcome }) => (outcome === 'unknown' ? [recipient] : []));
  return failure.outcome === 'not-sent' ? [] : recipientsOf(message);
}

/** After a redrive of all letters: who had a mail got no second one, and who surely had none has one. */
function expectRedriven(messages: readonly EmailMessage[], dead: readonly DeadLetter[]): void {
  const doubts = new Set(dead.flatMap(inDoubt));
  for (const recipient of messages.flatMap(recipientsOf))
    if (!doubts.has(recipient)) expect(stage.mailsTo(recipient), recipient).toBeLessThan(2);
  for (const { message } of dead)
    for (const recipient of recipientsOf(message))
      if (!doubts.has(recipient)) expect(stage.mailsTo(recipient), recipient).toBe(1);
}

describe.skipIf(!hasRedisServer)(`a queue of mails${redisNote}`, () => {
  it('P10: tells the truth of each mail, whatever fails and whichever worker ends', async () => {
    const property = fc.asyncProperty(story, async (drawn) => {
      const visibility = drawn.service === 'plunk' ? 'individual' : drawn.visibility;
      const messages = messagesOf({ ...drawn, visibility });
      let replaced: Promise<void> | undefined;
      const { queue, outcomes, replace, close } = await open(drawn);
      const on = (at: Moment, to: string) => {
        const isHere = drawn.stop?.at === at && Number.parseInt(to, 10) === drawn.stop.recipient;
        if (isHere) replaced ??= replace();
      };
      stage.play({ fateOf: scriptOf(drawn.fates), on });
      try {
        for (const [place, message] of messages.entries()) await queue.add(message, { id: `mail-${place}` });
        await drained(queue);
        await replaced;
        await drained(queue);
        await stage.settled();
        const dead = await lettersOf(queue);
        expectAllTrue(messages, outcomes, dead);
        stage.heal();
        for (const { id } of dead) await queue.redrive(id);
        // A mail with a known id is not added again.
        const others = [...messages.entries()].filter(
          ([place]) => !dead.some(({ id }) => id === `mail-${place}`),
        );
        for (const [place, message] of others) await queue.add(message, { id: `mail-${place}` });
        await drained(queue);
        expectRedriven(messages, dead);
      } finally {
        await close();
      }
    });
    await fc.assert(property, { numRuns: 24 });
  });
});
