import { describe, expect, it } from 'vitest';
import { expectOf, runSuites } from './suite-runner.ts';

const values: readonly unknown[] = [
  undefined,
  null,
  0,
  -0,
  1,
  Number.NaN,
  '1',
  true,
  [],
  [undefined],
  [1],
  [1, 2],
  {},
  { a: undefined },
  { a: 1 },
  { a: 1, b: [{ c: 1 }] },
  { a: 1, b: [{ c: 1, d: 2 }] },
  { 0: 1 },
  new Date(0),
  new Date(1),
  new Uint8Array([1]),
  new Uint8Array([1, 2]),
  new Map([['a', 1]]),
  new Map([['a', 2]]),
  new Set([1]),
];

function passes(check: () => void): boolean {
  try {
    check();
    return true;
  } catch {
    return false;
  }
}

describe('the runner of suites in other runtimes', () => {
  it.each(['toBe', 'toEqual'] as const)('%s has the meaning of vitest', (matcher) => {
    for (const actual of values)
      for (const expected of values) {
        const isRight = passes(() => expect(actual)[matcher](expected));
        expect([actual, expected, passes(() => expectOf(actual)[matcher](expected))]).toEqual([
          actual,
          expected,
          isRight,
        ]);
      }
  });

  it('toMatchObject has the meaning of vitest, for lists and for records', () => {
    const isRecord = (value: unknown) => Object.prototype.toString.call(value) === '[object Object]';
    for (const objects of [values.filter(Array.isArray), values.filter(isRecord) as object[]])
      for (const actual of objects)
        for (const expected of objects) {
          const isRight = passes(() => expect(actual).toMatchObject(expected));
          const isOurs = passes(() => expectOf(actual).toMatchObject(expected));
          expect([actual, expected, isOurs]).toEqual([actual, expected, isRight]);
        }
  });

  it('numbers are compared', () => {
    for (const actual of [0, 1, 2, Number.NaN]) {
      expect(passes(() => expectOf(actual).toBeGreaterThan(1))).toBe(actual > 1);
      expect(passes(() => expectOf(actual).toBeGreaterThanOrEqual(1))).toBe(actual >= 1);
      expect(passes(() => expectOf(actual).toBeLessThan(1))).toBe(actual < 1);
      expect(passes(() => expectOf(actual).toBeLessThanOrEqual(1))).toBe(actual <= 1);
    }
  });

  it('what is no number is compared with none', () => {
    for (const actual of ['9', null, [], 9n])
      for (const matcher of ['toBeGreaterThan', 'toBeLessThan'] as const)
        expect(passes(() => expectOf(actual)[matcher](matcher === 'toBeLessThan' ? 99 : -1))).toBe(false);
  });

  it('errors have a name and a message, and what has no members is refused', () => {
    expect(passes(() => expectOf([new TypeError('x')]).toEqual([new TypeError('x')]))).toBe(true);
    for (const other of [new TypeError('y'), new RangeError('x')])
      expect(passes(() => expectOf([new TypeError('x')]).toEqual([other]))).toBe(false);
    expect(() => expectOf(/a/).toEqual(/b/)).toThrow('do not compare [object RegExp]');
    expect(() => expectOf(new URL('a:b')).toEqual(new URL('a:c'))).toThrow('do not compare [object URL]');
  });

  it('reports each test, and what failed', async () => {
    const report = await runSuites(({ describe: of, it: test, expect: of1 }) => {
      of('a', () => {
        test('b', async () => of1(1).toBe(1));
        of('c', () => test('d', async () => of1(1).toBe(2)));
      });
      test('e', () => Promise.reject('reason'));
    });
    expect(report.titles).toEqual(['a > b', 'a > c > d', 'e']);
    expect(report.failures).toMatchObject([
      { title: 'a > c > d', reason: expect.stringContaining('expected 1 to be 2') },
      { title: 'e', reason: 'reason' },
    ]);
  });
});
