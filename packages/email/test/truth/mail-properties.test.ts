import { AbortedError, type CallOptions, isOrgError, type Outcome } from '@org/core';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { EmailMessage, EmailSendClient } from '../../src/index.ts';
import { type Fate, fate, fates, type Moment, moment, Stage, scriptOf } from './stage.ts';
import {
  type End,
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
  readonly mode: 'send' | 'batch' | 'each';
  readonly hasKey: boolean;
  /** The mails go out later, which takes SendGrid two requests for each. */
  readonly isScheduled: boolean;
  readonly maxAttempts: number;
  readonly fates: readonly (readonly Fate[])[];
  /** Aborts at the request to this recipient. */
  readonly abort: { readonly recipient: number; readonly at: Moment | 'start' } | undefined;
}

const hanging = fc.record<Fate>({
  acts: fc.boolean(),
  reply: fc.constant('hang'),
  refuses: fc.constant(undefined),
});
const story = fc.record<Story>({
  service: fc.constantFrom(...serviceNames),
  mode: fc.constantFrom('send', 'batch', 'each'),
  ...letters,
  hasKey: fc.boolean(),
  isScheduled: fc.boolean(),
  maxAttempts: fc.integer({ min: 1, max: 3 }),
  fates: fc.array(
    fc.oneof({ weight: 30, arbitrary: fates }, { weight: 1, arbitrary: fc.tuple(hanging, fate) }),
    { minLength: 1, maxLength: 4 },
  ),
  abort: fc.option(
    fc.record({
      recipient: fc.nat({ max: 6 }),
      at: fc.oneof({ weight: 8, arbitrary: moment }, fc.constant('start' as const)),
    }),
    { nil: undefined, freq: 3 },
  ),
});

const stage = new Stage();
beforeAll(() => stage.start());
afterAll(() => stage.close());

const reason = new Error('enough');

/** The ends of the messages in their order, and what the call threw. */
interface Played {
  readonly ends: readonly (End | undefined)[];
  readonly thrown: unknown;
}

async function call(
  email: EmailSendClient,
  { mode, hasKey }: Pick<Story, 'mode' | 'hasKey'>,
  messages: readonly EmailMessage[],
  abort: Pick<CallOptions, 'signal' | 'onAborted'> = {},
): Promise<Played> {
  const ends: (End | undefined)[] = messages.map(() => undefined);
  const [first] = messages;
  try {
    if (mode === 'send' && first !== undefined) {
      const options = { ...abort, ...(hasKey ? { idempotencyKey: 'order-7' } : {}) };
      ends[0] = { ok: true, result: await email.send(first, options) };
    } else if (mode === 'batch') {
      const options = { ...abort, ...(hasKey ? { idempotencyKey: 'order-7' } : {}) };
      for (const outcome of await email.sendBatch(messages, options)) ends[outcome.index] = outcome;
    } else {
      const keys = hasKey ? { idempotencyKey: (_: unknown, index: number) => `order-${index}` } : {};
      for await (const outcome of email.sendEach(messages, { ...abort, concurrency: 2, ...keys }))
        ends[outcome.index] = outcome;
    }
    return { ends, thrown: undefined };
  } catch (thrown) {
    if (mode === 'send' && isOrgError(thrown)) ends[0] = { ok: false, error: thrown };
    return { ends, thrown };
  }
}

/** An abort that ended the call is reported once, with what is true of all its mails. */
function expectProven(proven: readonly Outcome[], thrown: unknown, messages: readonly EmailMessage[]): void {
  const counts = messages.flatMap(recipientsOf).map(stage.mailsTo);
  const isEnd = thrown === reason || (isOrgError(thrown) && thrown.cause === reason);
  expect(proven.length).toBeLessThan(2);
  if (isEnd) expect(proven).toHaveLength(1);
  if (proven[0] === 'not-sent') expect(Math.max(...counts)).toBe(0);
  if (proven[0] === 'sent') expect(Math.max(...counts)).toBeGreaterThan(0);
}

/** Repeats what its error calls repeatable, while the service works: with its key the whole call. */
async function repeat(
  email: EmailSendClient,
  drawn: Story,
  messages: readonly EmailMessage[],
  { ends }: Played,
): Promise<void> {
  stage.heal();
  const isRepeatable = (end: End | undefined) => end !== undefined && !end.ok && end.error.retryable;
  const isKeyed = drawn.hasKey && !['postmark', 'sendgrid'].includes(drawn.service);
  if (isKeyed && ends.some(isRepeatable)) await call(email, drawn, messages);
  else
    for (const [place, message] of messages.entries())
      if (isRepeatable(ends[place])) await call(email, { mode: 'send', hasKey: false }, [message]);
}

it('P10: whatever fails and wherever it is aborted, a caller learns the truth of each mail', async () => {
  const property = fc.asyncProperty(story, async (drawn) => {
    const { service, mode } = drawn;
    // Plunk has no mail to several recipients.
    const visibility = service === 'plunk' ? 'individual' : drawn.visibility;
    const sizes = mode === 'send' ? drawn.sizes.slice(0, 1) : drawn.sizes;
    const isLater = drawn.isScheduled && service === 'sendgrid';
    const messages = messagesOf(
      { sizes, visibility },
      isLater ? new Date(Date.now() + 3_600_000) : undefined,
    );
    const controller = new AbortController();
    const on = (at: Moment | 'start', recipient = '') => {
      if (drawn.abort?.at === at && Number.parseInt(recipient, 10) === drawn.abort.recipient)
        controller.abort(reason);
    };
    stage.play({ fateOf: scriptOf(drawn.fates), on });
    if (drawn.abort?.at === 'start') controller.abort(reason);
    const email = openClient(driverOf(service, stage.url), drawn.maxAttempts, undefined, 150);
    try {
      const proven: Outcome[] = [];
      const onAborted = (outcome: Outcome) => void proven.push(outcome);
      const played = await call(email, drawn, messages, { signal: controller.signal, onAborted });
      if (controller.signal.aborted) await stage.settled();
      const { ends, thrown } = played;
      for (const [place, message] of messages.entries()) {
        const end = ends[place];
        if (end !== undefined) expectTruth(end, message, stage.mailsTo);
        // A message without an end never started: its call ended before it.
        else for (const to of recipientsOf(message)) expect(stage.mailsTo(to), `no end for ${to}`).toBe(0);
      }
      if (thrown === undefined) expect(ends).not.toContain(undefined);
      else if (mode === 'each' || thrown === reason) expect(thrown).toBe(reason);
      else if (mode === 'batch') expect(thrown).toMatchObject({ code: 'aborted', outcome: 'not-sent' });
      if (AbortedError.isInstance(thrown)) expect(thrown.cause).toBe(reason);
      expectProven(proven, thrown, messages);
      expectNoDoubles(messages, stage.mailsTo);
      await repeat(email, drawn, messages, played);
      expectNoDoubles(messages, stage.mailsTo);
    } finally {
      await email.close();
    }
  });
  await fc.assert(property, { numRuns: 120 });
});
