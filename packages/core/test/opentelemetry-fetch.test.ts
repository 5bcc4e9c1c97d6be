import { context, metrics, propagation, SpanKind, trace } from '@opentelemetry/api';
import { CompositePropagator, W3CBaggagePropagator, W3CTraceContextPropagator } from '@opentelemetry/core';
import { UndiciInstrumentation } from '@opentelemetry/instrumentation-undici';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { EngineOptions } from '../src/driver/index.ts';
import { createFetchTransport } from '../src/http/fetch-transport.ts';
import {
  type Auth,
  bearerAuth,
  createServiceClient,
  defineOperation,
  headerKey,
  queryKey,
} from '../src/index.ts';
import { type InstrumentOptions, instrument } from '../src/opentelemetry/index.ts';
import { collectLeaks, type FaultServer, startFaultServer } from '../src/testing/index.ts';
import { startTelemetry, type Telemetry } from './telemetry.ts';

const key = 'sk-canary-0123456789';
const person = 'canary.person@private.test';

const getThing = defineOperation({
  name: 'thing.get',
  safety: 'read',
  encode: (id: string) => ({
    method: 'GET',
    path: `/things/${encodeURIComponent(id)}`,
    pathTemplate: '/things/{id}',
    query: { to: id },
  }),
  decode: (answer) => answer.json(),
});

let telemetry: Telemetry;
let server: FaultServer;
let fetchInstrumentation: UndiciInstrumentation;
beforeEach(async () => {
  telemetry = startTelemetry();
  // As an SDK with its auto-instrumentations does.
  propagation.setGlobalPropagator(
    new CompositePropagator({ propagators: [new W3CTraceContextPropagator(), new W3CBaggagePropagator()] }),
  );
  fetchInstrumentation = new UndiciInstrumentation();
  fetchInstrumentation.setTracerProvider(telemetry.tracerProvider);
  fetchInstrumentation.enable();
  server = await startFaultServer({ rules: [{ when: { nth: 1 }, answer: { status: 503 } }] });
});
afterEach(async () => {
  fetchInstrumentation.disable();
  propagation.disable();
  await server.close();
  await telemetry[Symbol.asyncDispose]();
});

async function callOnce(traced: InstrumentOptions, auth: Auth = bearerAuth(), options: EngineOptions = {}) {
  const { tracerProvider, meterProvider } = telemetry;
  const instrumentation = instrument({ tracerProvider, meterProvider, ...traced });
  const service = { name: 'acme', baseUrl: server.url, auth, credential: key };
  await using client = createServiceClient(service, {
    transport: createFetchTransport(),
    instrumentation,
    retry: { baseMs: 1 },
    ...options,
  });
  await telemetry.tracer.startActiveSpan('a handler', async (span) => {
    const baggage = propagation.createBaggage({ person: { value: person } });
    const inside = propagation.setBaggage(context.active(), baggage);
    await context.with(inside, () => client.execute(getThing, person)).catch(() => {});
    span.end();
  });
}

const requestsOf = () => telemetry.spans().filter(({ kind }) => kind === SpanKind.CLIENT);
const sent = (name: string) => server.requests.map(({ headers }) => headers.get(name));
const parentsOf = (spans: ReturnType<typeof requestsOf>) =>
  spans.map(({ parentSpanContext }) => parentSpanContext?.spanId);

describe('with the instrumentation of fetch', () => {
  it("its spans are the only HTTP spans, and children of the call's span", async () => {
    await callOnce({});
    const call = telemetry.span('acme thing.get').spanContext();
    expect(parentsOf(requestsOf())).toEqual([call.spanId, call.spanId]);
    expect(requestsOf().map(({ instrumentationScope }) => instrumentationScope.name)).toEqual([
      '@opentelemetry/instrumentation-undici',
      '@opentelemetry/instrumentation-undici',
    ]);
    expect(telemetry.spans()).toHaveLength(4);
    expect(new Set(telemetry.spans().map((span) => span.spanContext().traceId)).size).toBe(1);
  });

  it('http: true produces one span for each request, and sends no headers', async () => {
    await callOnce({ http: true });
    const call = telemetry.span('acme thing.get').spanContext();
    expect(parentsOf(requestsOf())).toEqual([call.spanId, call.spanId]);
    expect(requestsOf().map(({ instrumentationScope }) => instrumentationScope.name)).toEqual([
      '@org/core',
      '@org/core',
    ]);
    expect(telemetry.spans()).toHaveLength(4);
    expect(sent('traceparent')).toEqual([undefined, undefined]);
  });

  it("propagate: true sends each attempt's own traceparent, once, and never the baggage", async () => {
    await callOnce({ http: true, propagate: true });
    const own = requestsOf().map((span) => {
      const { traceId, spanId } = span.spanContext();
      return `00-${traceId}-${spanId}-01`;
    });
    expect(sent('traceparent')).toEqual(own);
    expect(sent('baggage')).toEqual([undefined, undefined]);
  });

  it('leaves a traceparent that the caller set', async () => {
    const { tracerProvider } = telemetry;
    const instrumentation = instrument({ tracerProvider, http: true, propagate: true });
    const service = { name: 'acme', baseUrl: server.url, auth: bearerAuth(), credential: key };
    await using client = createServiceClient(service, {
      instrumentation,
      retry: false,
      transport: createFetchTransport(),
    });
    const headers = { traceparent: '00-00000000000000000000000000000001-0000000000000001-00' };
    await client.execute(getThing, '1', { headers }).catch(() => {});
    expect(sent('traceparent')).toEqual([headers.traceparent]);
  });
});

describe('C13: nothing secret or personal in any span or metric', () => {
  const auths = {
    bearer: bearerAuth(),
    'header key': headerKey('x-api-key'),
    'query key': queryKey('api_key'),
  };
  it.each(Object.entries(auths))('with a %s', async (_name, auth) => {
    fetchInstrumentation.setMeterProvider(telemetry.meterProvider);
    await callOnce({ http: true }, auth);
    expect(telemetry.spans()).toHaveLength(4);
    expect(await telemetry.metric('http.client.request.duration')).not.toEqual([]);
    const told = telemetry.spans().map((span) => {
      const { name, attributes, events, status, links, resource } = span;
      return { name, attributes, events, status, links, resource };
    });
    expect(collectLeaks([told, await telemetry.metrics()], [key, person])).toEqual([]);
  });

  it('the instrumentation of fetch alone reports the whole query', async () => {
    await callOnce({}, queryKey('api_key'));
    const urls = requestsOf().map(({ attributes }) => attributes['url.full']);
    expect(collectLeaks(urls, [key])).not.toEqual([]);
  });
});

describe('without an SDK', () => {
  it('a call is what it was', async () => {
    fetchInstrumentation.disable();
    await telemetry[Symbol.asyncDispose]();
    trace.disable();
    const service = { name: 'acme', baseUrl: server.url, auth: bearerAuth(), credential: key };
    const instrumentation = instrument({ http: true, propagate: true });
    await using client = createServiceClient(service, { instrumentation, retry: { baseMs: 1 } });
    const answer = await client.request({ method: 'GET', path: '/things' });
    expect(answer.status).toBe(200);
    expect(sent('traceparent')).toEqual([undefined, undefined]);
  });

  it('providers that are registered after the client was made are found', async () => {
    const service = { name: 'acme', baseUrl: server.url, auth: bearerAuth(), credential: key };
    await using client = createServiceClient(service, {
      instrumentation: instrument(),
      retry: { baseMs: 1 },
    });
    trace.setGlobalTracerProvider(telemetry.tracerProvider);
    metrics.setGlobalMeterProvider(telemetry.meterProvider);
    try {
      await client.execute(getThing, '1');
      expect(telemetry.span('acme thing.get').ended).toBe(true);
      expect(await telemetry.metric('org.client.operation.duration')).toHaveLength(1);
    } finally {
      trace.disable();
      metrics.disable();
    }
  });

  it('propagate without http is refused, because the instrumentation of fetch adds those headers', () => {
    expect(() => instrument({ propagate: true })).toThrow(
      expect.objectContaining({ code: 'configuration', message: expect.stringContaining('http: true') }),
    );
  });
});
