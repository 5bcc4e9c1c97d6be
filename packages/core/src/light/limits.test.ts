import { describe, expect, it } from 'vitest';
import { createServiceClient as createFull } from '../client.ts';
import { createLimiter, noAuth } from '../index.ts';
import { readRateHeaders } from '../limits/headers/rate-limit-headers.ts';
import { createManualRuntime, type ManualRuntime } from '../testing/index.ts';
import { createServiceClient as createLight } from './client.ts';

type Open = (runtime: ManualRuntime) => ReturnType<typeof createLight>;

const service = { name: 'acme', baseUrl: 'https://acme.example', auth: noAuth() };
const entries = {
  full: (runtime) => createFull(service, { runtime, retry: false }),
  light: (runtime) => createLight(service, { runtime, retry: false }),
  'light with createLimiter() and readRates': (runtime) =>
    createLight(
      { ...service, readRates: ({ headers }, clock) => readRateHeaders(headers, clock) },
      { runtime, retry: false, limiter: createLimiter({ limits: [], runtime }) },
    ),
} satisfies Readonly<Record<string, Open>>;

const firstResponses = {
  'a 429 with a time': [429, { 'retry-after': '60' }],
  'a 503 with a time': [503, { 'retry-after': '60' }],
  'a used-up limit in its headers': [
    200,
    { 'x-ratelimit-limit': '100', 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '60' },
  ],
} satisfies Readonly<Record<string, readonly [number, Readonly<Record<string, string>>]>>;

/** Whether a second call of the same path waits for the time of the first response. */
async function waitsAfter(open: Open, [status, headers]: readonly [number, object]): Promise<boolean> {
  let requests = 0;
  const runtime = createManualRuntime({
    async fetch() {
      requests += 1;
      return requests === 1
        ? new Response('{}', { status, headers: { ...headers } })
        : new Response('{}', { status: 200 });
    },
  });
  const client = open(runtime);
  const call = () => client.request({ method: 'GET', path: '/v1/resources' }).catch(() => undefined);
  await call();
  const second = call();
  await runtime.advance(1_000);
  const isWaiting = requests === 1;
  await runtime.advance(120_000);
  await second;
  expect(requests).toBe(2);
  await client.close();
  return isWaiting;
}

// The table of `packages/core/docs/light-entries.md`.
describe('a call waits after', () => {
  it.each([
    ['a 429 with a time', { full: true, light: true, 'light with createLimiter() and readRates': true }],
    ['a 503 with a time', { full: true, light: false, 'light with createLimiter() and readRates': true }],
    [
      'a used-up limit in its headers',
      { full: true, light: false, 'light with createLimiter() and readRates': true },
    ],
  ] as const)('%s: %o', async (what, expected) => {
    for (const [entry, waits] of Object.entries(expected))
      expect([entry, await waitsAfter(entries[entry as keyof typeof entries], firstResponses[what])]).toEqual(
        [entry, waits],
      );
  });
});
