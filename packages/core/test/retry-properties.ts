import fc from 'fast-check';
import { expect } from 'vitest';
import { ServerError } from '../src/index.ts';
import { fullJitter, hintedWait } from '../src/retry/backoff.ts';
import { decideRetry, type RetryQuestion } from '../src/retry/decide.ts';
import { createRetryQuota } from '../src/retry/quota.ts';
import { resolveRetry } from '../src/retry/settings.ts';

const chance = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });
const waitMs = fc.double({ min: 0, max: 1e15, noNaN: true });
const cost = fc.nat(60);

const failure = fc.record({
  type: fc.constant(ServerError),
  message: fc.constant('no'),
  outcome: fc.constantFrom('not-sent', 'unknown'),
  replay: fc.constantFrom('always', 'if-safe', 'never'),
  throttled: fc.boolean(),
  retryAfterMs: fc.option(fc.integer({ min: 0, max: 200_000 }), { nil: undefined }),
});

/** What holds of back-off, quota and decision, for any history and any chance. */
export const retryProperties = {
  'back-off: between nothing and its ceiling': fc.property(
    fc.nat(5_000),
    waitMs,
    waitMs,
    chance,
    (index, baseMs, capMs, random) => {
      const wait = fullJitter(index, baseMs, capMs, () => random);
      expect(wait).toBeGreaterThanOrEqual(0);
      expect(wait).toBeLessThanOrEqual(baseMs === 0 ? 0 : Math.min(capMs, baseMs * 2 ** index));
    },
  ),

  'after a hint: never earlier than the hint or our own back-off, and not much later': fc.property(
    fc.nat(60_000),
    fc.nat(20_000),
    chance,
    (hintMs, backoffMs, random) => {
      const wait = hintedWait(hintMs, backoffMs, () => random);
      expect(wait).toBeGreaterThanOrEqual(Math.max(hintMs, backoffMs));
      expect(wait).toBeLessThanOrEqual(Math.max(hintMs, backoffMs) + Math.max(1_500, hintMs / 10));
    },
  ),

  'quota: never below nothing, never above its capacity, and a yes exactly when it can pay': fc.property(
    fc.nat(500),
    fc.array(fc.record({ take: fc.boolean(), cost }), { maxLength: 200 }),
    (capacity, steps) => {
      const quota = createRetryQuota(capacity);
      let expected = capacity;
      for (const step of steps) {
        if (step.take) {
          const paid = step.cost <= expected;
          expect(quota.take(step.cost)).toBe(paid);
          if (paid) expected -= step.cost;
        } else {
          quota.refund(step.cost);
          expected = Math.min(capacity, expected + Math.max(1, step.cost));
        }
        expect(quota.available).toBe(expected);
      }
    },
  ),

  'quota: an outage of any length costs no more retries than the capacity pays for': fc.property(
    fc.nat(500),
    fc.integer({ min: 1, max: 60 }),
    fc.nat(1_000),
    (capacity, retryCost, calls) => {
      const quota = createRetryQuota(capacity);
      let retries = 0;
      for (let call = 0; call < calls; call += 1) if (quota.take(retryCost)) retries += 1;
      expect(retries).toBeLessThanOrEqual(capacity / retryCost);
    },
  ),

  'decision: a yes only for what may be repeated, has attempts left, fits the deadline and is paid for':
    fc.property(
      failure,
      fc.constantFrom('read', 'idempotent', 'keyed', 'unsafe'),
      fc.integer({ min: 1, max: 6 }),
      fc.integer({ min: 1, max: 6 }),
      fc.integer({ min: 0, max: 120_000 }),
      fc.nat(60),
      chance,
      (failed, safety, attempts, maxAttempts, remainingMs, capacity, random) => {
        const settings = resolveRetry({ quota: { capacity } });
        const question: RetryQuestion = {
          failure: failed,
          safety,
          attempts,
          maxAttempts,
          remainingMs,
          settings,
          random: () => random,
        };
        const decision = decideRetry(question);
        const spent = capacity - (settings.quota?.available ?? Number.NaN);
        if (!decision.retry) {
          expect(spent).toBe(0);
          return;
        }
        expect(spent).toBe(decision.cost);
        expect(decision.cost).toBe(failed.throttled ? 5 : 14);
        expect(failed.replay === 'always' || (failed.replay === 'if-safe' && safety !== 'unsafe')).toBe(true);
        expect(attempts).toBeLessThan(maxAttempts);
        expect(decision.waitMs).toBeLessThan(remainingMs);
        expect(decision.waitMs).toBeGreaterThanOrEqual(failed.retryAfterMs ?? 0);
        expect(failed.retryAfterMs ?? 0).toBeLessThanOrEqual(60_000);
      },
    ),
};
