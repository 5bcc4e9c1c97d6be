import { getEventListeners } from 'node:events';
import fc from 'fast-check';
import { expect } from 'vitest';
import {
  bearerAuth,
  type Constraint,
  type CredentialSource,
  createLimiter,
  createServiceClient,
  createServiceResponse,
  fromValue,
  isOrgError,
  type Limiter,
  maxConcurrency,
  perSecond,
  tokenBucket,
} from '../src/index.ts';
import { createBreaker, hedge } from '../src/resilience/index.ts';
import { createManualRuntime, type ManualRuntime } from '../src/testing/index.ts';
import { seededRandom } from '../src/testing/seeded-random.ts';

const day = 86_400_000;
const url = 'https://api.acme.test';

const values = [
  ...[
    '0',
    '1',
    '60',
    '3600',
    '86400',
    '-1',
    '0.5',
    '1795262400',
    '1795262400000',
    '999999999999999',
    '9'.repeat(20),
  ],
  ...[
    '',
    'NaN',
    'Infinity',
    '6m0s',
    '999999h',
    'Fri, 31 Dec 9999 23:59:59 GMT',
    '2030-01-01T00:00:00Z',
    '1;w=1',
  ],
  ...[
    '"a";r=0;t=999999999',
    '"a";r=0;t=36000',
    '"a";q=1;w=86400',
    '"a";q=0;w=0',
    'limit=1, remaining=0, reset=9',
  ],
];
const names = [
  ...['retry-after', 'retry-after-ms', 'age', 'date', 'ratelimit', 'ratelimit-policy'],
  ...['ratelimit-', 'x-ratelimit-', 'x-rate-limit-'].flatMap((prefix) =>
    ['limit', 'remaining', 'reset', 'remaining-day', 'reset-day'].map((word) => prefix + word),
  ),
];
const limitSets: readonly (readonly Constraint[])[] = [
  [],
  [perSecond(3)],
  [maxConcurrency(1)],
  [tokenBucket(2, 2)],
  [perSecond(3), maxConcurrency(2)],
];

interface Story {
  readonly seed: number;
  readonly limits: readonly Constraint[];
  readonly broken: boolean;
  readonly hedged: boolean;
  readonly deadlineMs: number;
  readonly actAtMs: number;
  readonly act: 'abort' | 'close' | 'close-limiter' | 'nothing';
}

const story: fc.Arbitrary<Story> = fc.record({
  seed: fc.nat(2 ** 30),
  limits: fc.constantFrom(...limitSets),
  broken: fc.boolean(),
  hedged: fc.boolean(),
  deadlineMs: fc.constantFrom(1_000, 20_000, 1e9),
  actAtMs: fc.nat(3_000),
  act: fc.constantFrom('abort', 'close', 'close-limiter', 'nothing'),
});

/** A client of a service that does anything at all, by the chance of the story. */
function open({ seed, limits, broken, hedged, deadlineMs }: Story) {
  const random = seededRandom(seed + 1);
  const pick = <Value>(list: readonly Value[]) => list[Math.floor(random() * list.length)] as Value;
  const runtime = createManualRuntime({ random: seed + 2 });
  const inner = createLimiter({ limits, runtime, maxQueue: pick([2, 100]) });
  const limiter: Limiter = broken ? createBreaker({ limiter: inner, runtime, minCalls: 3 }) : inner;
  const credential: CredentialSource = {
    description: 'the store',
    async load(context) {
      await runtime.sleep(pick([0, 0, 100]), context.signal);
      if (random() < 0.05) throw new Error('The store is ill.');
      return fromValue(pick(['key-one', 'key-two'])).load(context);
    },
  };
  const client = createServiceClient(
    { name: 'acme', baseUrl: url, auth: bearerAuth(), credential },
    {
      runtime,
      limiter,
      timeoutMs: 500,
      deadlineMs,
      ...(hedged ? { hedge: hedge({ afterMs: 30, max: 2 }) } : {}),
      transport: async ({ signal }) => {
        await runtime.sleep(pick([0, 5, 60, 60, 700]), signal);
        if (random() < 0.1)
          throw Object.assign(new Error('cut'), { code: pick(['ECONNRESET', 'ECONNREFUSED']) });
        const told = Object.fromEntries([1, 2, 3].map(() => [pick(names), pick(values)]));
        const status = pick([200, 200, 200, 401, 413, 429, 429, 503, 500]);
        return createServiceResponse(
          status,
          { get: (name) => told[name] ?? null },
          new TextEncoder().encode('{}'),
        );
      },
    },
  );
  return { runtime, inner, client, method: () => pick(['GET', 'POST'] as const) };
}

const codeOf = (error: unknown) => (isOrgError(error) ? error.code : error);

/** What holds of six calls at once, whatever the service answers and whenever somebody gives up. */
export const callProperties = {
  'every call ends typed, leaves nothing behind, and no limiter is shut for more than a day':
    fc.asyncProperty(story, async (told) => {
      const { runtime, inner, client, method } = open(told);
      const giveUp = new AbortController();
      const reason = { mine: true };
      const ends: unknown[] = [];
      for (let call = 0; call < 6; call += 1)
        client.request({ method: method(), path: '/' }, { signal: giveUp.signal }).then(
          () => ends.push('value'),
          (error: unknown) => ends.push(codeOf(error)),
        );
      await runtime.advance(told.actAtMs);
      if (told.act === 'abort') giveUp.abort(reason);
      if (told.act === 'close') await Promise.all([client.close(), runtime.advance(10_001)]);
      if (told.act === 'close-limiter') inner.close();
      if (told.act === 'abort') await runtime.settle();
      else await untilEnded(runtime, () => ends.length === 6);
      expect(ends).toHaveLength(6);
      expect(ends.filter((end) => typeof end !== 'string' && end !== reason)).toEqual([]);
      // A look-up of the credential may go on for others.
      await runtime.advance(3_000);
      expect(inner.snapshot()).toMatchObject({ inFlight: 0, pending: 0 });
      expect(getEventListeners(giveUp.signal, 'abort')).toEqual([]);
      expect(runtime.pendingSleeps).toEqual([]);
      if (told.act === 'close-limiter') return;
      await runtime.advance(day);
      const permit = inner.acquire();
      await runtime.advance(day);
      (await permit).release();
    }),
};

async function untilEnded(runtime: ManualRuntime, isOver: () => boolean): Promise<void> {
  for (const ms of [100, 1_000, 10_000, 60_000, 3_600_000, day, day, 1e9, 1e9]) {
    if (isOver()) return;
    await runtime.advance(ms);
  }
}
