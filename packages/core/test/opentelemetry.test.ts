import { type Span, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { EngineOptions } from '../src/driver/index.ts';
import { createLimiter, defineComposite, maxConcurrency, type Runtime } from '../src/index.ts';
import { type InstrumentOptions, instrument } from '../src/opentelemetry/index.ts';
import { hedge } from '../src/resilience/index.ts';
import { createManualRuntime } from '../src/testing/index.ts';
import { answers, getThing, open } from './observed-client.ts';
import { startTelemetry, type Telemetry } from './telemetry.ts';

let telemetry: Telemetry;
beforeEach(() => {
  telemetry = startTelemetry();
});
afterEach(() => telemetry[Symbol.asyncDispose]());

function openTraced(fetch: Runtime['fetch'], traced: InstrumentOptions = {}, options: EngineOptions = {}) {
  const { tracerProvider, meterProvider } = telemetry;
  const instrumentation = instrument({ tracerProvider, meterProvider, ...traced });
  return open(fetch, { instrumentation, ...options });
}

/** As a request handler of the program would do it. */
const underSpan = <T>(name: string, work: (span: Span) => Promise<T>) =>
  telemetry.tracer.startActiveSpan(name, (span) => work(span).finally(() => span.end()));

const once = { maxAttempts: 1 };
const server = { 'server.address': 'api.acme.test', 'server.port': 443 };

describe('the span of a call', () => {
  it('is a child of the span that is active where the call is made, and ends with the call', async () => {
    const { client } = openTraced(answers(200));
    await Promise.all(
      ['first', 'second'].map((name) => underSpan(name, () => client.execute(getThing, '1'))),
    );
    const calls = telemetry.spans().filter(({ name }) => name === 'acme thing.get');
    expect(calls.map(({ parentSpanContext }) => parentSpanContext?.spanId)).toEqual([
      telemetry.span('first').spanContext().spanId,
      telemetry.span('second').spanContext().spanId,
    ]);
    expect(calls[0]).toMatchObject({
      kind: SpanKind.INTERNAL,
      status: { code: SpanStatusCode.UNSET },
      ended: true,
    });
    expect(calls[0]?.attributes).toEqual({
      'org.provider': 'acme',
      'org.operation': 'thing.get',
      'org.request_id': expect.any(String),
      'org.safety': 'read',
      'org.attempts.allowed': 3,
      'org.attempts': 1,
      ...server,
    });
  });

  it('shows each attempt, retry and wait as an event', async () => {
    const runtime = createManualRuntime({ random: () => 0.5, fetch: answers(503, 200) });
    const limiter = createLimiter({ limits: [maxConcurrency(1)], runtime });
    const permit = await limiter.acquire();
    const { client } = openTraced(answers(), {}, { runtime, limiter });
    const call = client.execute(getThing, 'ann@private.test');
    await runtime.advance(300);
    permit.release();
    await runtime.advance(1_000);
    await call;
    const url = { 'url.full': 'https://api.acme.test/v1/things/{id}', 'url.template': '/v1/things/{id}' };
    const request = { 'http.request.method': 'GET', ...server, ...url };
    const { events } = telemetry.span('acme thing.get');
    expect(events.map(({ name, attributes }) => [name, attributes])).toEqual([
      [
        'limit-wait-start',
        { 'org.attempt': 1, 'org.limiter.wait.reason': 'concurrency', 'org.limiter.queue.length': 1 },
      ],
      ['limit-wait-end', { 'org.attempt': 1, 'org.duration': 0.3, 'org.limiter.wait.granted': true }],
      ['attempt-start', { 'org.attempt': 1, ...request }],
      [
        'attempt-end',
        { 'org.attempt': 1, 'org.duration': 0, 'http.response.status_code': 503, 'error.type': '503' },
      ],
      [
        'retry-scheduled',
        {
          'org.attempt': 1,
          'org.retry.wait': 0.025,
          'http.response.status_code': 503,
          'error.type': '503',
          'org.throttled': false,
        },
      ],
      ['attempt-start', { 'org.attempt': 2, ...request, 'http.request.resend_count': 1 }],
      ['attempt-end', { 'org.attempt': 2, 'org.duration': 0, 'http.response.status_code': 200 }],
    ]);
  });

  it('of a failed call is an error with a code and the retry refusal, without a message', async () => {
    const { client } = openTraced(answers(404));
    await expect(client.execute(getThing, '1')).rejects.toThrow();
    const { attributes, status, events } = telemetry.span('acme thing.get');
    expect(status).toEqual({ code: SpanStatusCode.ERROR });
    expect(attributes).toMatchObject({
      'error.type': 'not-found',
      'org.outcome': 'not-sent',
      'org.retry.refusal': 'not-retryable',
    });
    expect(events.map(({ name }) => name)).not.toContain('exception');
  });

  it('is not an error when the caller cancels', async () => {
    const controller = new AbortController();
    const { client } = openTraced(
      async (_url, { signal }) => {
        controller.abort('enough');
        throw signal?.reason;
      },
      { http: true },
    );
    await expect(client.execute(getThing, '1', { signal: controller.signal })).rejects.toBe('enough');
    const call = telemetry.span('acme thing.get');
    expect(call.status.code).toBe(SpanStatusCode.UNSET);
    expect(call.attributes).toMatchObject({ 'org.cancelled': true, 'org.outcome': 'unknown' });
    expect(call.attributes).not.toHaveProperty('error.type');
    const request = telemetry.span('GET /v1/things/{id}');
    expect(request.status.code).toBe(SpanStatusCode.UNSET);
    expect(request.attributes).not.toHaveProperty('error.type');
  });

  it('is what everything within the call runs under: the credential, the request', async () => {
    const current: (string | undefined)[] = [];
    const { client } = openTraced(async () => {
      current.push(trace.getActiveSpan()?.spanContext().spanId);
      return new Response('{}');
    });
    await underSpan('a handler', async (span) => {
      await client.execute(getThing, '1');
      current.push(trace.getActiveSpan()?.spanContext().spanId);
      expect(trace.getActiveSpan()).toBe(span);
    });
    expect(current[0]).toBe(telemetry.span('acme thing.get').spanContext().spanId);
  });
});

describe('with http: true', () => {
  it('P10: a call of several requests is one span, and each request a child of it', async () => {
    const getTwo = defineComposite({
      name: 'thing.get-two',
      safety: 'read',
      async run(_: undefined, { request }) {
        await request(getThing, '1');
        await request(getThing, '2');
      },
    });
    const { client } = openTraced(answers(200), { http: true });
    await client.execute(getTwo);
    const call = telemetry.span('acme thing.get-two');
    expect(call.attributes).toMatchObject({ 'org.operation': 'thing.get-two', 'org.attempts': 2 });
    const children = telemetry.spans().filter((span) => span !== call);
    expect(children.map(({ name }) => name)).toEqual(Array(2).fill('GET /v1/things/{id}'));
    for (const { attributes, parentSpanContext } of children) {
      expect(parentSpanContext?.spanId).toBe(call.spanContext().spanId);
      expect(attributes).toMatchObject({ 'org.request': 'thing.get' });
      expect(attributes).not.toHaveProperty('http.request.resend_count');
    }
  });

  it('each request has a client span by the names of the conventions', async () => {
    const { client, runtime } = openTraced(answers(503, 200), { http: true });
    const call = client.execute(getThing, '1');
    await runtime.advanceToNext();
    await call;
    const operation = telemetry.span('acme thing.get');
    const requests = telemetry.spans().filter(({ kind }) => kind === SpanKind.CLIENT);
    expect(requests.map(({ name }) => name)).toEqual(['GET /v1/things/{id}', 'GET /v1/things/{id}']);
    for (const { parentSpanContext } of requests)
      expect(parentSpanContext?.spanId).toBe(operation.spanContext().spanId);
    const [failed, answered] = requests;
    expect(failed?.status).toEqual({ code: SpanStatusCode.ERROR });
    expect(failed?.attributes).toEqual({
      'http.request.method': 'GET',
      ...server,
      'url.full': 'https://api.acme.test/v1/things/{id}',
      'url.template': '/v1/things/{id}',
      'http.response.status_code': 503,
      'error.type': '503',
    });
    expect(answered?.status.code).toBe(SpanStatusCode.UNSET);
    expect(answered?.attributes).toMatchObject({
      'http.request.resend_count': 1,
      'http.response.status_code': 200,
    });
  });

  it('an attempt that another one overtook is ended, and no error', async () => {
    let sent = 0;
    const { client, runtime } = openTraced(
      (_url, { signal }) =>
        new Promise((resolve, reject) => {
          signal?.addEventListener('abort', () => reject(signal.reason));
          if (++sent === 2) resolve(new Response('{}'));
        }),
      { http: true },
      { hedge: hedge({ afterMs: 100 }) },
    );
    const call = client.execute(getThing, '1');
    await runtime.advance(100);
    await call;
    await runtime.settle();
    const requests = telemetry.spans().filter(({ kind }) => kind === SpanKind.CLIENT);
    expect(requests).toHaveLength(2);
    const loser = requests.find(({ attributes }) => attributes['org.superseded']);
    expect(loser?.status.code).toBe(SpanStatusCode.UNSET);
  });
});

describe('metrics', () => {
  it('measure calls, attempts, retries, and the waits for the limiter', async () => {
    const runtime = createManualRuntime({ random: () => 0.5, fetch: answers(503, 404, 200) });
    const limiter = createLimiter({ limits: [maxConcurrency(1)], runtime });
    const { client } = openTraced(answers(), {}, { runtime, limiter });
    const permit = await limiter.acquire();
    const calls = [client.execute(getThing, '1'), client.execute(getThing, '2', once).catch(() => {})];
    await runtime.settle();
    const queue = 'org.client.limiter.queue.length';
    expect(await telemetry.metric(queue)).toEqual([{ attributes: { 'org.provider': 'acme' }, value: 2 }]);
    await runtime.advance(2_000);
    permit.release();
    await runtime.advance(5_000);
    await Promise.all(calls);
    expect(await telemetry.metric(queue)).toEqual([{ attributes: { 'org.provider': 'acme' }, value: 0 }]);

    const about = { 'org.provider': 'acme', 'org.operation': 'thing.get' };
    const waits = await telemetry.metric('org.client.limiter.wait.duration');
    const reason = { 'org.limiter.wait.reason': 'concurrency', 'org.limiter.wait.granted': true };
    expect(waits).toEqual([{ attributes: { ...about, ...reason }, value: { count: 2, sum: 4 } }]);
    expect(await telemetry.metric('org.client.retries')).toEqual([
      { attributes: { ...about, 'error.type': '503' }, value: 1 },
    ]);
    const attempts = await telemetry.metric('org.client.attempts');
    expect(attempts.reduce((sum, { value }) => sum + Number(value), 0)).toBe(3);
    const durations = await telemetry.metric('org.client.operation.duration');
    expect(durations.map(({ attributes }) => attributes)).toContainEqual(about);
    expect(await telemetry.metric('http.client.request.duration')).toEqual([]);
  });

  it('report the remaining quota of the service', async () => {
    const headers = { 'ratelimit-policy': '"day";q=500;w=86400', ratelimit: '"day";r=417;t=3600' };
    const { client } = openTraced(async () => new Response('{}', { headers }));
    await client.execute(getThing, '1');
    expect(await telemetry.metric('org.client.quota.remaining')).toEqual([
      { attributes: { 'org.provider': 'acme', 'org.quota.window': 86_400 }, value: 417 },
    ]);
    const { events } = telemetry.span('acme thing.get');
    expect(events.find(({ name }) => name === 'quota-reported')?.attributes).toEqual({
      'org.attempt': 1,
      'org.quota.limit': 500,
      'org.quota.remaining': 417,
      'org.quota.reset': 3600,
      'org.quota.window': 86_400,
    });
  });

  it('with http: true record http.client.request.duration, without unbounded attributes', async () => {
    const runtime = createManualRuntime({ fetch: async () => new Response('{}', { status: 404 }) });
    const slow: Runtime['fetch'] = async (url, init) => {
      await runtime.sleep(250);
      return runtime.fetch(url, init);
    };
    const { client } = openTraced(slow, { http: true }, { runtime: { ...runtime, fetch: slow } });
    const call = client.execute(getThing, '1', once).catch(() => {});
    await runtime.advance(1_000);
    await call;
    expect(await telemetry.metric('http.client.request.duration')).toEqual([
      {
        attributes: {
          'http.request.method': 'GET',
          ...server,
          'url.template': '/v1/things/{id}',
          'http.response.status_code': 404,
          'error.type': '404',
        },
        value: { count: 1, sum: 0.25 },
      },
    ]);
  });
});
