import { describe, expect, it } from 'vitest';
import type { EngineOptions, RateObservation } from '../src/driver/index.ts';
import { ConfigurationError } from '../src/errors/caller-errors.ts';
import {
  type CallOptions,
  createLimiter,
  createServiceClient,
  createServiceResponse,
  defineOperation,
  defineService,
  type Limiter,
  maxConcurrency,
  noAuth,
  type Safety,
  ServerError,
  type Transport,
} from '../src/index.ts';
import { hedge } from '../src/resilience/index.ts';
import { createManualRuntime } from '../src/testing/manual-clock.ts';

interface Sent {
  readonly at: number;
  readonly signal: AbortSignal;
  answer(status?: number): void;
}

/** A client whose requests are answered by hand. */
function setUp(options: EngineOptions = {}) {
  const sent: Sent[] = [];
  const runtime = createManualRuntime();
  const transport: Transport = ({ signal }) =>
    new Promise((resolve, reject) => {
      const answer = (status = 200) =>
        resolve(
          createServiceResponse(status, new Headers(), new TextEncoder().encode(`{"request":${number}}`)),
        );
      const number = sent.push({ at: runtime.monotonic(), signal, answer });
      signal.addEventListener('abort', () => reject(signal.reason));
    });
  const service = defineService({ name: 'acme', baseUrl: 'https://api.acme.test', auth: noAuth() });
  const client = createServiceClient(service, {
    retry: { maxAttempts: 1 },
    hedge: hedge({ afterMs: 100 }),
    runtime,
    transport,
    ...options,
  });
  const call = (safety: Safety = 'read', callOptions: CallOptions = {}) => {
    const made = client
      .request({ method: 'GET', path: '/things', safety }, callOptions)
      .then((answer) => answer.json());
    made.catch(() => undefined);
    return made;
  };
  return { client, runtime, sent, call };
}

describe('a hedged read', () => {
  it('is one request when the answer comes soon', async () => {
    const { runtime, sent, call } = setUp();
    const made = call();
    await runtime.advance(99);
    sent[0]?.answer();
    expect(await made).toEqual({ request: 1 });
    await runtime.advance(10_000);
    expect(sent).toHaveLength(1);
    expect(runtime.pendingSleeps).toEqual([]);
  });

  it('is two when it takes long; the first answer counts, and the other request is broken off', async () => {
    const { runtime, sent, call } = setUp();
    const made = call();
    await runtime.advance(5_000);
    expect(sent.map(({ at }) => at)).toEqual([0, 100]);
    sent[1]?.answer();
    expect(await made).toEqual({ request: 2 });
    expect(sent.map(({ signal }) => signal.aborted)).toEqual([true, false]);
    expect(runtime.pendingSleeps).toEqual([]);
  });

  it('may be more than two, one after the other', async () => {
    const { runtime, sent, call } = setUp({ hedge: hedge({ afterMs: 100, max: 3 }) });
    const made = call();
    await runtime.advance(5_000);
    expect(sent.map(({ at }) => at)).toEqual([0, 100, 200, 300]);
    sent[0]?.answer();
    expect(await made).toEqual({ request: 1 });
  });

  it('waits for the other request when one failed in a way that may pass', async () => {
    const { runtime, sent, call } = setUp();
    const made = call();
    await runtime.advance(100);
    sent[0]?.answer(500);
    await runtime.settle();
    sent[1]?.answer();
    expect(await made).toEqual({ request: 2 });
  });

  it('ends with the failure when both failed, or when one failed for good', async () => {
    const { runtime, sent, call } = setUp();
    const [both, good] = [call(), call()];
    await runtime.advance(100);
    sent[0]?.answer(500);
    sent[2]?.answer(502);
    sent[1]?.answer(404);
    const error = await both.catch((thrown: unknown) => thrown);
    expect(ServerError.isInstance(error)).toBe(true);
    expect(error).toMatchObject({ attempts: 2 });
    await expect(good).rejects.toMatchObject({ code: 'not-found' });
  });

  it('ends at once, both of it, when the caller aborts', async () => {
    const { runtime, sent, call } = setUp();
    const controller = new AbortController();
    const made = call('read', { signal: controller.signal });
    await runtime.advance(100);
    controller.abort('enough');
    await expect(made).rejects.toBe('enough');
    expect(sent.map(({ signal }) => signal.aborted)).toEqual([true, true]);
    expect(runtime.pendingSleeps).toEqual([]);
  });

  it('emits each attempt with its own number', async () => {
    const told: string[] = [];
    const { runtime, sent, call } = setUp({
      onEvent: (event) => 'attempt' in event && told.push(`${event.type} ${event.attempt}`),
    });
    const made = call();
    await runtime.advance(100);
    sent[0]?.answer();
    await made;
    await runtime.settle();
    expect(told).toEqual(['attempt-start 1', 'attempt-start 2', 'attempt-end 1', 'attempt-end 2']);
  });
});

describe('what a hedge costs', () => {
  it('takes its own permit; the loser gives no feedback about the service', async () => {
    const observations: (RateObservation | undefined)[] = [];
    const limiter: Limiter = {
      acquire: async () => ({ waitedMs: 0, release: (told) => void observations.push(told) }),
    };
    const { runtime, sent, call } = setUp({ limiter });
    const made = call();
    await runtime.advance(100);
    sent[1]?.answer();
    await made;
    await runtime.settle();
    expect(observations).toEqual([{ limits: [] }, undefined]);
  });

  it('begins to count when the attempt has its permit', async () => {
    const limiter = createLimiter({ limits: [maxConcurrency(2)], runtime: createManualRuntime() });
    const blockers = [await limiter.acquire(), await limiter.acquire()];
    const { runtime, sent, call } = setUp({ limiter });
    const made = call();
    await runtime.advance(1_000);
    for (const blocker of blockers) blocker.release();
    await runtime.advance(99);
    expect(sent).toHaveLength(1);
    await runtime.advance(1);
    expect(sent).toHaveLength(2);
    sent[0]?.answer();
    await made;
    await runtime.settle();
    expect(limiter.snapshot().inFlight).toBe(0);
  });

  it('does no harm where the limiter refuses it', async () => {
    const limiter = createLimiter({ limits: [maxConcurrency(1)], maxQueue: 0 });
    const { runtime, sent, call } = setUp({ limiter });
    const made = call();
    await runtime.advance(1_000);
    sent[0]?.answer();
    expect(await made).toEqual({ request: 1 });
  });

  it('is paid by the upper half of the retry quota', async () => {
    const { runtime, sent, call } = setUp({
      limiter: false,
      retry: { maxAttempts: 1, quota: { capacity: 100, cost: 10 } },
    });
    for (let index = 0; index < 20; index += 1) void call();
    await runtime.advance(1_000);
    expect(sent).toHaveLength(20 + 5);
    for (const { answer } of sent) answer();
    await runtime.settle();
    // Twenty good calls have earned two more.
    for (let index = 0; index < 20; index += 1) void call();
    await runtime.advance(1_000);
    expect(sent).toHaveLength(20 + 5 + 20 + 2);
  });
});

describe('what is not a read', () => {
  it.each<Safety>(['idempotent', 'keyed', 'unsafe'])(
    '%s: the option of the client does not count',
    async (safety) => {
      const { runtime, sent, call } = setUp();
      void call(safety);
      await runtime.advance(1_000);
      expect(sent).toHaveLength(1);
    },
  );

  it('cannot be hedged by a call, nor by its own definition', async () => {
    const { client, sent, call } = setUp();
    await expect(call('unsafe', { hedge: hedge({ afterMs: 1 }) })).rejects.toThrow(ConfigurationError);
    const send = {
      name: 'send',
      safety: 'unsafe',
      encode: () => ({ method: 'POST', path: '/send' }),
      decode: () => undefined,
      hedge: hedge({ afterMs: 1 }),
    } as const;
    // @ts-expect-error: only a `read` may be hedged
    const operation = defineOperation(send);
    await expect(client.execute(operation, undefined)).rejects.toThrow('must not be hedged');
    expect(sent).toEqual([]);
  });

  it('and a read need not be', async () => {
    const { runtime, sent, call } = setUp();
    void call('read', { hedge: false });
    await runtime.advance(1_000);
    expect(sent).toHaveLength(1);
  });

  it.each([
    { afterMs: 0 },
    { afterMs: Number.NaN },
    { afterMs: Number.POSITIVE_INFINITY },
    { afterMs: 1, max: 0 },
  ])('refuses %o', (options) => {
    expect(() => hedge(options)).toThrow(ConfigurationError);
  });
});
