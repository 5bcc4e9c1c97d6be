import { describe, expect, it } from 'vitest';
import {
  cachedCredential,
  createLimiter,
  maxConcurrency,
  perSecond,
  Secret,
  tokenBucket,
} from '../src/index.ts';
import { createBreaker, hedge } from '../src/resilience/index.ts';
import { play, type Stage, type Trace } from './clock-stage.ts';

const hourMs = 3_600_000;
const jumps = { 'an hour forward': hourMs, 'an hour back': -hourMs, 'a year forward': 365 * 24 * hourMs };

const refusal = (headers: Record<string, string>) => () => new Response('{}', { status: 429, headers });
const never = () => new Promise<Response>(() => {});

/** What waits, and the trace of it while nobody touches the clock. */
const scenarios: Readonly<Record<string, readonly [(stage: Stage) => Promise<unknown>, Trace]>> = {
  'the back-off before a retry': [
    ({ call }) =>
      call({}, [() => new Response('{}', { status: 503 }), () => new Response('{}', { status: 503 })]),
    ['0 request', '25 request', '75 request', '75 answered'],
  ],
  'a Retry-After in seconds': [
    ({ call }) => call({}, [refusal({ 'retry-after': '7' })]),
    ['0 request', '7750 request', '7750 answered'],
  ],
  'a Retry-After as a date, beside the Date of the service': [
    async ({ call, runtime, serviceDate }) => {
      // However wrong the clock of this machine is to begin with.
      runtime.jumpWallClock(-3 * hourMs);
      const headers = () => ({ date: serviceDate(0), 'retry-after': serviceDate(7_000) });
      await call({}, [() => refusal(headers())()]);
    },
    ['0 request', '7750 request', '7750 answered'],
  ],
  'a Retry-After as a date, read by the clock of this machine once': [
    ({ call, serviceDate }) => call({}, [() => refusal({ 'retry-after': serviceDate(7_000) })()]),
    ['0 request', '7750 request', '7750 answered'],
  ],
  'the pause of a limiter after a refusal': [
    async ({ call, runtime, note }) => {
      const limiter = createLimiter({ limits: [maxConcurrency(5)], runtime });
      await call({ limiter, retry: false }, [refusal({ 'retry-after': '30' })]);
      note('the next');
      await call({ limiter });
    },
    ['0 request', '0 rate-limit', '0 the next', '30000 request', '30000 answered'],
  ],
  'the end of a window that the service tells as a date': [
    async ({ call, runtime }) => {
      const limiter = createLimiter({ limits: [maxConcurrency(5)], runtime });
      const resetAt = String(Math.round((runtime.now() + 20_000) / 1_000));
      const headers = {
        'x-ratelimit-limit': '10',
        'x-ratelimit-remaining': '0',
        'x-ratelimit-reset': resetAt,
      };
      await call({ limiter }, [() => new Response('{}', { headers })]);
      await call({ limiter });
    },
    ['0 request', '0 answered', '20000 request', '20000 answered'],
  ],
  'a window limit': [
    ({ call, runtime }) => {
      const limiter = createLimiter({ limits: [perSecond(1)], runtime });
      return Promise.all([call({ limiter }), call({ limiter }), call({ limiter })]);
    },
    ['0 request', '0 answered', '1000 request', '1000 answered', '2000 request', '2000 answered'],
  ],
  'a bucket limit': [
    ({ call, runtime }) => {
      const limiter = createLimiter({ limits: [tokenBucket(0.5, 1)], runtime });
      return Promise.all([call({ limiter }), call({ limiter }), call({ limiter })]);
    },
    ['0 request', '0 answered', '2000 request', '2000 answered', '4000 request', '4000 answered'],
  ],
  'the limit of an attempt': [
    ({ call }) => call({ timeoutMs: 5_000, retry: false }, [never]),
    ['0 request', '5000 timeout'],
  ],
  'the deadline of a call that waits for its permit': [
    async ({ call, runtime }) => {
      const limiter = createLimiter({ limits: [maxConcurrency(1)], runtime });
      await limiter.acquire();
      await call({ limiter, deadlineMs: 9_000 });
    },
    ['9000 timeout'],
  ],
  'the attempt beside one that takes long': [
    ({ call }) => call({ hedge: hedge({ afterMs: 300 }) }, [never]),
    ['0 request', '300 request', '300 answered'],
  ],
  'a circuit that is open': [
    async ({ call, runtime, note }) => {
      const limiter = createBreaker({ minCalls: 1, openMs: 5_000, runtime });
      await call({ limiter, retry: false }, [() => new Response('{}', { status: 500 })]);
      await runtime.sleep(4_900);
      await call({ limiter, retry: false });
      await runtime.sleep(200);
      note('again');
      await call({ limiter, retry: false });
    },
    ['0 request', '0 server', '4900 circuit-open', '5100 again', '5100 request', '5100 answered'],
  ],
  'the time that a credential is kept': [
    async ({ runtime, note }) => {
      const load = async () => {
        note('looked up');
        return { secret: new Secret('a-key-of-no-use'), source: 'the test' };
      };
      const source = cachedCredential({ description: 'a source', load }, { ttlMs: 60_000 });
      for (let second = 0; second <= 90; second += 30) {
        await source.load({ runtime, refresh: false });
        await runtime.sleep(30_000);
      }
    },
    ['0 looked up', '60000 looked up'],
  ],
};

describe('C12: waits are measured on the clock that never jumps', () => {
  describe.each(Object.entries(scenarios))('%s', (_name, [scenario, expected]) => {
    it('is as long as it should be', async () => {
      expect(await play(scenario, 0)).toEqual(expected);
    });

    it.each(Object.entries(jumps))('and no different while the wall clock goes %s', async (_jump, jumpMs) => {
      expect(await play(scenario, jumpMs)).toEqual(expected);
    });
  });
});
