import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { CompositeDetails } from '../src/driver/index.ts';
import {
  classifyStatus,
  createServiceClient,
  defineComposite,
  defineOperation,
  isOrgError,
  noAuth,
  type Outcome,
  type Safety,
} from '../src/index.ts';

/** What the server does with a request; with `acts` it does the work before. */
interface Fate {
  readonly acts: boolean;
  readonly reply: 'accept' | 'throttle' | 'fail' | 'cut' | 'hang' | 'missing' | 'same';
}

interface Step {
  readonly safety: Exclude<Safety, 'keyed'>;
  readonly fates: readonly Fate[];
}

interface Story {
  readonly safety: Exclude<Safety, 'keyed' | 'read'>;
  readonly steps: readonly Step[];
  readonly maxAttempts: number;
  /** Aborts when this request arrives, or after its response. */
  readonly abort: { readonly step: number; readonly when: 'arrived' | 'answered' } | undefined;
}

const fate: fc.Arbitrary<Fate> = fc.oneof(
  { weight: 4, arbitrary: fc.constant<Fate>({ acts: true, reply: 'accept' }) },
  fc.constantFrom<Fate>(
    { acts: false, reply: 'throttle' },
    { acts: false, reply: 'missing' },
    { acts: false, reply: 'same' },
  ),
  fc.record<Fate>({ acts: fc.boolean(), reply: fc.constantFrom('fail', 'cut', 'hang') }),
);
const step = fc.record<Step>({
  safety: fc.constantFrom('read', 'idempotent', 'unsafe'),
  fates: fc.array(fate, { minLength: 1, maxLength: 2 }),
});
const story = fc.record<Story>({
  safety: fc.constantFrom('idempotent', 'unsafe'),
  steps: fc.array(step, { minLength: 1, maxLength: 4 }),
  maxAttempts: fc.constantFrom(1, 2),
  abort: fc.option(
    fc.record({ step: fc.nat({ max: 3 }), when: fc.constantFrom('arrived' as const, 'answered' as const) }),
    { nil: undefined },
  ),
});

/** A story that the server plays, and what it did. */
interface Played {
  readonly steps: readonly Step[];
  readonly arrivals: number[];
  readonly acted: number[];
  /** The steps that were answered and had nothing to change. */
  readonly unchanged: number[];
  readonly abort: (event: 'arrived' | 'answered', step: number) => void;
}

// On a busy machine a request may arrive after its attempt has timed out: during a later story.
const stories: Played[] = [];

const statuses = { accept: 200, throttle: 429, fail: 500, missing: 404, same: 304 } as const;
const server = createServer((request, response) => {
  const [, story, step] = (request.url ?? '').split('/').map(Number) as [number, number, number];
  const { steps, arrivals, acted, unchanged, abort } = stories[story] as Played;
  const { fates } = steps[step] as Step;
  const { acts, reply } = fates[Math.min(arrivals[step] as number, fates.length - 1)] as Fate;
  arrivals[step] = (arrivals[step] as number) + 1;
  request.resume().on('end', () => {
    if (acts) acted.push(step);
    if (reply === 'missing' || reply === 'same') unchanged.push(step);
    abort('arrived', step);
    if (reply === 'cut') request.socket.destroy();
    else if (reply !== 'hang') response.writeHead(statuses[reply]).end('{}');
  });
});

let baseUrl = '';
beforeAll(async () => {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

/** Plays a story against the server: how the call ended, and what the caller learned. */
async function play(drawn: Story) {
  const controller = new AbortController();
  const reason = new Error('enough');
  const abort: Played['abort'] = (when, step) => {
    if (drawn.abort?.when === when && drawn.abort.step === step) controller.abort(reason);
  };
  const acted: number[] = [];
  const unchanged: number[] = [];
  const arrivals = drawn.steps.map(() => 0);
  const story = stories.push({ steps: drawn.steps, arrivals, acted, unchanged, abort }) - 1;
  const requests = drawn.steps.map(({ safety }, number) =>
    defineOperation({
      name: `step.${number}`,
      safety,
      encode: (_: undefined) => ({ method: 'POST', path: `/${story}/${number}` }),
      decode: () => {
        abort('answered', number);
        return `made-${number}`;
      },
      isAccepted: () => true,
      // What is not there is as good as removed.
      classify: (response, context) =>
        response.status === 404 ? undefined : classifyStatus(response, context),
    } as const),
  );
  const whole = defineComposite({
    name: 'whole',
    safety: drawn.safety,
    async run(_: undefined, { request }) {
      for (const each of requests) await request(each, undefined);
    },
  });
  const retry = { baseMs: 0, throttledBaseMs: 0, quota: false } as const;
  const service = { name: 'acme', baseUrl, auth: noAuth() };
  const client = createServiceClient(service, { retry, limiter: false, timeoutMs: 60 });
  const aborted: Outcome[] = [];
  const end = await client
    .execute(whole, undefined, {
      signal: controller.signal,
      maxAttempts: drawn.maxAttempts,
      onAborted: (outcome) => void aborted.push(outcome),
    })
    .then(
      () => ({ ok: true }) as const,
      (error: unknown) => ({ ok: false, error }) as const,
    );
  return { end, acted, unchanged, aborted, reason };
}

it('P10: whatever fails and wherever it is aborted, a call of several requests tells the truth', async () => {
  await fc.assert(
    fc.asyncProperty(story, async (drawn) => {
      const { end, acted, unchanged, aborted, reason } = await play(drawn);
      const isWrite = (number: number) => drawn.steps[number]?.safety !== 'read';
      const writes = acted.filter(isWrite);
      for (const [number, { safety }] of drawn.steps.entries())
        if (safety === 'unsafe') expect(acted.filter((each) => each === number).length).toBeLessThan(2);
      if (end.ok) expect(new Set([...acted, ...unchanged]).size).toBe(drawn.steps.length);
      if (end.ok) return;
      const isAborted = end.error === reason;
      expect(aborted).toHaveLength(isAborted ? 1 : 0);
      const error = isOrgError(end.error) ? end.error : undefined;
      if (!isAborted) expect(error).toMatchObject({ operation: 'whole', provider: 'acme' });
      const outcome = aborted[0] ?? error?.outcome;
      if (outcome === 'not-sent') expect(writes).toEqual([]);
      if (outcome === 'sent') expect(writes).not.toEqual([]);
      const { done = [] } = (error?.details ?? {}) as Partial<CompositeDetails>;
      expect(done.length).toBeLessThanOrEqual(writes.length);
      expect(outcome).toBeDefined();
      // What may be repeated is harmless: nothing was written, or the whole is idempotent.
      if (error?.retryable && drawn.safety === 'unsafe') expect(writes).toEqual([]);
    }),
    { numRuns: 250 },
  );
});
