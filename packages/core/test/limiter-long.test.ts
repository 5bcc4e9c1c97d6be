import { describe, expect, it } from 'vitest';
import { perWindow } from '../src/limits/kinds/window.ts';
import { hinting, send } from './drain-plan.ts';
import { fixedWindow, slidingWindow } from './limiter-simulation.ts';

const services = { 'a fixed window': fixedWindow, 'a sliding window': slidingWindow };
const starts = { unknown: [], 'not the configured one any more': [perWindow(10_000, 1_000)] };

const cases = [
  [100, 10_000],
  [20, 10_000],
  [100, 60_000],
].flatMap(([limit = 0, windowMs = 0]) =>
  Object.entries(services).flatMap(([what, service]) =>
    Object.entries(starts).flatMap(([start, limits]) =>
      (['exact', 'none'] as const).map((hint) => ({ limit, windowMs, what, service, start, limits, hint })),
    ),
  ),
);

describe('C5: limits over long windows, known only by 429s', () => {
  it.each(cases)('$limit in $windowMs ms, $what, $start, Retry-After: $hint', async (each) => {
    const { limit, windowMs, service, limits, hint } = each;
    const { answeredAt, refusedAt } = await send(limits, hinting(service(limit, windowMs), hint), {
      calls: Number.POSITIVE_INFINITY,
      workers: 20,
      slowestMs: 20,
      says: 'retry-after',
      untilMs: 30 * windowMs,
    });
    const settled = (at: number) => at >= 10 * windowMs;
    const answered = answeredAt.filter(settled).length;
    const refused = refusedAt.filter(settled).length;
    expect(answered / 20 / limit).toBeGreaterThanOrEqual(0.75);
    expect(refused / (answered + refused)).toBeLessThan(0.05);
  });
});
