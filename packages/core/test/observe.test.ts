import { describe, expect, it } from 'vitest';
import { taskDriver } from '../src/driver/index.ts';
import {
  bearerAuth,
  type ClientEvent,
  createLimiter,
  createServiceClient,
  fromValue,
  maxConcurrency,
  perSecond,
} from '../src/index.ts';
import { hedge } from '../src/resilience/index.ts';
import { createManualRuntime } from '../src/testing/index.ts';
import { answers, getThing, open } from './observed-client.ts';

const typesOf = (events: readonly ClientEvent[]) => events.map(({ type }) => type);
const failure = (call: Promise<unknown>) =>
  call.then(
    () => expect.unreachable('the call was meant to fail'),
    (error: unknown) => error,
  );
const about = { provider: 'acme', operation: 'thing.get', requestId: expect.any(String) };

describe('events', () => {
  it('report all that a dashboard needs of a retried call, without ids and queries', async () => {
    const { client, runtime, events } = open(answers(503, 200));
    const call = client.execute(getThing, 'ann@private.test');
    await runtime.advanceToNext();
    await call;
    const server = { serverAddress: 'api.acme.test', serverPort: 443 };
    const request = {
      method: 'GET',
      url: 'https://api.acme.test/v1/things/{id}',
      urlTemplate: '/v1/things/{id}',
    };
    expect(events).toEqual([
      { ...about, type: 'operation-start', safety: 'read', maxAttempts: 3, ...server },
      { ...about, type: 'attempt-start', attempt: 1, ...server, ...request },
      { ...about, type: 'attempt-end', attempt: 1, elapsedMs: 0, status: 503, errorCode: 'server' },
      {
        ...about,
        type: 'retry-scheduled',
        attempt: 1,
        waitMs: 25,
        errorCode: 'server',
        status: 503,
        throttled: false,
      },
      { ...about, type: 'attempt-start', attempt: 2, ...server, ...request },
      { ...about, type: 'attempt-end', attempt: 2, elapsedMs: 0, status: 200 },
      { ...about, type: 'operation-end', ok: true, attempts: 2, elapsedMs: 25 },
    ]);
    expect(new Set(events.map(({ requestId }) => requestId)).size).toBe(1);
  });

  it('report why a call failed and was not retried', async () => {
    const { client, events } = open(answers(404));
    await failure(client.request({ method: 'POST', path: '/things' }));
    expect(events.at(1)).toMatchObject({ method: 'POST', url: 'https://api.acme.test/v1/things' });
    expect(events.at(1)).not.toHaveProperty('urlTemplate');
    expect(events.at(-1)).toMatchObject({
      type: 'operation-end',
      ok: false,
      errorCode: 'not-found',
      outcome: 'not-sent',
      retryRefusal: 'not-retryable',
    });
  });

  it('report no end of an attempt that never began', async () => {
    const { client, events } = open(answers(200));
    const service = {
      name: 'acme',
      baseUrl: 'https://api.acme.test',
      auth: bearerAuth(),
      credential: fromValue(' '),
    };
    const keyless = createServiceClient(service, { onEvent: (event) => events.push(event) });
    await failure(keyless.execute(getThing, '1'));
    await client.close();
    expect(typesOf(events)).toEqual(['operation-start', 'operation-end']);
    expect(events.at(-1)).toMatchObject({ ok: false, errorCode: 'credential' });
  });

  it('report the abort of the caller as such', async () => {
    const controller = new AbortController();
    const { client, events } = open(async (_url, { signal }) => {
      controller.abort('enough');
      throw signal?.reason;
    });
    await failure(client.execute(getThing, '1', { signal: controller.signal }));
    expect(events.at(-1)).toMatchObject({ errorCode: 'aborted', outcome: 'unknown' });
  });

  it('report the attempt that another one overtook', async () => {
    let sent = 0;
    const { client, runtime, events } = open(
      (_url, { signal }) =>
        new Promise((resolve, reject) => {
          signal?.addEventListener('abort', () => reject(signal.reason));
          if (++sent === 2) resolve(new Response('{}'));
        }),
      { hedge: hedge({ afterMs: 100 }) },
    );
    const call = client.execute(getThing, '1');
    await runtime.advance(100);
    await call;
    await runtime.settle();
    const ends = events.filter(({ type }) => type === 'attempt-end');
    expect(ends).toHaveLength(2);
    expect(ends).toContainEqual(expect.objectContaining({ attempt: 1, errorCode: 'superseded' }));
  });

  it('of a driver that is not HTTP have no request', async () => {
    const events: ClientEvent[] = [];
    const mail = taskDriver({
      name: 'acme',
      capabilities: {},
      server: { address: 'mail.acme.test', port: 587 },
      open: () => ({
        operations: { send: { name: 'send', safety: 'unsafe', run: async () => ({ value: 'done' }) } },
      }),
    }).open({ onEvent: (event) => events.push(event) });
    await mail.execute('send', undefined as never);
    const server = { serverAddress: 'mail.acme.test', serverPort: 587 };
    expect(events[0]).toMatchObject(server);
    expect(events[1]).toEqual({
      ...about,
      operation: 'send',
      type: 'attempt-start',
      attempt: 1,
      ...server,
    });
  });
});

describe('waits for the limiter', () => {
  const waits = (events: readonly ClientEvent[]) =>
    events.filter(({ type }) => type.startsWith('limit-wait'));

  it('are reported at their start, with reason and queue length, and at their end', async () => {
    const runtime = createManualRuntime({ fetch: answers(200) });
    const limiter = createLimiter({ limits: [perSecond(1)], runtime });
    const { client, events } = open(answers(200), { limiter, runtime });
    const calls = [1, 2, 3].map((id) => client.execute(getThing, String(id)));
    await runtime.advance(10_000);
    await Promise.all(calls);
    expect(waits(events)).toEqual([
      { ...about, type: 'limit-wait-start', attempt: 1, reason: 'rate', queueLength: 1 },
      { ...about, type: 'limit-wait-start', attempt: 1, reason: 'rate', queueLength: 2 },
      { ...about, type: 'limit-wait-end', attempt: 1, waitedMs: 1000, granted: true },
      { ...about, type: 'limit-wait-end', attempt: 1, waitedMs: 2000, granted: true },
    ]);
  });

  it('name a full concurrency limit, and a pause after a 429', async () => {
    const runtime = createManualRuntime({
      random: () => 0.5,
      fetch: async () => new Response('{}', { status: 429, headers: { 'retry-after': '5' } }),
    });
    const told: ClientEvent[] = [];
    const limiter = createLimiter({ limits: [maxConcurrency(1)], runtime });
    const { client } = open(answers(200), { limiter, runtime, onEvent: (event) => told.push(event) });
    const once = { maxAttempts: 1 };
    const first = failure(client.execute(getThing, '1', once));
    const second = failure(client.execute(getThing, '2', once));
    await runtime.settle();
    const third = failure(client.execute(getThing, '3', once));
    await runtime.advance(20_000);
    await Promise.all([first, second, third]);
    expect(waits(told).flatMap((event) => ('reason' in event ? event.reason : []))).toEqual([
      'concurrency',
      'pause',
    ]);
  });

  it('end also when the call is aborted', async () => {
    const runtime = createManualRuntime({ fetch: answers(200) });
    const limiter = createLimiter({ limits: [maxConcurrency(1)], runtime });
    const permit = await limiter.acquire();
    const { client, events } = open(answers(200), { limiter, runtime });
    const controller = new AbortController();
    const call = failure(client.execute(getThing, '1', { signal: controller.signal }));
    await runtime.advance(700);
    controller.abort('enough');
    expect(await call).toBe('enough');
    permit.release();
    expect(typesOf(events)).toEqual([
      'operation-start',
      'limit-wait-start',
      'limit-wait-end',
      'operation-end',
    ]);
    expect(waits(events).at(-1)).toMatchObject({ waitedMs: 700, granted: false });
  });
});
