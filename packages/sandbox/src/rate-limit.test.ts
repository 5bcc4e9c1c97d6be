import { describe, expect, it } from 'vitest';
import { createRateLimit, renderRateLimitHeaders } from './rate-limit.ts';

function limitAt(limit: number, windowMs: number, maxKeys?: number) {
  const clock = { now: 0 };
  const options = maxKeys === undefined ? {} : { maxKeys };
  return { clock, limiter: createRateLimit({ limit, windowMs, now: () => clock.now, ...options }) };
}

describe('createRateLimit', () => {
  it('allows the limit, refuses the next and states the exact delay', () => {
    const { clock, limiter } = limitAt(2, 1000);
    expect(limiter.take('k')).toEqual({
      allowed: true,
      limit: 2,
      remaining: 1,
      resetAfterMs: 1000,
      retryAfterMs: 0,
    });
    clock.now = 300;
    expect(limiter.take('k')).toMatchObject({ allowed: true, remaining: 0, resetAfterMs: 1000 });
    clock.now = 400;
    expect(limiter.take('k')).toEqual({
      allowed: false,
      limit: 2,
      remaining: 0,
      resetAfterMs: 900,
      retryAfterMs: 600,
    });
    clock.now = 999;
    expect(limiter.take('k').allowed).toBe(false);
    clock.now = 1000;
    expect(limiter.take('k').allowed).toBe(true);
  });

  it('never lets more than the limit into any span of one window', () => {
    const { clock, limiter } = limitAt(5, 100);
    const allowedAt: number[] = [];
    for (clock.now = 0; clock.now < 2000; clock.now += 7)
      if (limiter.take('k').allowed) allowedAt.push(clock.now);
    expect(allowedAt.length).toBeGreaterThan(80);
    for (const from of allowedAt) {
      expect(allowedAt.filter((at) => at >= from && at < from + 100).length).toBeLessThanOrEqual(5);
    }
  });

  it('counts a weight as a whole: all of it or nothing', () => {
    const { clock, limiter } = limitAt(10, 1000);
    expect(limiter.take('k', 4).remaining).toBe(6);
    clock.now = 500;
    expect(limiter.take('k', 6).remaining).toBe(0);
    expect(limiter.take('k', 5)).toMatchObject({ allowed: false, retryAfterMs: 1000 });
    expect(limiter.take('k', 4)).toMatchObject({ allowed: false, retryAfterMs: 500 });
    clock.now = 1000;
    expect(limiter.take('k', 4).allowed).toBe(true);
  });

  it('separates keys of any name, and stores a bounded number of them', () => {
    const { limiter } = limitAt(1, 1000, 2);
    expect(limiter.take('__proto__').allowed).toBe(true);
    expect(limiter.take('constructor').allowed).toBe(true);
    expect(limiter.take('__proto__').allowed).toBe(false);
    expect(limiter.take('third').allowed).toBe(true); // pushes out the one that was silent longest
    expect(limiter.take('__proto__').allowed).toBe(false);
    expect(limiter.take('constructor').allowed).toBe(true);
  });

  it.each([0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY])('refuses the limit %s', (limit) => {
    expect(() => createRateLimit({ limit, windowMs: 1 })).toThrow(RangeError);
  });

  it('states the window after a first request, whatever fractions of a millisecond the clock has', () => {
    const { clock, limiter } = limitAt(2, 1000);
    clock.now = 32_408.41; // + 1000 - 32_408.41 is 1000.0000000000036
    expect(limiter.take('k').resetAfterMs).toBe(1000);
  });

  it.each([0, -1, 3, 0.5])('refuses the cost %s of a limit of 2', (cost) => {
    expect(() => createRateLimit({ limit: 2, windowMs: 1 }).take('k', cost)).toThrow(RangeError);
  });
});

describe('renderRateLimitHeaders', () => {
  it('writes seconds, rounded up, and a Retry-After of at least one', () => {
    const verdict = { allowed: false, limit: 5, remaining: 0, resetAfterMs: 1001, retryAfterMs: 1 };
    expect(renderRateLimitHeaders(verdict)).toEqual({
      'ratelimit-limit': '5',
      'ratelimit-remaining': '0',
      'ratelimit-reset': '2',
      'retry-after': '1',
    });
    expect(renderRateLimitHeaders({ ...verdict, allowed: true })).not.toHaveProperty('retry-after');
  });
});
