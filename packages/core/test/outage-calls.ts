import type { EngineOptions } from '../src/driver/index.ts';
import {
  createServiceClient,
  createServiceResponse,
  defineOperation,
  noAuth,
  type OrgError,
  type ServiceClient,
  type Transport,
} from '../src/index.ts';
import type { ManualRuntime } from '../src/testing/index.ts';

/** A call that may be repeated whatever happens. */
export const readThing = defineOperation({
  name: 'thing.get',
  safety: 'read',
  encode: () => ({ method: 'GET', path: '/things' }),
  decode: (answer) => answer.json(),
});

const callsPerSecond = 1_000;
const stepMs = 100;

const refused = Object.assign(new TypeError('fetch failed'), { cause: { code: 'ECONNREFUSED' } });

export const answer =
  (status: number, headers: Readonly<Record<string, string>> = {}): Transport =>
  async () =>
    createServiceResponse(status, new Headers(headers), new TextEncoder().encode('{}'));

/** Services that fail every call, each in its way. */
export const outages: Readonly<Record<string, Transport>> = {
  'answers 500': answer(500),
  'answers 503': answer(503),
  'answers 429': answer(429),
  'answers 503 and a time': answer(503, { 'retry-after': '1' }),
  'refuses connections': () => Promise.reject(refused),
};

/** A client of a service that answers so, and how many requests it made. */
export function clientOf(runtime: ManualRuntime, transport: Transport, options: EngineOptions = {}) {
  let requests = 0;
  const client = createServiceClient(
    { name: 'acme', baseUrl: 'https://api.acme.test', auth: noAuth() },
    {
      runtime,
      // The retry quota alone: a limiter would hold most of the calls back.
      limiter: false,
      ...options,
      transport: (request) => {
        requests += 1;
        return transport(request);
      },
    },
  );
  return { client, count: () => requests };
}

/** Two nested clients of a service with these responses; the middle one fails because the inner one does. */
export function nestedClients(runtime: ManualRuntime, transport: Transport) {
  const inner = clientOf(runtime, transport);
  const outer = clientOf(runtime, async (request) => {
    await inner.client.execute(readThing, undefined).catch(() => {});
    return answer(502)(request);
  });
  return { inner, outer };
}

/** A thousand calls a second; the errors of all that failed, in the order of their ends. */
export async function callSteadily(
  runtime: ManualRuntime,
  client: ServiceClient,
  seconds: number,
): Promise<OrgError[]> {
  const errors: OrgError[] = [];
  const calls: Promise<unknown>[] = [];
  for (let at = 0; at < seconds * 1_000; at += stepMs) {
    for (let call = 0; call < (callsPerSecond * stepMs) / 1_000; call += 1) {
      calls.push(client.execute(readThing, undefined).catch((error: OrgError) => errors.push(error)));
    }
    await runtime.advance(stepMs);
  }
  await runtime.advance(60_000);
  await Promise.all(calls);
  return errors;
}
