import { describe, expect, it } from 'vitest';
import { reconnectDelay } from './reconnect-delay.ts';

const settings = { baseMs: 1_000, capMs: 30_000, stableAfterMs: 10_000 };
const highest = () => 1 - 2 ** -53;
const ceilings = (pace: 'soon' | 'lost' | 'wait') =>
  [1, 2, 3, 4, 5, 6, 50].map((failures) => Math.round(reconnectDelay({ pace, failures }, settings, highest)));

describe('the wait before coming back', () => {
  it('grows to the cap and no further', () => {
    expect(ceilings('lost')).toEqual([2_000, 4_000, 8_000, 16_000, 30_000, 30_000, 30_000]);
    expect(ceilings('soon')).toEqual([2_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000]);
    expect(ceilings('wait')).toEqual([3_000, 5_000, 9_000, 17_000, 30_000, 30_000, 30_000]);
  });

  it('is jitter from a tenth of the longest delay, or from the delay that the service asked for', () => {
    expect(reconnectDelay({ pace: 'lost', failures: 4 }, settings, () => 0)).toBe(1_600);
    expect(reconnectDelay({ pace: 'soon', failures: 1 }, settings, () => 0)).toBe(200);
    expect(reconnectDelay({ pace: 'wait', failures: 1 }, settings, () => 0)).toBe(1_000);
  });

  it('after 4100 is at least a second, for any options', () => {
    const small = { ...settings, baseMs: 1 };
    expect(reconnectDelay({ pace: 'wait', failures: 1 }, small, () => 0)).toBe(1_000);
    expect(reconnectDelay({ pace: 'wait', failures: 1 }, { ...small, capMs: 1 }, () => 0)).toBe(1_000);
    expect(reconnectDelay({ pace: 'lost', failures: 1 }, small, () => 0)).toBe(0.2);
  });

  it('is never shorter than the service asked for, and an hour of that at most', () => {
    const after = (retryAfterMs: number, random: () => number) =>
      Math.round(reconnectDelay({ pace: 'lost', failures: 1, retryAfterMs }, settings, random));
    expect([after(20_000, () => 0), after(20_000, highest)]).toEqual([20_000, 22_000]);
    expect([after(90_000, () => 0), after(90_000, highest)]).toEqual([90_000, 92_000]);
    expect(after(86_400_000, () => 0)).toBe(3_600_000);
  });

  it('W1: of a thousand clients that lost the same server no tenth comes back within the same 100 ms', () => {
    let seed = 42;
    const random = () => {
      seed = (seed * 1_664_525 + 1_013_904_223) % 2 ** 32;
      return seed / 2 ** 32;
    };
    const paces = [{ pace: 'soon' }, { pace: 'lost' }, { pace: 'wait' }] as const;
    for (const pace of [...paces, { pace: 'lost', retryAfterMs: 45_000 } as const]) {
      const delays = Array.from({ length: 1_000 }, () =>
        reconnectDelay({ ...pace, failures: 1 }, settings, random),
      );
      const busiest = Math.max(
        ...delays.map((from) => delays.filter((at) => at >= from && at < from + 100).length),
      );
      expect(busiest).toBeLessThan(100);
      expect(Math.max(...delays)).toBeLessThan(60_000);
    }
  });

  it('of a client that is offline or frozen is from half the cap to the cap', () => {
    const delay = (random: number) => reconnectDelay({ pace: 'slow', failures: 2 }, settings, () => random);
    expect([delay(0), delay(0.5), delay(1)]).toEqual([15_000, 22_500, 30_000]);
  });
});
