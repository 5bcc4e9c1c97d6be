import { Agent } from 'node:http';
import { afterAll, describe, expect, it } from 'vitest';
import type { EngineOptions } from '../src/driver/index.ts';
import { createFetchTransport } from '../src/http/fetch-transport.ts';
import {
  bearerAuth,
  type CallOptions,
  createLimiter,
  createServiceClient,
  maxConcurrency,
  noAuth,
  type OrgError,
  type ServiceClient,
} from '../src/index.ts';
import { createNodeTransport } from '../src/node/index.ts';
import { createManualRuntime, type ManualRuntime } from '../src/testing/index.ts';
import { createUndiciTransport } from '../src/undici/index.ts';
import { type Stall, stalls, stallsOver, type TransportName } from './stalls.ts';

const nodeTransport = createNodeTransport();
afterAll(() => nodeTransport.close());
const undiciTransport = createUndiciTransport();
afterAll(() => undiciTransport.close());
const transports = { fetch: createFetchTransport(), 'node:http': nodeTransport, undici: undiciTransport };

const cases = stallsOver(Object.keys(transports) as TransportName[]);

describe('C8: time is up', () => {
  it.each(cases)(
    'over $transport, an attempt ends on its limit: $stall',
    async ({ transport, phase, start }) => {
      await using stall = await start(transport);
      const { runtime, ended, call } = open(stall, transport, { timeoutMs: 3_000, maxAttempts: 1 });
      await expectEndAt(3_000, { runtime, ended });
      expect(await call).toMatchObject({
        name: 'TimeoutError',
        phase,
        outcome: phase === 'connect' ? 'not-sent' : 'unknown',
        attempts: 1,
        retryRefusal: 'attempts',
      });
      await stall.released();
    },
  );

  it.each(cases)(
    'over $transport, a call ends on its deadline: $stall',
    async ({ transport, phase, start }) => {
      await using stall = await start(transport);
      const { runtime, ended, call } = open(stall, transport, { timeoutMs: 60_000, deadlineMs: 7_000 });
      await expectEndAt(7_000, { runtime, ended });
      expect(await call).toMatchObject({
        name: 'TimeoutError',
        phase,
        attempts: 1,
        retryRefusal: 'deadline',
      });
      await stall.released();
    },
  );
});

describe('C3: a request without a connection', () => {
  it.each(cases.filter(({ phase }) => phase === 'connect'))(
    'over $transport is repeated, also one that acts: $stall',
    async ({ transport, start }) => {
      await using stall = await start(transport);
      const options = { timeoutMs: 3_000, maxAttempts: 2, method: 'POST' } as const;
      const { runtime, call } = open(stall, transport, options);
      await runtime.settle();
      await runtime.advance(3_000);
      // The back-off, and the second attempt.
      await runtime.advance(4_000);
      expect(await call).toMatchObject({
        name: 'TimeoutError',
        phase: 'connect',
        outcome: 'not-sent',
        attempts: 2,
        retryRefusal: 'attempts',
      });
    },
  );

  it('waits in the agent for another to end, and was not sent', async () => {
    await using stall = await stalls['a service that swallows the request']?.start('node:http');
    const agent = new Agent({ maxSockets: 1 });
    const transport = createNodeTransport({ agent });
    const held = { ...(stall as Stall), transport };
    const first = open(held, 'node:http', { timeoutMs: 60_000, maxAttempts: 1 });
    await first.runtime.settle();
    const second = open(held, 'node:http', { timeoutMs: 1_000, maxAttempts: 1, method: 'POST' });
    await second.runtime.settle();
    await second.runtime.advance(1_000);
    expect(await second.call).toMatchObject({ phase: 'connect', outcome: 'not-sent' });
    await first.runtime.advance(60_000);
    expect(await first.call).toMatchObject({ phase: 'headers', outcome: 'unknown' });
    agent.destroy();
  });
});

const offline: EngineOptions = { transport: () => new Promise(() => {}) };
const service = { name: 'acme', baseUrl: 'https://api.acme.test', auth: noAuth() };

describe('C8: time is up, before and between the attempts', () => {
  it('in the queue of a limiter', async () => {
    const runtime = createManualRuntime();
    const limiter = createLimiter({ limits: [maxConcurrency(1)], runtime });
    await limiter.acquire({});
    const client = createServiceClient(service, { ...offline, runtime, limiter });
    const watched = watch(client, { deadlineMs: 2_000 });
    await expectEndAt(2_000, { runtime, ...watched });
    expect(await watched.call).toMatchObject({ phase: 'queue', attempts: 0, outcome: 'not-sent' });
    expect(limiter.pending).toBe(0);
  });

  it('while a credential is loaded', async () => {
    const runtime = createManualRuntime();
    const credential = { description: 'a source without end', load: () => new Promise<never>(() => {}) };
    const client = createServiceClient(
      { ...service, auth: bearerAuth(), credential },
      { ...offline, runtime },
    );
    const watched = watch(client, { timeoutMs: 2_000, maxAttempts: 1 });
    await expectEndAt(2_000, { runtime, ...watched });
    expect(await watched.call).toMatchObject({ phase: 'credential', outcome: 'not-sent' });
  });

  it('a wait that would outlast the deadline is not begun', async () => {
    const runtime = createManualRuntime();
    const busy: EngineOptions = { transport: async () => Promise.reject(new TypeError('cut')) };
    const client = createServiceClient(service, { ...busy, runtime, retry: { baseMs: 50_000 } });
    const watched = watch(client, { deadlineMs: 1_000 });
    await runtime.settle();
    expect(await watched.call).toMatchObject({ attempts: 1, retryRefusal: 'deadline' });
    expect(runtime.monotonic()).toBe(0);
  });

  it('all attempts and waits together end on the deadline', async () => {
    const runtime = createManualRuntime({ random: () => 0.5 });
    const client = createServiceClient(service, { ...offline, runtime, retry: { baseMs: 1_000 } });
    // 4 s, a wait of 0.5 s, 4 s, a wait of 1 s, and the half second that is left.
    const watched = watch(client, { timeoutMs: 4_000, deadlineMs: 10_000 });
    await expectEndAt(10_000, { runtime, ...watched });
    expect(await watched.call).toMatchObject({ name: 'TimeoutError', attempts: 3 });
  });
});

interface Watched {
  readonly call: Promise<unknown>;
  readonly ended: () => boolean;
}

type WatchOptions = CallOptions & { readonly method?: 'GET' | 'POST' };

function watch(client: ServiceClient, { method = 'GET', ...options }: WatchOptions): Watched {
  let ended = false;
  const call = client.request({ method, path: '/things' }, options).then(
    (value: unknown) => value,
    (error: OrgError) => error,
  );
  call.then(() => {
    ended = true;
  });
  return { call, ended: () => ended };
}

function open(stall: Stall, transport: TransportName, options: WatchOptions) {
  const runtime = createManualRuntime();
  const client = createServiceClient(
    { name: 'acme', baseUrl: stall.baseUrl, auth: noAuth() },
    { runtime, transport: stall.transport ?? transports[transport] },
  );
  const { call, ended } = watch(client, options);
  return {
    runtime: { ...runtime, settle: () => stall.stalled.then(runtime.settle) },
    call,
    ended,
  };
}

/** Not a millisecond earlier or later, and nothing is left of it. */
async function expectEndAt(
  ms: number,
  { runtime, ended }: { readonly runtime: ManualRuntime; readonly ended: () => boolean },
): Promise<void> {
  await runtime.settle();
  await runtime.advance(ms - 1);
  expect(ended()).toBe(false);
  await runtime.advance(1);
  expect(ended()).toBe(true);
}
