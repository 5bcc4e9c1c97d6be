import { getEventListeners } from 'node:events';
import { describe, expect, it } from 'vitest';
import { bearerAuth } from '../src/auth/bearer.ts';
import { noAuth } from '../src/auth/no-auth.ts';
import { createServiceClient } from '../src/client.ts';
import type { EngineOptions } from '../src/driver/index.ts';
import { createFetchTransport } from '../src/http/fetch-transport.ts';
import {
  type ClientEvent,
  type CredentialSource,
  defineOperation,
  maxConcurrency,
  type ServiceDefinition,
} from '../src/index.ts';
import { createLimiter } from '../src/limits/create-limiter.ts';
import { createNodeTransport } from '../src/node/index.ts';
import { createManualRuntime, faultPhases, openResources, startFaultServer } from '../src/testing/index.ts';
import { watchCall } from './watched-call.ts';

const createThing = defineOperation({
  name: 'thing.create',
  safety: 'keyed',
  encode: () => ({ method: 'POST', path: '/things', json: { text: 'x'.repeat(2000) } }),
  decode: (answer) => answer.json(),
});

// Not even an Error: what the caller aborts with is the caller's affair.
const reason = Object.freeze({ because: 'the caller changed its mind' });

/** A client on a manual clock with one permit, and everything that a call could leave behind. */
function setUp(service: Partial<ServiceDefinition> & { baseUrl: string }, options: EngineOptions = {}) {
  const runtime = createManualRuntime();
  const limiter = createLimiter({ limits: [maxConcurrency(1)], runtime });
  const events: ClientEvent[] = [];
  const client = createServiceClient(
    { name: 'acme', auth: noAuth(), ...service },
    { runtime, limiter, onEvent: (event) => events.push(event), ...options },
  );
  const controller = new AbortController();
  const { signal } = controller;
  const call = client.execute(createThing, undefined, { signal });
  call.catch(() => {});
  return {
    runtime,
    limiter,
    client,
    call,
    events,
    abort: () => controller.abort(reason),
    async expectCancelled() {
      controller.abort(reason);
      await expect(call).rejects.toBe(reason);
      await runtime.settle();
      expect(runtime.pendingSleeps).toEqual([]);
      expect(getEventListeners(signal, 'abort')).toEqual([]);
      expect(limiter.snapshot()).toMatchObject({ inFlight: 0, pending: 0 });
      expect(events.at(-1)).toMatchObject({ type: 'operation-end', ok: false, errorCode: 'aborted' });
    },
  };
}

describe('C9: the caller aborts', () => {
  const phases = faultPhases.filter((phase) => phase !== 'after-body');

  const ways = phases.flatMap((phase) => [
    { phase, over: 'fetch', transport: () => createFetchTransport() },
    { phase, over: 'node:http', transport: () => createNodeTransport() },
  ]);

  it.each(ways)('while the request over $over is at $phase', async ({ phase, transport }) => {
    const resources = openResources();
    const server = await startFaultServer({ rules: [{ fault: { kind: 'timeout', phase } }] });
    const { client, expectCancelled } = setUp({ baseUrl: server.url }, { transport: transport() });
    await server.waitUntil(({ faults }) => faults.length === 1);
    const seen = server.requests.length;

    await expectCancelled();
    // The client lets go of the socket by itself; nobody closes anything.
    await server.waitUntil(({ connections }) => connections.open === 0);
    expect(server.requests.length).toBe(seen);
    await Promise.all([client.close(), server.close()]);
    expect(await resources.settled()).toEqual([]);
  });

  it('before the call begins: nothing is sent', async () => {
    await using server = await startFaultServer();
    const runtime = createManualRuntime();
    await using client = createServiceClient(
      { name: 'acme', baseUrl: server.url, auth: noAuth() },
      { runtime },
    );
    await expect(client.execute(createThing, undefined, { signal: AbortSignal.abort(reason) })).rejects.toBe(
      reason,
    );
    expect(server.connections.total).toBe(0);
    expect(runtime.pendingSleeps).toEqual([]);
  });

  it('while it waits for its turn, and the one before it goes on', async () => {
    await using server = await startFaultServer({
      rules: [{ when: { nth: 1 }, fault: { kind: 'timeout', phase: 'after-headers' } }],
    });
    const first = setUp({ baseUrl: server.url });
    await server.waitUntil(({ faults }) => faults.length === 1);
    const second = first.client.execute(createThing, undefined);
    const controller = new AbortController();
    const third = first.client.execute(createThing, undefined, { signal: controller.signal });
    await first.runtime.settle();
    expect(first.limiter.pending).toBe(2);
    controller.abort(reason);
    await expect(third).rejects.toBe(reason);
    expect(first.limiter.pending).toBe(1);

    first.abort();
    await expect(first.call).rejects.toBe(reason);
    // The place is free again at once, and goes to the one who waits.
    await expect(second).resolves.toEqual({ ok: true });
  });

  it('while the credential is loaded', async () => {
    let asked = 0;
    const slow: CredentialSource = {
      description: 'a slow vault',
      load: () => {
        asked++;
        return new Promise(() => {});
      },
    };
    await using server = await startFaultServer();
    const { runtime, expectCancelled } = setUp({ baseUrl: server.url, auth: bearerAuth(), credential: slow });
    await runtime.settle();
    expect(asked).toBe(1);
    await expectCancelled();
    expect(server.connections.total).toBe(0);
  });

  it.each([
    ['back-off', { status: 500 }],
    ['Retry-After', { status: 429, headers: { 'retry-after': '30' } }],
  ])('during the wait of a %s', async (_name, answer) => {
    await using server = await startFaultServer({ rules: [{ answer }] });
    const { events, runtime, expectCancelled } = setUp({ baseUrl: server.url });
    while (!events.some(({ type }) => type === 'retry-scheduled')) await runtime.settle();
    expect(runtime.pendingSleeps).toHaveLength(1);
    await expectCancelled();
    await runtime.advance(1_000_000);
    expect(server.requests).toHaveLength(1);
  });

  it('after the call: nothing happens', async () => {
    await using server = await startFaultServer();
    const controller = new AbortController();
    await using client = createServiceClient({ name: 'acme', baseUrl: server.url, auth: noAuth() });
    const value = await client.execute(createThing, undefined, { signal: controller.signal });
    expect(getEventListeners(controller.signal, 'abort')).toEqual([]);
    controller.abort(reason);
    expect(value).toEqual({ ok: true });
  });

  it('at every step of a call with a credential, a limiter, two retries and a body in pieces', async () => {
    await watchCall({ reason });
    const whole = await watchCall({ reason });
    expect(whole.result).toEqual({ status: 'fulfilled', value: { ok: true } });
    expect(whole.fetches).toBe(3);
    expect(whole.steps).toBeGreaterThanOrEqual(200);

    let cancelled = 0;
    for (let abortAtStep = 0; abortAtStep < whole.steps; abortAtStep++) {
      const { result, left, fetchesAfterAbort, lateEvents } = await watchCall({ reason, abortAtStep });
      const label = `aborted at step ${abortAtStep} of ${whole.steps}`;
      if (result.status === 'rejected') {
        cancelled++;
        expect(result.reason, label).toBe(reason);
      } else {
        expect(result.value, label).toEqual({ ok: true });
      }
      expect(left, label).toEqual({ sleeps: 0, listeners: 0, permits: 0, waiting: 0, openBodies: 0 });
      expect({ fetchesAfterAbort, lateEvents }, label).toEqual({ fetchesAfterAbort: 0, lateEvents: 0 });
    }
    // Only the last few steps, in which the answer is already on its way to the caller, may come too late.
    expect(cancelled).toBeGreaterThan(whole.steps * 0.9);
  });
});

describe('closing the client', () => {
  it('waits for a call in flight for the grace period; then it fails with outcome unknown', async () => {
    await using server = await startFaultServer({
      rules: [{ fault: { kind: 'timeout', phase: 'after-request-body' } }],
    });
    const { client, call, runtime } = setUp({ baseUrl: server.url });
    await server.waitUntil(({ faults }) => faults.length === 1);
    let closed = false;
    const closing = client.close().then(() => {
      closed = true;
    });
    await runtime.advance(9_000);
    expect(closed).toBe(false);
    await runtime.advance(2_000);
    await closing;
    await expect(call).rejects.toMatchObject({ name: 'ClosedError', outcome: 'unknown', attempts: 1 });
    await server.waitUntil(({ connections }) => connections.open === 0);
    await expect(client.execute(createThing, undefined)).rejects.toMatchObject({
      name: 'ClosedError',
      outcome: 'not-sent',
    });
  });
});
