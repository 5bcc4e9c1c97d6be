import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readRateHeaders } from './rate-limit-headers.ts';

const nowMs = Date.UTC(2030, 0, 1);
const read = (headers: Record<string, string>) => readRateHeaders(new Headers(headers), { nowMs });

describe('readRateHeaders: the forms of the IETF draft', () => {
  it('reads a structured list with its policies', () => {
    expect(
      read({
        'RateLimit-Policy': '"burst";q=100;w=60, "daily";q=1000;w=86400',
        RateLimit: '"burst";r=50;t=30, "daily";r=900;t=4000',
      }),
    ).toEqual([
      { name: 'burst', limit: 100, remaining: 50, resetAfterMs: 30_000, windowMs: 60_000, kind: 'rate' },
      {
        name: 'daily',
        limit: 1_000,
        remaining: 900,
        resetAfterMs: 4_000_000,
        windowMs: 86_400_000,
        kind: 'quota',
      },
    ]);
  });

  it('reads a list without policy, and without a reset', () => {
    expect(read({ RateLimit: '"default";r=0' })).toEqual([{ name: 'default', remaining: 0, kind: 'rate' }]);
  });

  it('takes no limit and no window of several policies of which none fits', () => {
    const policies = '"hour";q=1000;w=3600, "minute";q=100;w=60';
    expect(read({ 'RateLimit-Policy': policies, RateLimit: '"second";r=5;t=1' })).toEqual([
      { name: 'second', remaining: 5, resetAfterMs: 1_000, kind: 'rate' },
    ]);
    const numbers = { 'RateLimit-Limit': '50', 'RateLimit-Remaining': '5', 'RateLimit-Reset': '1' };
    expect(read({ 'RateLimit-Policy': '1000;w=3600, 100;w=60', ...numbers })).toEqual([
      { limit: 50, remaining: 5, resetAfterMs: 1_000, kind: 'rate' },
    ]);
    expect(read({ 'RateLimit-Policy': '1000;w=3600', ...numbers })[0]?.windowMs).toBe(3_600_000);
  });

  it('understands partition keys, escapes and unknown parameters', () => {
    expect(read({ RateLimit: '"a\\"b";r=1;t=2;pk=:Y2w=:;new' })).toEqual([
      { name: 'a"b', partition: ':Y2w=:', remaining: 1, resetAfterMs: 2_000, kind: 'rate' },
    ]);
  });

  it('omits policies that do not count requests', () => {
    expect(
      read({ 'RateLimit-Policy': '"size";q=1000;w=60;qu="content-bytes"', RateLimit: '"size";r=5;t=1' }),
    ).toEqual([]);
  });

  it('reads limit=…, remaining=…, reset=…', () => {
    expect(read({ RateLimit: 'limit=100, remaining=50, reset=30', 'RateLimit-Policy': '100;w=60' })).toEqual([
      { limit: 100, remaining: 50, resetAfterMs: 30_000, windowMs: 60_000, kind: 'rate' },
    ]);
  });

  it('reads three fields with their policy', () => {
    expect(
      read({
        'ratelimit-limit': '2',
        'ratelimit-policy': '2;w=1',
        'ratelimit-remaining': '1',
        'ratelimit-reset': '1',
      }),
    ).toEqual([{ limit: 2, remaining: 1, resetAfterMs: 1_000, windowMs: 1_000, kind: 'rate' }]);
  });

  it.each([
    ['"a";r=50;t=30,', 'a trailing comma'],
    ['"a;r=50', 'an open string'],
    ['"a";r=-5', 'a negative count'],
    ['"a";R=5', 'an upper-case parameter'],
    ['"a";r=5;;', 'an empty parameter'],
    ['"a";r=1e3', 'an exponent'],
    ['', 'nothing'],
    [`"a";r=5;x="${'y'.repeat(5_000)}"`, 'an endless value'],
  ])('ignores %j: %s', (field) => {
    expect(read({ RateLimit: field })).toEqual([]);
  });

  it('ignores a response from a cache', () => {
    const headers = { RateLimit: '"a";r=0;t=9', 'X-RateLimit-Remaining': '3' };
    expect(read({ ...headers, Age: '1' })).toEqual([]);
    for (const age of ['0', '', 'old', '-1']) expect(read({ ...headers, Age: age })).toHaveLength(1);
  });

  it('falls back to the other names when the structured field is malformed', () => {
    expect(read({ RateLimit: '"a;', 'X-RateLimit-Remaining': '3' })).toEqual([
      { remaining: 3, kind: 'rate' },
    ]);
  });
});

describe('readRateHeaders: the X- family', () => {
  it.each(['X-RateLimit-', 'X-Rate-Limit-', 'RateLimit-'])('reads %sLimit, Remaining, Reset', (prefix) => {
    expect(read({ [`${prefix}Limit`]: '60', [`${prefix}Remaining`]: '59', [`${prefix}Reset`]: '7' })).toEqual(
      [{ limit: 60, remaining: 59, resetAfterMs: 7_000, kind: 'rate' }],
    );
  });

  it('counts a limit with two header names once', () => {
    expect(read({ 'RateLimit-Remaining': '5', 'X-RateLimit-Remaining': '5' })).toHaveLength(1);
  });

  it('reads variants per window', () => {
    expect(
      read({
        'X-RateLimit-Limit-Minute': '20',
        'X-RateLimit-Remaining-Minute': '19',
        'X-RateLimit-Remaining-Day': '0',
      }),
    ).toEqual([
      { limit: 20, remaining: 19, windowMs: 60_000, kind: 'rate' },
      { remaining: 0, windowMs: 86_400_000, kind: 'quota' },
    ]);
  });

  it.each(['X-RateLimit-Requests-Remaining', 'X-RateLimit-Remaining-Requests'])('reads %s', (name) => {
    expect(read({ [name]: '7' })).toEqual([{ remaining: 7, kind: 'rate' }]);
  });

  it('reads a list of limits with windows', () => {
    expect(
      read({
        'X-RateLimit-Limit': '100, 100;window=60, 10000;window=86400',
        'X-RateLimit-Remaining': '98',
        'X-RateLimit-Reset': '3',
      }),
    ).toEqual([{ limit: 100, remaining: 98, resetAfterMs: 3_000, windowMs: 60_000, kind: 'rate' }]);
  });

  it('treats a limit with a reset more than an hour away as a quota', () => {
    expect(read({ 'X-RateLimit-Remaining': '0', 'X-RateLimit-Reset': '7200' })[0]?.kind).toBe('quota');
  });

  it('ignores headers without a remaining count', () => {
    expect(read({ 'X-RateLimit-Remaining': '-1' })).toEqual([]);
    expect(read({ 'X-RateLimit-Remaining': 'unlimited', 'X-RateLimit-Limit': 'none' })).toEqual([]);
    expect(read({ 'X-RateLimit-Reset': '5' })).toEqual([]);
  });
});

describe('readRateHeaders: units of the reset', () => {
  const reset = (value: string, more: Record<string, string> = {}) =>
    read({ 'X-RateLimit-Remaining': '1', 'X-RateLimit-Reset': value, ...more })[0]?.resetAfterMs;

  it.each([
    ['0', 0],
    ['1.5', 1_500],
    [String(nowMs / 1_000 + 30), 30_000],
    [String(nowMs + 30_500), 30_500],
    ['Tue, 01 Jan 2030 00:01:00 GMT', 60_000],
    ['2030-01-01T00:00:10Z', 10_000],
    ['2030-01-01T01:00:10.500+01:00', 10_500],
    ['6m0s', 360_000],
    ['1.2s', 1_200],
    ['12ms', 12],
    ['1h0m1s', 3_601_000],
  ])('reads %s', (value, expected) => {
    expect(reset(value)).toBeCloseTo(expected, 6);
  });

  it.each([
    '86401',
    String(nowMs / 1_000 - 5),
    String(nowMs + 86_400_001),
    '600000',
    '-5',
    'soon',
    '',
    '2030-01-01',
    'Infinity',
    '1e3',
    '9'.repeat(70),
  ])('does not believe %j', (value) => {
    expect(reset(value)).toBeUndefined();
  });

  it("compares instants with the service's own clock", () => {
    const serverNow = nowMs + 3_600_000;
    const date = new Date(serverNow).toUTCString();
    expect(reset(String(serverNow / 1_000 + 5), { Date: date })).toBe(5_000);
  });
});

describe('C20: readRateHeaders and any input', () => {
  const names = [
    'ratelimit',
    'ratelimit-policy',
    ...['ratelimit-', 'x-ratelimit-', 'x-rate-limit-'].flatMap((prefix) =>
      ['limit', 'remaining', 'reset', 'remaining-minute', 'limit-day'].map((word) => prefix + word),
    ),
    'date',
  ];
  const pieces = '"a"|;r=|;t=|;w=|;q=|limit=|remaining=|reset=|,| |"|\\|:|-|.|9|1|m|s'.split('|');
  const likely = fc.array(fc.constantFrom(...pieces), { maxLength: 24 }).map((parts) => parts.join(''));
  const values = fc.dictionary(fc.constantFrom(...names), fc.oneof(fc.string({ maxLength: 200 }), likely));

  it('never throws, and reports only sane numbers', () => {
    fc.assert(
      fc.property(values, fc.double({ min: 0, max: 4e12, noNaN: true }), (headers, now) => {
        const reports = readRateHeaders({ get: (name) => headers[name] ?? null }, { nowMs: now });
        for (const { limit = 0, remaining = 0, resetAfterMs = 0, windowMs = 1 } of reports) {
          for (const number of [limit, remaining, resetAfterMs]) expect(number).toBeGreaterThanOrEqual(0);
          expect(resetAfterMs).toBeLessThanOrEqual(1e12);
          expect(windowMs).toBeGreaterThan(0);
          expect(Number.isFinite(limit + remaining + resetAfterMs + windowMs)).toBe(true);
        }
      }),
      { numRuns: 1_000 },
    );
  });

  it('reads back what a service writes', () => {
    const policy = fc.record({
      q: fc.nat(1_000_000),
      w: fc.integer({ min: 1, max: 86_399 }),
      r: fc.nat(1_000_000),
      t: fc.nat(86_400),
    });
    fc.assert(
      fc.property(fc.array(policy, { minLength: 1, maxLength: 5 }), (policies) => {
        const written = read({
          'RateLimit-Policy': policies.map(({ q, w }, index) => `"p${index}";q=${q};w=${w}`).join(', '),
          RateLimit: policies.map(({ r, t }, index) => `"p${index}";r=${r};t=${t}`).join(','),
        });
        expect(written).toEqual(
          policies.map(({ q, w, r, t }, index) => ({
            name: `p${index}`,
            limit: q,
            remaining: r,
            resetAfterMs: t * 1_000,
            windowMs: w * 1_000,
            kind: 'rate',
          })),
        );
      }),
    );
  });
});
