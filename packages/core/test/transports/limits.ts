import { Agent as NodeAgent } from 'node:http';
import { Agent, fetch as undiciFetch } from 'undici';
import { createFetchTransport } from '../../src/http/fetch-transport.ts';
import type { Runtime, Transport } from '../../src/index.ts';
import { createNodeTransport } from '../../src/node/index.ts';
import { createManualRuntime, type Fault, startFaultServer } from '../../src/testing/index.ts';
import { createUndiciTransport } from '../../src/undici/index.ts';
import { type Stall, stalls } from '../stalls.ts';
import { clientOver, describeError, endOf, get, post, served } from './calls.ts';
import type { Over, Probe, Topic } from './row.ts';

/** A call that stands still until its limit of 3 s: the end, and the phase that it names. */
const stuck =
  (name: keyof typeof stalls): Probe =>
  async (over) => {
    await using stall: Stall | undefined = await stalls[name]?.start(over.name);
    if (stall === undefined) throw new TypeError(`no stall ${name}`);
    const runtime = createManualRuntime();
    const transport = stall.transport ?? over.transport;
    await using client = clientOver({ ...over, transport }, stall.baseUrl, { runtime, limiter: false });
    const call = client.request(post, { timeoutMs: 3_000 }).catch((error: unknown) => error);
    await stall.stalled;
    await runtime.settle();
    await runtime.advance(3_000);
    const error = await call;
    return describeError(error).replace(',', ` (${Reflect.get(Object(error), 'phase')}),`);
  };

const short = { headersTimeout: 100, bodyTimeout: 100 };

/** Whether a time limit of the HTTP client itself, shortened to 100 ms, ends a call. */
const ownLimit =
  (phase: Fault['phase']): Probe =>
  async (over) => {
    const isFetch = over.name === 'fetch';
    const fault: Fault = isFetch ? { kind: 'timeout', phase } : { kind: 'latency', phase, delayMs: 300 };
    await using server = await startFaultServer({ rules: [{ fault }] });
    await using client = clientOver({ ...over, transport: hasty[over.name]() }, server.url);
    return await endOf(client.request(get), () => 'none');
  };

const hasty: Readonly<Record<Over['name'], () => Transport>> = {
  'node:http': () => createNodeTransport({ agent: new NodeAgent({ timeout: 100 }) }),
  undici() {
    const agent = new Agent();
    const dispatcher = {
      // Its timers are too coarse to be waited for: the options say that there are none.
      dispatch(options: typeof short, handler: never) {
        if (options.headersTimeout !== 0 || options.bodyTimeout !== 0) throw new TypeError('It has limits.');
        return agent.dispatch(options as never, handler);
      },
    };
    return createUndiciTransport({ dispatcher });
  },
  fetch() {
    const dispatcher = new Agent(short);
    const fetch = ((url: string, init: object) =>
      undiciFetch(url, { ...init, dispatcher })) as unknown as Runtime['fetch'];
    const send = createFetchTransport();
    return (request) => send({ ...request, runtime: { ...request.runtime, fetch } });
  },
};

/** An abort at this phase: whether the call ends with the reason itself, and the requests that arrived. */
const aborted = (phase?: Fault['phase']): Probe =>
  served(async (client, server) => {
    const controller = new AbortController();
    const reason = new Error('enough');
    if (phase === undefined) controller.abort(reason);
    else {
      server.respond({ fault: { kind: 'timeout', phase } });
      void server.waitUntil(({ faults }) => faults.length > 0).then(() => controller.abort(reason));
    }
    const error: unknown = await client
      .request(post, { signal: controller.signal })
      .catch((thrown) => thrown);
    await server.waitUntil(({ connections }) => connections.open === 0);
    return `${error === reason ? 'the reason' : 'another error'}; ${server.requests.length} arrived`;
  });

const inHeaders = 'TimeoutError (headers), unknown';
const inBody = 'TimeoutError (body), unknown';
const connecting = { end: 'TimeoutError (connect), not-sent, retryable', but: { fetch: inHeaders } };

// undici's are 300 s for each. Source: its documentation, "Client", headersTimeout and bodyTimeout.
const limited = { end: 'none', but: { fetch: 'NetworkError, unknown, retryable' } };

export const limits: Topic = {
  title: 'Standstill and abort',
  takesTurns: true,
  rows: [
    { case: 'silence of DNS', probe: stuck('a name that nobody resolves'), ...connecting },
    { case: 'silence in TLS', probe: stuck('a TLS handshake that stalls'), ...connecting },
    {
      case: 'a connection that nobody reads',
      probe: stuck('a connection that nobody reads'),
      end: inHeaders,
    },
    {
      case: 'no response to the request',
      probe: stuck('a service that swallows the request'),
      end: inHeaders,
    },
    {
      case: 'nothing after the status line',
      probe: stuck('an answer that ends after its status line'),
      end: inHeaders,
    },
    { case: 'no byte of the body', probe: stuck('a body that never begins'), end: inBody },
    { case: 'nothing after half of the body', probe: stuck('a body that stops half-way'), end: inBody },
    {
      case: 'the HTTP client’s own limit before the headers',
      probe: ownLimit('after-request-body'),
      ...limited,
    },
    { case: 'the HTTP client’s own limit in the body', probe: ownLimit('mid-response-body'), ...limited },
    { case: 'an abort before the call', probe: aborted(), end: 'the reason; 0 arrived' },
    {
      case: 'an abort before the headers',
      probe: aborted('after-request-body'),
      end: 'the reason; 1 arrived',
    },
    { case: 'an abort in the body', probe: aborted('mid-response-body'), end: 'the reason; 1 arrived' },
  ],
};
