import { describe, expect, it } from 'vitest';
import { type EngineOptions, httpDriver } from '../src/driver/index.ts';
import {
  Failover,
  type FailoverRules,
  isOutage,
  lifecycleOf,
  type MemberEntry,
  memberEntries,
  openMember,
} from '../src/failover/index.ts';
import {
  AuthenticationError,
  type CallOptions,
  defineComposite,
  defineOperation,
  isOrgError,
  NetworkError,
  noAuth,
  type OrgError,
  type Outcome,
  RateLimitError,
  ServerError,
  TimeoutError,
} from '../src/index.ts';
import { createFakeTransport, createManualRuntime, type FakeRule } from '../src/testing/index.ts';

const notSent = { message: 'no', outcome: 'not-sent' } as const;

const usual: FailoverRules = {
  mayTryNext: (error) => isOutage(error),
  isOutage,
  leaveOutMs: 30_000,
  isRepeatable: false,
};

type Answer = (options: CallOptions, count: number) => unknown;

/** A fail-over between scripted drivers, and what each received. */
function open(answers: readonly Answer[], rules: Partial<FailoverRules> = {}) {
  const runtime = createManualRuntime();
  const requests: CallOptions[][] = answers.map(() => []);
  const members = answers.map((answer, place) => ({
    name: `driver ${place}`,
    maxAttempts: 3,
    deadlineMs: undefined,
    session: async (options: CallOptions) => {
      const own = requests[place] ?? [];
      own.push(options);
      return answer(options, own.length);
    },
  }));
  const group = new Failover(members, { ...usual, ...rules }, { runtime });
  const call = (options: CallOptions = {}) =>
    group.run(options, { deadlineMs: 120_000 }, ({ session }, own) => session(own));
  return { runtime, requests, call, group, counts: () => requests.map(({ length }) => length) };
}

const failing =
  (error: unknown): Answer =>
  () => {
    throw error;
  };

const failureOf = (call: Promise<unknown>) =>
  call.then(
    () => undefined,
    (error: unknown) => error,
  );

describe('the members of a composition', () => {
  const log: unknown[] = [];
  const driver = (name: string) => ({
    name,
    open(options: object) {
      log.push([name, options]);
      return {
        preload: () => log.push(`${name} preloads`),
        close: async () => void log.push(`${name} closed`),
      };
    },
  });

  it('have options of their own, and are preloaded and closed together', async () => {
    const entries = memberEntries<MemberEntry<ReturnType<typeof driver>>>('group', [
      { driver: driver('a'), timeoutMs: 5, deadlineMs: 7 },
      driver('b'),
    ]);
    const members = entries.map((entry) => openMember(entry, { timeoutMs: 9, retry: false }));
    expect(members).toMatchObject([
      { name: 'a', maxAttempts: 1, deadlineMs: 7 },
      { name: 'b', maxAttempts: 1, deadlineMs: undefined },
    ]);
    const { preload, close } = lifecycleOf(members as never);
    preload();
    await close();
    expect(log).toEqual([
      ['a', { timeoutMs: 5, deadlineMs: 7, retry: false }],
      ['b', { timeoutMs: 9, retry: false }],
      'a preloads',
      'b preloads',
      'a closed',
      'b closed',
    ]);
  });

  it('are at least one', () => {
    expect(() => memberEntries('group', [])).toThrow(/group\(\) needs at least one driver/);
  });
});

describe('one deadline for all drivers', () => {
  it('the first cannot use all of it: it has three quarters of what is left', async () => {
    const hang: Answer = (options) =>
      stage.runtime.sleep(options.deadlineMs ?? 0).then(failing(new TimeoutError(notSent)) as never);
    const stage = open([hang, hang, () => 'here']);
    const call = stage.call({ deadlineMs: 1_600 });
    await stage.runtime.advance(1_600);
    expect(await call).toBe('here');
    expect(stage.requests.map(([options]) => options?.deadlineMs)).toEqual([1_200, 300, 100]);
  });

  it('a driver may have a shorter one, and no driver is asked after it', async () => {
    const { runtime } = createStage();
    const seen: unknown[] = [];
    const members = [200, undefined].map((deadlineMs, place) => ({
      name: `driver ${place}`,
      maxAttempts: 3,
      deadlineMs,
      session: async (options: CallOptions) => {
        seen.push(options.deadlineMs);
        await runtime.sleep(1_000);
        throw new TimeoutError(notSent);
      },
    }));
    const group = new Failover(members, usual, { runtime });
    const call = failureOf(
      group.run({ deadlineMs: 1_000 }, { deadlineMs: 5 }, ({ session }, own) => session(own)),
    );
    await runtime.advance(1_000);
    expect(await call).toMatchObject({ message: 'No driver answered within 1000 ms (deadlineMs).' });
    expect(seen).toEqual([200]);
  });

  it.each([0, -5, Number.NaN, 'soon'])('refuses deadlineMs: %s', async (deadlineMs) => {
    const stage = open([() => 'here']);
    await expect(stage.call({ deadlineMs: deadlineMs as number })).rejects.toMatchObject({
      code: 'configuration',
      message: expect.stringContaining('deadlineMs'),
    });
    expect(stage.counts()).toEqual([0]);
  });
});

const createStage = () => ({ runtime: createManualRuntime() });

describe('a driver that failed', () => {
  it('is left out, and then tried by one call, wherever it stands', async () => {
    let isDown = true;
    const down: Answer = () => {
      if (isDown) throw new ServerError(notSent);
    };
    const stage = open([down, down, () => 'here']);
    for (const _ of [1, 2]) await stage.call();
    expect(stage.counts()).toEqual([1, 1, 2]);
    expect(stage.group.paused().map(({ member, pausedUntil }) => [member.name, pausedUntil])).toEqual([
      ['driver 0', new Date(stage.runtime.now() + 30_000)],
      ['driver 1', new Date(stage.runtime.now() + 30_000)],
    ]);
    await stage.runtime.advance(30_000);
    await Promise.all([stage.call(), stage.call(), stage.call()]);
    expect(stage.counts()).toEqual([2, 2, 5]);
    isDown = false;
    await stage.runtime.advance(30_000);
    await stage.call();
    expect(stage.group.paused().map(({ member }) => member.name)).toEqual(['driver 1']);
  });

  it('has one trial, although an older call ends during it', async () => {
    const ends: (() => void)[] = [];
    const first: Answer = (_, count) => {
      if (count === 2) throw new ServerError(notSent);
      return new Promise((_resolve, reject) => ends.push(() => reject(new AuthenticationError(notSent))));
    };
    const stage = open([first, () => 'here'], { mayTryNext: () => true });
    const older = stage.call();
    await stage.call();
    await stage.runtime.advance(30_000);
    const trial = stage.call();
    ends[0]?.();
    expect(await older).toBe('here');
    await stage.call();
    expect(stage.counts()).toEqual([3, 3]);
    ends[1]?.();
    expect(await trial).toBe('here');
    // The trial proved nothing: the next call tries again.
    const next = stage.call();
    expect(stage.counts()[0]).toBe(4);
    ends[2]?.();
    await next;
  });

  it('stays out for as long as the service asked, whatever fails later', async () => {
    const errors: OrgError[] = [
      new RateLimitError({ ...notSent, retryAfterMs: 90_000 }),
      new NetworkError(notSent),
    ];
    const stage = open([async () => Promise.reject(errors.shift()), () => 'here']);
    await Promise.all([stage.call(), stage.call()]);
    await stage.runtime.advance(89_999);
    await stage.call();
    expect(stage.counts()).toEqual([2, 3]);
    await stage.runtime.advance(1);
    errors.push(new ServerError(notSent));
    await stage.call();
    expect(stage.counts()).toEqual([3, 4]);
  });
});

describe('a driver before the last', () => {
  const service = { name: 'acme', baseUrl: 'https://api.acme.example', auth: noAuth() };
  const post = (name: string, safety: 'keyed' | 'unsafe') =>
    defineOperation({
      name,
      safety,
      encode: () => ({ method: 'POST', path: `/${name}` }),
      isAccepted: () => true,
    });
  const operations = {
    act: post('act', 'keyed'),
    both: defineComposite({
      name: 'both',
      safety: 'unsafe',
      async run(_input, { request }) {
        await request(post('one', 'unsafe'));
        await request(post('two', 'unsafe'));
      },
    }),
  };
  const accepted = { answer: {} };
  const throttled = { answer: { status: 429, headers: { 'retry-after': '20' } } };

  /** Two drivers; the first answers with these rules in turn, then with 200. */
  function openTwo(first: readonly FakeRule[], own: EngineOptions = {}, mayTryNext?: () => boolean) {
    const runtime = createManualRuntime();
    const rules = first.map((rule, index) => ({ ...rule, when: { nth: index + 1 } }));
    const transports = [createFakeTransport([...rules, accepted]), createFakeTransport([accepted])] as const;
    const driver = httpDriver({ service, operations, capabilities: {} });
    const members = [
      openMember({ driver, transport: transports[0], ...own }, { runtime }),
      openMember({ driver, transport: transports[1] }, { runtime }),
    ];
    const group = new Failover(members, { ...usual, ...(mayTryNext && { mayTryNext }) }, { runtime });
    const start = (name: 'act' | 'both') =>
      group.run({}, { deadlineMs: 120_000 }, ({ session }, options) =>
        session.execute(name, undefined, options),
      );
    /** Lets time pass until the call ends. */
    const call = async (name: 'act' | 'both') => {
      let isOver = false;
      const ending = start(name).finally(() => {
        isOver = true;
      });
      while (!isOver) await runtime.advance(1_000);
      await ending;
    };
    const counts = () => transports.map(({ requests }) => requests.length);
    return { runtime, start, call, counts };
  }

  it('waits for nothing where the next one may act', async () => {
    const { runtime, start, counts } = openTwo([throttled]);
    await start('act');
    expect([counts(), runtime.monotonic()]).toEqual([[1, 1], 0]);
  });

  it.each<[string, readonly FakeRule[], EngineOptions, (() => boolean) | undefined]>([
    ['its own entry says how often', [throttled], { retry: { maxAttempts: 2 } }, undefined],
    ['the product does not let the next one try', [throttled], {}, () => false],
    ['an attempt before may have acted', [{ answer: { status: 500 } }, throttled], {}, undefined],
  ])('repeats as alone where %s', async (_why, first, own, mayTryNext) => {
    const { call, counts } = openTwo(first, own, mayTryNext);
    await call('act');
    expect(counts()).toEqual([first.length + 1, 0]);
  });

  it('finishes what is half done', async () => {
    const { call, counts } = openTwo([accepted, throttled]);
    await call('both');
    expect(counts()).toEqual([3, 0]);
  });
});

describe('an abort', () => {
  it('rejects with the reason, untouched, and asks no other driver', async () => {
    const stop = new AbortController();
    const reason = new NetworkError(notSent);
    const stage = open([
      () => {
        stop.abort(reason);
        throw reason;
      },
      () => 'here',
    ]);
    expect(await failureOf(stage.call({ signal: stop.signal }))).toBe(reason);
    expect(stage.counts()).toEqual([1, 0]);
  });

  it('ends the call also when the driver fails by itself at the same time', async () => {
    const stop = new AbortController();
    const stage = open([
      () => {
        stop.abort(new Error('enough'));
        throw new ServerError(notSent);
      },
      () => 'here',
    ]);
    expect(await failureOf(stage.call({ signal: stop.signal }))).toMatchObject({ code: 'server' });
    expect(stage.counts()).toEqual([1, 0]);
  });

  it('in a later driver reports what an earlier one may have done', async () => {
    const service = { name: 'acme', baseUrl: 'https://api.acme.example', auth: noAuth() };
    const operations = {
      act: defineOperation({
        name: 'act',
        safety: 'unsafe',
        encode: () => ({ method: 'POST', path: '/act' }),
        decode: () => true,
      }),
    };
    const runtime = createManualRuntime();
    const driver = httpDriver({ service, operations, capabilities: {} });
    const transports = [
      createFakeTransport([{ answer: { status: 500 } }]),
      createFakeTransport([{ answer: { status: 429, headers: { 'retry-after': '20' } } }]),
    ];
    const members = transports.map((transport) => openMember({ driver, transport }, { runtime }));
    const group = new Failover(members, { ...usual, mayTryNext: () => true }, { runtime });
    const stop = new AbortController();
    const outcomes: Outcome[] = [];
    const options = { signal: stop.signal, onAborted: (outcome: Outcome) => void outcomes.push(outcome) };
    const call = failureOf(
      group.run(options, { deadlineMs: 120_000 }, ({ session }, own) =>
        session.execute('act', undefined, own),
      ),
    );
    await runtime.advance(1_000);
    stop.abort('enough');
    expect(await call).toBe('enough');
    expect(outcomes).toEqual(['unknown']);
    expect(transports.map(({ requests }) => requests.length)).toEqual([1, 1]);
  });
});

describe('the error of a call', () => {
  const last = (second: Partial<OrgError>) => new AuthenticationError({ ...notSent, ...second });

  it('is the last one, with the attempts of all', async () => {
    const stage = open([
      failing(new ServerError({ ...notSent, attempts: 3 })),
      failing(last({ provider: 'beta', attempts: 2 })),
      () => 'here',
    ]);
    expect(await failureOf(stage.call())).toMatchObject({
      code: 'authentication',
      provider: 'beta',
      attempts: 5,
    });
    expect(stage.requests.map(([options]) => options?.maxAttempts)).toEqual([3, 1, undefined]);
  });

  it('is unknown after an earlier driver that may have acted, in the words of the product', async () => {
    const first = new TimeoutError({ message: 'late', outcome: 'unknown', retryable: true });
    const second = last({ retryable: true });
    const plain = open([failing(first), failing(second)]);
    expect(await failureOf(plain.call())).toMatchObject({
      code: 'authentication',
      outcome: 'unknown',
      retryable: false,
    });
    const inDoubt = (doubt: OrgError) => new ServerError({ message: `look up: ${doubt.message}` });
    const own = open([failing(first), failing(second)], { inDoubt });
    expect(await failureOf(own.call())).toMatchObject({ message: 'look up: late', outcome: 'unknown' });
  });

  it('of calls that only read is retryable in doubt', async () => {
    const first = new TimeoutError({ message: 'late', outcome: 'unknown', retryable: true });
    const stage = open([failing(first), failing(first)], { isRepeatable: true });
    expect(await failureOf(stage.call())).toMatchObject({ outcome: 'unknown', retryable: true });
  });

  it('in doubt is not retryable: a repeated call may start with another driver', async () => {
    const error = new TimeoutError({ message: 'late', outcome: 'unknown', retryable: true });
    const stage = open([failing(error), () => 'here'], { mayTryNext: () => false });
    expect(await failureOf(stage.call())).toMatchObject({ outcome: 'unknown', retryable: false });
  });

  it('is retryable while another driver is left out', async () => {
    const stage = open([failing(new ServerError(notSent)), failing(last({}))], { mayTryNext: () => true });
    await failureOf(stage.call());
    expect(stage.counts()).toEqual([1, 1]);
    const error = await failureOf(stage.call());
    expect(stage.counts()).toEqual([1, 2]);
    expect(isOrgError(error) && error.retryable).toBe(true);
  });

  it('of another kind passes as it is', async () => {
    const bug = new TypeError('bug');
    const stage = open([failing(bug), () => 'here']);
    expect(await failureOf(stage.call())).toBe(bug);
    expect(stage.counts()).toEqual([1, 0]);
  });
});
