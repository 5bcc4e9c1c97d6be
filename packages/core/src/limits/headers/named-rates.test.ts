import { describe, expect, it } from 'vitest';
import { type RateHeaderNames, readNamedRate } from './named-rates.ts';

const nowMs = Date.UTC(2030, 0, 1);
const epochSeconds = nowMs / 1_000;
const day = 86_400_000;

describe('readNamedRate: names and units of one service', () => {
  const brevo: RateHeaderNames = {
    limit: 'x-sib-ratelimit-limit',
    remaining: 'x-sib-ratelimit-remaining',
    reset: 'x-sib-ratelimit-reset',
    resetUnit: 'seconds',
  };
  const reset = (resetUnit: RateHeaderNames['resetUnit'], value: string, kind?: 'quota') =>
    readNamedRate(
      new Headers({ left: '1', at: value }),
      { remaining: 'left', reset: 'at', resetUnit, kind },
      { nowMs },
    )[0]?.resetAfterMs;

  it('reads the headers that a driver names', () => {
    const headers = new Headers({
      'x-sib-ratelimit-limit': '300',
      'x-sib-ratelimit-remaining': '299',
      'x-sib-ratelimit-reset': '1800',
    });
    expect(readNamedRate(headers, { ...brevo, windowMs: 3_600_000 }, { nowMs })).toEqual([
      { kind: 'rate', limit: 300, remaining: 299, resetAfterMs: 1_800_000, windowMs: 3_600_000 },
    ]);
    expect(readNamedRate(new Headers(), brevo, { nowMs })).toEqual([]);
  });

  it('reads a quota that is far away (MailerSend: x-apiquota-reset, ISO 8601)', () => {
    const headers = new Headers({
      'x-apiquota-remaining': '0',
      'x-apiquota-reset': '2030-01-20T00:00:00Z',
    });
    const names = {
      remaining: 'x-apiquota-remaining',
      reset: 'x-apiquota-reset',
      resetUnit: 'date',
      kind: 'quota',
    } as const;
    expect(readNamedRate(headers, names, { nowMs })).toEqual([
      { kind: 'quota', remaining: 0, resetAfterMs: 19 * day },
    ]);
  });

  it.each<[RateHeaderNames['resetUnit'], string, number]>([
    ['seconds', '100000', 100_000_000],
    ['milliseconds', '1500', 1_500],
    ['epoch-seconds', String(epochSeconds + 2), 2_000],
    ['epoch-milliseconds', String(nowMs + 2), 2],
    ['date', 'Tue, 01 Jan 2030 00:00:05 GMT', 5_000],
    ['duration', '6m0s', 360_000],
    [undefined, '6m0s', 360_000],
  ])('in %s: %s', (unit, value, expected) => {
    expect(reset(unit, value)).toBe(expected);
  });

  it('marks a long reset whose unit is a guess', () => {
    const read = (names: Partial<RateHeaderNames>) =>
      readNamedRate(
        new Headers({ left: '0', at: '5000' }),
        { remaining: 'left', reset: 'at', ...names },
        { nowMs },
      )[0]?.resetGuessed;
    expect(read({})).toBe(true);
    expect([read({ resetUnit: 'seconds' }), read({ windowMs: day })]).toEqual([undefined, undefined]);
  });

  it.each<[RateHeaderNames['resetUnit'], string]>([
    ['seconds', '6m0s'],
    ['seconds', '-1'],
    ['seconds', String(epochSeconds)],
    ['epoch-seconds', '30'],
    ['date', '30'],
    ['date', '2030-02-30T00:00:05Z'],
    ['date', '2030-02-29T00:00:05+01:00'],
    ['date', 'Wed, 30 Feb 2030 00:00:05 GMT'],
    ['duration', 'soon'],
  ])('in %s, %s is not believed', (unit, value) => {
    expect(reset(unit, value)).toBeUndefined();
  });
});
