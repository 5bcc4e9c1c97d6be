import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseHttpDate, parseRetryAfter, readRetryAfter } from './retry-after.ts';

const now = Date.UTC(2026, 10, 21, 12, 0, 0);

describe('parseRetryAfter', () => {
  const cases: [string, number | undefined][] = [
    ['0', 0],
    ['120', 120_000],
    ['0.2', 200],
    [' 3 ', 3_000],
    ['Sat, 21 Nov 2026 12:00:30 GMT', 30_000],
    ['Saturday, 21-Nov-26 12:00:30 GMT', 30_000],
    ['Sat Nov 21 12:00:30 2026', 30_000],
    ['Sat, 21 Nov 2026 11:00:00 GMT', 0],
    ['-1', undefined],
    ['1e3', undefined],
    ['', undefined],
    ['soon', undefined],
    ['NaN', undefined],
    ['Infinity', undefined],
    ['12, 13', undefined],
    ['2026-11-21T12:00:30Z', undefined],
    ['Sat, 99 Nov 2026 12:00:30 GMT', undefined],
    ['Mon, 30 Feb 2027 12:00:30 GMT', undefined],
    ['Sunday, 29-Feb-27 12:00:30 GMT', undefined],
    ['Tue Nov 31 12:00:30 2026', undefined],
    ['Sat, 00 Nov 2026 12:00:30 GMT', undefined],
    ['Tue, 29 Feb 2028 12:00:00 GMT', Date.UTC(2028, 1, 29, 12) - now],
    ['Sat, 31 Dec 2026 23:59:60 GMT', Date.UTC(2027, 0, 1) - now],
    ['9'.repeat(16), 1e18],
    ['9'.repeat(400), 1e18],
  ];
  it.each(cases)('C4: reads %j as %s ms', (value, expected) => {
    expect(parseRetryAfter(value, now)).toBe(expected);
  });

  it('C20: gives a finite wait of at least zero or nothing, for any text', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const waitMs = parseRetryAfter(text, now);
        expect(waitMs === undefined || (Number.isFinite(waitMs) && waitMs >= 0)).toBe(true);
      }),
    );
  });
});

describe('readRetryAfter', () => {
  it('prefers the more exact millisecond headers', () => {
    expect(readRetryAfter(new Headers({ 'retry-after': '2', 'retry-after-ms': '1250.5' }), now)).toBe(
      1_250.5,
    );
  });

  it.each([
    ['600', 2_000],
    [' 601 ', 1_000],
    ['9999', 0],
    ['0', 602_000],
    ['-5', 602_000],
    ['soon', 602_000],
    ['', 602_000],
  ])('a date of a response that was in a cache for %j seconds is that much nearer', (age, expected) => {
    const headers = new Headers({
      age,
      date: 'Sat, 21 Nov 2026 08:00:00 GMT',
      'retry-after': 'Sat, 21 Nov 2026 08:10:02 GMT',
    });
    expect(readRetryAfter(headers, now)).toBe(expected);
  });

  it('compares a date with the response’s own Date, so clock skew does not matter', () => {
    const headers = new Headers({
      date: 'Sat, 21 Nov 2026 08:00:00 GMT',
      'retry-after': 'Sat, 21 Nov 2026 08:00:05 GMT',
    });
    expect(readRetryAfter(headers, now)).toBe(5_000);
  });

  it('C4: reads X-RateLimit-Retry-After as Retry-After, after that', () => {
    const read = (fields: Record<string, string>) => readRetryAfter(new Headers(fields), now);
    expect(read({ 'x-ratelimit-retry-after': '7' })).toBe(7_000);
    expect(read({ 'x-ratelimit-retry-after': 'Sat, 21 Nov 2026 12:00:30 GMT' })).toBe(30_000);
    expect(read({ 'retry-after': '2', 'x-ratelimit-retry-after': '7' })).toBe(2_000);
    expect(read({ 'retry-after': 'soon', 'x-ratelimit-retry-after': '7' })).toBe(7_000);
  });

  it('goes on to the next header when one is malformed', () => {
    expect(readRetryAfter(new Headers({ 'retry-after-ms': 'x', 'retry-after': '4' }), now)).toBe(4_000);
    expect(readRetryAfter(new Headers({ 'retry-after': 'x' }), now)).toBeUndefined();
  });
});

describe('parseHttpDate', () => {
  it('never takes a bare number for a year', () => {
    expect(parseHttpDate('120', 0)).toBeUndefined();
  });

  it.each([
    [2026, '26', 2026],
    [2026, '76', 2076],
    [2026, '77', 1977],
    [2026, '99', 1999],
    [1999, '00', 2000],
    [2080, '29', 2129],
    [2080, '31', 2031],
  ])('in %i a year of %s is %i', (now, year, full) => {
    const text = `Sunday, 06-Nov-${year} 08:49:37 GMT`;
    expect(parseHttpDate(text, Date.UTC(now, 5))).toBe(Date.UTC(full, 10, 6, 8, 49, 37));
  });

  it('reads what JavaScript writes', () => {
    fc.assert(
      fc.property(fc.date({ min: new Date(0), max: new Date('2099-12-31'), noInvalidDate: true }), (date) => {
        expect(parseHttpDate(date.toUTCString(), 0)).toBe(Math.floor(date.getTime() / 1_000) * 1_000);
      }),
    );
  });
});
