import { type CallOptions, isOrgError, type Outcome } from '@org/core';
import type { CompositeDetails } from '@org/core/driver';
import { mailjet } from '@org/email/mailjet';
import { resend } from '@org/email/resend';
import { sendgrid } from '@org/email/sendgrid';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createEmailClient } from '../../src/index.ts';
import { accepting, type Fate, fate, type Moment, moment } from './stage.ts';
import { StoreStage } from './store-stage.ts';

interface Story {
  readonly call: keyof typeof calls;
  readonly maxAttempts: number;
  /** The endings of the requests, in their order; after them all is accepted. */
  readonly fates: readonly Fate[];
  readonly abort: { readonly nth: number; readonly at: Moment } | undefined;
}

const stage = new StoreStage();
beforeAll(() => stage.start());
afterAll(() => stage.close());

type Call = (name: string, maxAttempts: number, options: CallOptions) => Promise<unknown>;

const optionsOf = (maxAttempts: number) =>
  ({
    retry: { maxAttempts, baseMs: 0, throttledBaseMs: 0, quota: false, maxRetryAfterMs: 1_000 },
    limiter: false,
    runtime: { random: () => 0 },
  }) as const;

const withResend =
  (
    run: (email: ReturnType<typeof openResend>, name: string, options: CallOptions) => Promise<unknown>,
  ): Call =>
  async (name, maxAttempts, options) => {
    const email = openResend(maxAttempts);
    return run(email, name, options).finally(() => email.close());
  };
const openResend = (maxAttempts: number) =>
  createEmailClient({
    driver: resend({ apiKey: 're_good', baseUrl: `${stage.url}/resend` }),
    ...optionsOf(maxAttempts),
  });

const withMailjet =
  (
    run: (email: ReturnType<typeof openMailjet>, name: string, options: CallOptions) => Promise<unknown>,
  ): Call =>
  async (name, maxAttempts, options) => {
    const email = openMailjet(maxAttempts);
    return run(email, name, options).finally(() => email.close());
  };
const openMailjet = (maxAttempts: number) =>
  createEmailClient({
    driver: mailjet({ apiKey: 'key', secretKey: 'secret', baseUrl: `${stage.url}/mailjet` }),
    ...optionsOf(maxAttempts),
  });

const content = { subject: 'Hi', html: '<p>Hi</p>' };

/** Calls of several requests, and how many objects each creates. */
const calls = {
  'resend template': {
    objects: 1,
    run: withResend((email, name, options) => email.templates.create({ name, ...content }, options)),
  },
  'resend contact': {
    objects: 1,
    run: withResend((email, name, options) =>
      email.contacts.upsert({ email: `${name}@acme.dev`, firstName: 'Ann' }, options),
    ),
  },
  'mailjet template': {
    objects: 1,
    run: withMailjet((email, name, options) => email.templates.create({ name, ...content }, options)),
  },
  'mailjet contact': {
    objects: 1,
    run: withMailjet((email, name, options) =>
      email.contacts.upsert({ email: `${name}@acme.dev`, fields: { plan: 'a' } }, options),
    ),
  },
  // Deletes the first callback when the second one fails.
  'mailjet webhook': {
    objects: 2,
    run: withMailjet((email, name, options) =>
      email.webhooks.create({ url: `https://${name}.acme.dev/`, events: ['delivered', 'opened'] }, options),
    ),
  },
  // Deletes the template when its content fails.
  'sendgrid template': {
    objects: 1,
    async run(name, maxAttempts, options) {
      const driver = sendgrid({ apiKey: 'SG.good', baseUrl: `${stage.url}/sendgrid` });
      const email = createEmailClient({ driver, ...optionsOf(maxAttempts) });
      return email.templates.create({ name, ...content }, options).finally(() => email.close());
    },
  },
} as const satisfies Record<string, { readonly objects: number; readonly run: Call }>;

const story = fc.record<Story>({
  call: fc.constantFrom(...(Object.keys(calls) as (keyof typeof calls)[])),
  maxAttempts: fc.constantFrom(1, 2),
  fates: fc.array(
    fc.oneof({ weight: 2, arbitrary: fc.constant(accepting) }, { weight: 3, arbitrary: fate }),
    { minLength: 3, maxLength: 6 },
  ),
  abort: fc.option(fc.record({ nth: fc.nat({ max: 5 }), at: moment }), { nil: undefined, freq: 3 }),
});

const reason = new Error('enough');
let stories = 0;

it('P10: a call that writes several things says what exists, and its repeat makes no second', async () => {
  const property = fc.asyncProperty(story, async (drawn) => {
    const { objects, run } = calls[drawn.call];
    const controller = new AbortController();
    stories += 1;
    const name = `story-${stories}`;
    stage.play({
      fateOf: (nth) => drawn.fates[nth] ?? accepting,
      on: (at, nth) => {
        if (drawn.abort?.at === at && drawn.abort.nth === nth) controller.abort(reason);
      },
    });
    const proven: Outcome[] = [];
    const options = { signal: controller.signal, onAborted: (outcome: Outcome) => void proven.push(outcome) };
    const thrown = await run(name, drawn.maxAttempts, options).then(
      () => undefined,
      (error: unknown) => error ?? 'nothing',
    );
    if (controller.signal.aborted) await stage.settled();
    if (thrown === undefined) {
      expect(stage.held.size).toBe(objects);
      return;
    }
    const error = isOrgError(thrown) ? thrown : undefined;
    if (error === undefined) expect([thrown, proven.length]).toEqual([reason, 1]);
    const outcome = error?.outcome ?? proven[0];
    const about = `${outcome}: ${error?.message}`;
    expect(['not-sent', 'unknown', 'sent'], about).toContain(outcome);
    if (outcome === 'not-sent') expect([...stage.held], about).toEqual([]);
    if (outcome === 'sent') expect(stage.writes, about).toBeGreaterThan(0);
    const { done = [] } = (error?.details ?? {}) as Partial<CompositeDetails>;
    const ids = done.flatMap(({ id }) => id ?? []);
    for (const id of ids.filter((each) => /^(?:template|contact|d-)/.test(each)))
      expect([...stage.created], about).toContain(id);
    if (error !== undefined && outcome === 'sent' && stage.held.size > 0) expect(done, about).not.toEqual([]);
    if (!error?.retryable) return;
    stage.heal();
    await run(name, drawn.maxAttempts, {}).catch(() => undefined);
    expect(stage.held.size, about).toBeLessThanOrEqual(objects);
  });
  await fc.assert(property, { numRuns: 300 });
});
