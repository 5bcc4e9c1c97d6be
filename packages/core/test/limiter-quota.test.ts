import { describe, expect, it } from 'vitest';
import type { Permit, PermitRequest, RateReport } from '../src/driver/index.ts';
import {
  type ClientEvent,
  createLimiter,
  createServiceClient,
  defineService,
  type LimiterOptions,
  maxConcurrency,
  noAuth,
  perWindow,
  QuotaExceededError,
} from '../src/index.ts';
import { createManualRuntime } from '../src/testing/manual-clock.ts';

const hour = 3_600_000;
const day = 24 * hour;
const quota = (remaining: number, more: Partial<RateReport> = {}): RateReport => ({
  kind: 'quota',
  limit: 2_000,
  remaining,
  resetAfterMs: 5 * hour,
  ...more,
});

function setUp(options: Partial<LimiterOptions> = {}) {
  const runtime = createManualRuntime({ startAt: new Date('2030-01-01T00:00:00Z') });
  const limiter = createLimiter({ limits: [perWindow(1_000, 1_000)], runtime, ...options });
  const ask = (request: PermitRequest = {}): Promise<Permit> => {
    const permit = limiter.acquire(request);
    permit.catch(() => undefined);
    return permit;
  };
  const quotas = () => limiter.snapshot().quotas;
  return { runtime, limiter, ask, quotas };
}

const refusalOf = (asked: Promise<unknown>) => asked.then(() => undefined).catch((error: unknown) => error);

describe('a quota', () => {
  it('is counted down by later starts until it resets', async () => {
    const { runtime, ask, quotas } = setUp();
    (await ask()).release({ limits: [quota(10)] });
    await ask({ cost: 3 });
    await runtime.advance(hour);
    expect(quotas()).toEqual([quota(7, { resetAfterMs: 4 * hour })]);
    await runtime.advance(4 * hour);
    expect(quotas()).toEqual([]);
  });

  it('is the lower report of two concurrent calls, in any order of responses', async () => {
    const { ask, quotas } = setUp();
    const [first, second] = [await ask(), await ask()];
    first.release({ limits: [quota(8)] });
    // It started before the first report.
    second.release({ limits: [quota(9)] });
    expect(quotas()).toEqual([quota(8)]);
  });

  it('is the report of the latest start, in any order of responses', async () => {
    const { ask, quotas } = setUp();
    const [first, second] = [await ask(), await ask()];
    second.release({ limits: [quota(8)] });
    first.release({ limits: [quota(9)] });
    expect(quotas()).toEqual([quota(8)]);
    (await ask()).release({ limits: [quota(2_000)] });
    expect(quotas()).toEqual([quota(2_000)]);
  });

  it('is distinguished by name, partition and window', async () => {
    const { ask, quotas } = setUp();
    const all = [
      quota(1, { name: 'day', windowMs: day }),
      quota(2, { name: 'month', windowMs: 30 * day }),
      quota(3, { name: 'day', windowMs: day, partition: 'eu' }),
    ];
    (await ask()).release({ limits: all });
    expect(quotas()).toEqual(all);
  });

  it('of which nothing remains delays no call', async () => {
    const { ask } = setUp();
    (await ask()).release({ limits: [quota(0)] });
    expect(await refusalOf(ask())).toBeUndefined();
  });

  it('is available again at the instant of its reset', async () => {
    const { runtime, ask } = setUp();
    (await ask()).release({ throttled: true, limits: [quota(0)] });
    await runtime.advance(5 * hour - 1);
    expect(await refusalOf(ask())).toMatchObject({ code: 'quota-exceeded', retryAfterMs: 1 });
    await runtime.advance(1);
    expect(await refusalOf(ask())).toBeUndefined();
  });

  it('that caused a 429 rejects calls at once, with the date of its reset', async () => {
    const { runtime, limiter, ask } = setUp({ limits: [maxConcurrency(1)] });
    const first = await ask();
    const waiting = [refusalOf(ask()), refusalOf(ask({ priority: 'low' }))];
    first.release({ throttled: true, limits: [quota(0)] });
    for (const refusal of [...(await Promise.all(waiting)), await refusalOf(ask({ maxWaitMs: day }))]) {
      expect(QuotaExceededError.isInstance(refusal)).toBe(true);
      expect(refusal).toMatchObject({
        outcome: 'not-sent',
        retryAfterMs: 5 * hour,
        resetAt: new Date('2030-01-01T05:00:00Z'),
        message: expect.stringContaining('2030-01-01T05:00:00.000Z'),
      });
    }
    expect(limiter.pending).toBe(0);
    expect(runtime.pendingSleeps).toEqual([]);
    await runtime.advance(5 * hour);
    await ask();
  });

  it.each<[string, Parameters<Permit['release']>[0], number]>([
    ['a Retry-After of hours is one', { throttled: true, retryAfterMs: 7 * hour }, 7 * hour],
    [
      'the longer of several counts',
      { throttled: true, limits: [quota(0), quota(0, { windowMs: 30 * day, resetAfterMs: 20 * day })] },
      20 * day,
    ],
    [
      'without a reset it is asked again soon',
      { throttled: true, limits: [quota(0, { resetAfterMs: undefined })] },
      60_000,
    ],
    [
      'a reset in a guessed unit keeps nobody out for long',
      { throttled: true, limits: [quota(0, { resetGuessed: true })] },
      60_000,
    ],
  ])('%s', async (_, observation, retryAfterMs) => {
    const { ask } = setUp();
    (await ask()).release(observation);
    expect(await refusalOf(ask())).toMatchObject({ code: 'quota-exceeded', retryAfterMs });
  });

  it.each([20 * day, 1e17, Number.POSITIVE_INFINITY])(
    'for %d ms, which may be a mistake, stops nobody for longer than a day',
    async (retryAfterMs) => {
      const { runtime, ask } = setUp();
      const first = await ask();
      await Promise.all(Array.from({ length: 999 }, () => ask()));
      const waiting = refusalOf(ask());
      first.release({ throttled: true, retryAfterMs });
      const told = { code: 'quota-exceeded', retryAfterMs: Math.min(retryAfterMs, 367 * day) };
      expect(await waiting).toMatchObject(told);
      await runtime.advance(day - 1);
      expect(await refusalOf(ask())).toMatchObject({ code: 'quota-exceeded', resetAt: expect.any(Date) });
      await runtime.advance(1);
      await ask();
    },
  );

  it.each<[string, Parameters<Permit['release']>[0]]>([
    ['with something left', { throttled: true, limits: [quota(1)] }],
    ['that names a short wait', { throttled: true, retryAfterMs: 2_000, limits: [quota(0)] }],
  ])('is not the reason of a 429 %s: calls wait', async (_, observation) => {
    const { runtime, ask } = setUp();
    (await ask()).release(observation);
    const asked = ask();
    await runtime.advance(2_000);
    expect((await asked).waitedMs).toBeGreaterThan(0);
  });

  it('of one group does not affect the others', async () => {
    const { ask } = setUp({ groups: { paid: [perWindow(10, 1_000)] } });
    (await ask({ group: 'paid' })).release({ throttled: true, limits: [quota(0)] });
    expect(await refusalOf(ask({ group: 'paid' }))).toMatchObject({ code: 'quota-exceeded' });
    await ask();
  });
});

describe('a quota in a client', () => {
  const headers = {
    'x-ratelimit-limit-day': '100',
    'x-ratelimit-remaining-day': '0',
    'x-ratelimit-reset-day': '7200',
  };

  function setUpClient(status: number) {
    const runtime = createManualRuntime({ fetch: async () => new Response('{}', { status, headers }) });
    const events: ClientEvent[] = [];
    const client = createServiceClient(
      defineService({
        name: 'acme',
        baseUrl: 'https://api.acme.test',
        auth: noAuth(),
        limits: [perWindow(9, 1)],
      }),
      { runtime, onEvent: (event) => events.push(event), retry: false },
    );
    const get = () => client.request({ method: 'GET', path: '/' });
    return { get, events };
  }

  it('is an event', async () => {
    const { get, events } = setUpClient(200);
    await get();
    expect(events.filter(({ type }) => type === 'quota-reported')).toEqual([
      {
        type: 'quota-reported',
        provider: 'acme',
        operation: 'request',
        requestId: expect.any(String),
        attempt: 1,
        limit: 100,
        remaining: 0,
        resetAfterMs: 7_200_000,
        windowMs: day,
      },
    ]);
  });

  it.each(['99999999999999', 'Fri, 31 Dec 9999 23:59:59 GMT'])(
    'C4: that frees at a time nobody means (Retry-After: %s) is a typed error, with calls in the queue too',
    async (retryAfter) => {
      const answer = { status: 429, headers: { 'retry-after': retryAfter } };
      const service = {
        name: 'acme',
        baseUrl: 'https://api.acme.test',
        auth: noAuth(),
        limits: [maxConcurrency(1)],
      };
      const runtime = createManualRuntime({ fetch: async () => new Response('{}', answer) });
      const client = createServiceClient(service, { runtime });
      const asked = [1, 2, 3].map(() => refusalOf(client.request({ method: 'GET', path: '/' })));
      const codes = (await Promise.all(asked)).map((error) => (error as { code: string }).code);
      expect(codes).toEqual(['rate-limit', 'quota-exceeded', 'quota-exceeded']);
    },
  );

  it('that is exhausted causes one request, then errors before any I/O', async () => {
    const { get } = setUpClient(429);
    expect(await refusalOf(get())).toMatchObject({ code: 'quota-exceeded', status: 429, attempts: 1 });
    const second = await refusalOf(get());
    expect(second).toMatchObject({ code: 'quota-exceeded', provider: 'acme', attempts: 0 });
    expect(JSON.parse(JSON.stringify(second))).toMatchObject({ resetAt: expect.stringMatching(/^2030-/) });
  });
});
