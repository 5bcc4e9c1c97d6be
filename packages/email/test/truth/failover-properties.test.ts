import { isOrgError } from '@org/core';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { failover } from '../../src/failover/index.ts';
import type { EmailDriver, EmailMessage, EmailSendClient } from '../../src/index.ts';
import { accepting, type Fate, fate, fates, type Moment, moment, Stage, scriptOf } from './stage.ts';
import {
  type End,
  expectNoDoubles,
  expectTruth,
  type Letters,
  letters,
  messagesOf,
  openClient,
} from './truth.ts';
import { driverOf, type ServiceName } from './wires.ts';

// Plunk has no mail to several recipients, and the composition can do what all its drivers can.
type Member = Exclude<ServiceName, 'plunk' | 'sendgrid'>;
const members = ['resend', 'postmark', 'brevo'] as const;
type Choices<Choice> = Readonly<Record<Member, Choice>>;

const forEach = <Choice>(choice: fc.Arbitrary<Choice>): fc.Arbitrary<Choices<Choice>> =>
  fc.record({ resend: choice, postmark: choice, brevo: choice });
const order = fc.shuffledSubarray([...members], { minLength: 2 });
const maxAttempts = fc.constantFrom(1, 2);

const stage = new Stage();
beforeAll(() => stage.start());
afterAll(() => stage.close());

const leaveOutMs = 30_000;
const reason = new Error('enough');

function open(services: readonly Member[], attempts: number, monotonic?: () => number): EmailSendClient {
  const drivers = services.map((service) => driverOf(service, stage.url));
  return openClient(failover(drivers, { leaveOutMs }) as EmailDriver, attempts, monotonic);
}

interface Story extends Letters {
  readonly mode: 'send' | 'batch';
  readonly order: readonly Member[];
  readonly maxAttempts: number;
  readonly fates: Choices<readonly (readonly Fate[])[]>;
  readonly abort: { readonly recipient: number; readonly service: Member; readonly at: Moment } | undefined;
}

const story = fc.record<Story>({
  ...letters,
  mode: fc.constantFrom('send', 'batch'),
  order,
  maxAttempts,
  fates: forEach(fc.array(fates, { minLength: 1, maxLength: 3 })),
  abort: fc.option(
    fc.record({ recipient: fc.nat({ max: 5 }), service: fc.constantFrom(...members), at: moment }),
    { nil: undefined, freq: 3 },
  ),
});

async function call(
  email: EmailSendClient,
  mode: Story['mode'],
  messages: readonly EmailMessage[],
  signal?: AbortSignal,
): Promise<readonly End[]> {
  try {
    if (mode === 'batch') return await email.sendBatch(messages, { signal });
    return [{ ok: true, result: await email.send(messages[0] as EmailMessage, { signal }) }];
  } catch (error) {
    if (!isOrgError(error)) throw error;
    return messages.map(() => ({ ok: false, error }));
  }
}

it('P10: of several services at most one accepts a mail, and its caller learns the truth', async () => {
  const property = fc.asyncProperty(story, async (drawn) => {
    const { mode, sizes } = drawn;
    const messages = messagesOf({ ...drawn, sizes: mode === 'send' ? sizes.slice(0, 1) : sizes });
    const controller = new AbortController();
    stage.play({
      fateOf: (to, nth, service) => scriptOf(drawn.fates[service as Member])(to, nth, service),
      on(at, to, service) {
        const { abort } = drawn;
        const isHere = abort?.at === at && abort.service === service;
        if (isHere && Number.parseInt(to, 10) === abort.recipient) controller.abort(reason);
      },
    });
    const email = open(drawn.order, drawn.maxAttempts);
    try {
      const ends = await call(email, mode, messages, controller.signal);
      if (controller.signal.aborted) await stage.settled();
      for (const [place, message] of messages.entries())
        expectTruth(ends[place] as End, message, stage.mailsTo);
      for (const outcome of ends.flatMap((end) => (end.ok ? end.result.outcomes : [])))
        if (outcome.status === 'accepted')
          expect(stage.servicesOf(outcome.recipient)).toEqual([outcome.provider]);
      expectNoDoubles(messages, stage.mailsTo);
      // What is retryable, may be repeated through any of the services.
      stage.heal();
      for (const [place, message] of messages.entries()) {
        const end = ends[place];
        if (end !== undefined && !end.ok && end.error.retryable) await call(email, 'send', [message]);
      }
      expectNoDoubles(messages, stage.mailsTo);
    } finally {
      await email.close();
    }
  });
  await fc.assert(property, { numRuns: 120 });
});

/** One mail after another. */
interface Line {
  readonly order: readonly Member[];
  readonly maxAttempts: number;
  /** The time before each mail, and the endings of its requests. */
  readonly mails: readonly { readonly waitMs: number; readonly fates: Choices<readonly Fate[]> }[];
}

const line = fc.record<Line>({
  order,
  maxAttempts,
  mails: fc.array(
    fc.record({
      waitMs: fc.constantFrom(0, 0, leaveOutMs / 2, leaveOutMs * 2),
      fates: forEach(
        fc.oneof(fates, fc.constant([accepting]), fc.array(fate, { minLength: 2, maxLength: 2 })),
      ),
    }),
    { minLength: 2, maxLength: 5 },
  ),
});

/** Whether the last response of a service says that the next mail would fail as well. */
const isOutage = (reply: Fate['reply']) => !['accept', 'garbage', 'refuse'].includes(reply);

/** As long as the service asks, else as long as the option says. */
const leftOutMs = (reply: Fate['reply'] | undefined) => (reply === 'throttleLong' ? 2_000 : leaveOutMs);

it('P10: a service that failed gets no mail until its time, and an error counts all requests', async () => {
  const property = fc.asyncProperty(line, async (drawn) => {
    let jumpedMs = 0;
    const monotonic = () => jumpedMs;
    const email = open(drawn.order, drawn.maxAttempts, monotonic);
    const outUntilMs = new Map<ServiceName, number>();
    const isOut = (service: ServiceName) => monotonic() < (outUntilMs.get(service) ?? 0);
    const messages = messagesOf({ sizes: drawn.mails.map(() => 1), visibility: 'shared' });
    try {
      for (const [place, { waitMs, fates: of }] of drawn.mails.entries()) {
        const message = messages[place] as EmailMessage;
        jumpedMs += waitMs;
        const due = drawn.order.filter((service) => !isOut(service));
        const replies = new Map<ServiceName, Fate['reply']>();
        stage.play({
          fateOf(_, nth, service) {
            const drawnFate = of[service as Member][nth] ?? of[service as Member].at(-1) ?? accepting;
            replies.set(service, drawnFate.reply);
            return drawnFate;
          },
        });
        const [end] = await call(email, 'send', [message]);
        // They are asked in their order; when each is left out, all of them are.
        const asked = [...new Set(stage.asked.map(({ service }) => service))];
        const mayBeAsked = due.length === 0 ? drawn.order : due;
        expect(asked).toEqual(mayBeAsked.slice(0, asked.length));
        for (const service of asked.slice(0, -1))
          expect(isOutage(replies.get(service) ?? 'accept')).toBe(true);
        for (const service of asked)
          if (isOutage(replies.get(service) ?? 'accept'))
            outUntilMs.set(service, monotonic() + leftOutMs(replies.get(service)));
          else outUntilMs.delete(service);
        expectTruth(end as End, message, stage.mailsTo);
        expectNoDoubles([message], stage.mailsTo);
        if (end !== undefined && !end.ok) expect(end.error.attempts).toBe(stage.asked.length);
      }
    } finally {
      await email.close();
    }
  });
  await fc.assert(property, { numRuns: 60 });
});
