import { describe, expect, it } from 'vitest';
import { perMinute, QuotaExceededError, type RawRequest } from '../src/index.ts';
import { type Refusal, refusedOnce } from './refused-once.ts';

const startAt = new Date('2030-01-01T00:00:00Z');
const send: RawRequest = { method: 'POST', path: '/things', json: {} };
const problemTypes = 'https://iana.org/assignments/http-problem-types#';

const refused = (refusal: Refusal, more: Omit<Parameters<typeof refusedOnce>[1], 'startAt'> = {}) =>
  refusedOnce(refusal, { startAt, ...more });

describe('C4: a refusal without a Retry-After', () => {
  it.each<[string, Refusal['headers'], number]>([
    ['one limit that is used up', { ratelimit: '"burst";r=0;t=7' }, 7_000],
    ['the longest of several', { ratelimit: '"a";r=0;t=2, "b";r=0;t=9, "c";r=5;t=50' }, 9_000],
    ['older drafts', { 'ratelimit-remaining': '0', 'ratelimit-reset': '4' }, 4_000],
    ['the X- family', { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '5' }, 5_000],
    [
      'an instant',
      { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': `${startAt.getTime() / 1_000 + 30}` },
      30_000,
    ],
  ])('is not repeated before the reset: %s', async (_, headers, toldMs) => {
    const { attempts, error } = await refused({ headers: headers ?? {} });
    expect(error).toBeUndefined();
    expect(attempts[1]).toBeGreaterThanOrEqual(toldMs);
    expect(attempts[1]).toBeLessThanOrEqual(toldMs + Math.max(1_500, toldMs / 10));
  });

  it.each<[string, Refusal['headers']]>([
    ['something is left', { ratelimit: '"burst";r=1;t=30' }],
    ['the answer comes out of a cache', { ratelimit: '"burst";r=0;t=30', age: '12' }],
    ['the unit may be milliseconds', { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '58000' }],
  ])('is repeated after our own back-off when %s', async (_, headers) => {
    const { attempts, error } = await refused({ headers: headers ?? {} });
    expect(error).toBeUndefined();
    expect(attempts[1]).toBeLessThanOrEqual(1_000);
  });

  it('goes by the limits that the service names as violated', async () => {
    const { attempts } = await refused({
      headers: { ratelimit: '"burst";r=3;t=6, "other";r=3;t=40' },
      body: { type: `${problemTypes}quota-exceeded`, title: 'Too many', 'violated-policies': ['burst'] },
    });
    expect(attempts[1]).toBeGreaterThanOrEqual(6_000);
    expect(attempts[1]).toBeLessThanOrEqual(7_500);
  });

  it('goes by the Retry-After where there is one', async () => {
    const { attempts } = await refused({
      headers: { ratelimit: '"burst";r=0;t=40', 'retry-after': '2' },
    });
    expect(attempts[1]).toBeGreaterThanOrEqual(2_000);
    expect(attempts[1]).toBeLessThanOrEqual(3_500);
  });

  it.each([[[]], [[perMinute(1_000)]]])(
    'because of a day’s quota says so at once, with limits %o',
    async (limits) => {
      const { attempts, error } = await refused(
        { headers: { 'ratelimit-policy': '"day";q=100;w=86400', ratelimit: '"day";r=0;t=36000' } },
        { limits },
      );
      expect(attempts).toEqual([0]);
      expect(QuotaExceededError.isInstance(error)).toBe(true);
      expect(error).toMatchObject({
        status: 429,
        attempts: 1,
        outcome: 'not-sent',
        retryAfterMs: 36_000_000,
        retryRefusal: 'retry-after-too-long',
        resetAt: new Date('2030-01-01T10:00:00Z'),
      });
    },
  );
});

describe('problem types for rate limits (draft-ietf-httpapi-ratelimit-headers-11 §5)', () => {
  it('a momentary lack of capacity is a refusal before any work: even a send may be retried', async () => {
    const body = { type: `${problemTypes}temporary-reduced-capacity`, 'violated-policies': ['hour'] };
    expect(await refused({ status: 503, body }, { request: send })).toMatchObject({
      attempts: [0, expect.any(Number)],
      error: undefined,
    });
    expect((await refused({ status: 503, body: {} }, { request: send })).error).toMatchObject({
      retryRefusal: 'ambiguous',
    });
  });

  it('name the code of the error, whose details keep no fragment of a URL', async () => {
    const body = { type: `${problemTypes}abnormal-usage-detected`, title: 'Unusual' };
    const { error } = await refused({ headers: { 'retry-after': '3600' }, body });
    expect(error).toMatchObject({
      code: 'rate-limit',
      providerCode: 'abnormal-usage-detected',
    });
  });

  it.each([
    null,
    [],
    'quota-exceeded',
    { type: 'about:blank' },
    { type: { toString: 5 } },
    { type: `${problemTypes}quota-exceeded/../x` },
    { type: `https://iana.org.evil.example/assignments/http-problem-types#quota-exceeded` },
    { type: `${problemTypes}quota-exceeded`, 'violated-policies': { length: 1e9 } },
    { type: `${problemTypes}quota-exceeded`, 'violated-policies': [null, {}, 5] },
  ])('C15: nothing is made of %j', async (body) => {
    const { attempts, error } = await refused({ headers: { ratelimit: '"a";r=1;t=50' }, body });
    expect(error).toBeUndefined();
    expect(attempts[1]).toBeLessThanOrEqual(1_000);
  });
});
