import { describe, expect, it } from 'vitest';
import { ConfigurationError } from '../errors/caller-errors.ts';
import { ServerError } from '../errors/service-errors.ts';
import type { Safety } from '../safety.ts';
import { decideRetry, type RetryQuestion } from './decide.ts';
import type { Failure } from './failure.ts';
import { resolveRetry } from './settings.ts';

const failure = (fields: Partial<Failure> = {}): Failure => ({
  type: ServerError,
  message: 'no',
  outcome: 'unknown',
  replay: 'if-safe',
  ...fields,
});

const ask = (fields: Partial<RetryQuestion> = {}) =>
  decideRetry({
    failure: failure(),
    safety: 'read',
    attempts: 1,
    maxAttempts: 3,
    remainingMs: 100_000,
    settings: resolveRetry(undefined),
    random: () => 0.5,
    ...fields,
  });

describe('decideRetry', () => {
  const replays: [Failure['replay'], Safety, boolean][] = [
    ['always', 'read', true],
    ['always', 'unsafe', true],
    ['if-safe', 'read', true],
    ['if-safe', 'idempotent', true],
    ['if-safe', 'keyed', true],
    ['if-safe', 'unsafe', false],
    ['never', 'read', false],
    ['never', 'unsafe', false],
  ];
  it.each(replays)('C3: a failure with replay "%s" of a %s operation: %s', (replay, safety, retry) => {
    expect(ask({ failure: failure({ replay }), safety }).retry).toBe(retry);
  });

  it('gives the reason: not retryable, ambiguous, attempts, deadline, quota, a hint too long', () => {
    const refusal = (fields: Partial<RetryQuestion>) => {
      const decision = ask(fields);
      return decision.retry ? 'retry' : decision.refusal;
    };
    expect(refusal({ failure: failure({ replay: 'never' }) })).toBe('not-retryable');
    expect(refusal({ safety: 'unsafe' })).toBe('ambiguous');
    expect(refusal({ replayable: false })).toBe('body-consumed');
    expect(refusal({ attempts: 3 })).toBe('attempts');
    expect(refusal({ remainingMs: 25 })).toBe('deadline');
    expect(refusal({ settings: resolveRetry({ quota: { capacity: 13 } }) })).toBe('quota');
    expect(refusal({ failure: failure({ retryAfterMs: 60_001 }) })).toBe('retry-after-too-long');
  });

  it('leaves to a successor what it would repeat, without its quota, and nothing else', () => {
    const settings = resolveRetry(undefined);
    const isTakenOver = () => true;
    for (const retryAfterMs of [undefined, 0, 30_000])
      expect(ask({ failure: failure({ retryAfterMs }), settings, isTakenOver })).toEqual({
        retry: false,
        refusal: 'successor',
      });
    expect(settings.quota?.available).toBe(500);
    expect(ask({ isTakenOver: () => false }).retry).toBe(true);
    const final = { failure: failure({ replay: 'never' }), isTakenOver };
    expect(ask(final)).toMatchObject({ refusal: 'not-retryable' });
  });

  it('never shortens the delay that the service asks for', () => {
    const decision = ask({ failure: failure({ retryAfterMs: 30_000, replay: 'always' }), random: () => 0 });
    expect(decision).toMatchObject({ retry: true, waitMs: 30_000 });
  });

  it('backs off from the throttled base when throttled, at the smaller cost', () => {
    expect(ask()).toEqual({ retry: true, waitMs: 25, cost: 14 });
    expect(ask({ failure: failure({ throttled: true }) })).toEqual({ retry: true, waitMs: 500, cost: 5 });
    expect(ask({ attempts: 2 })).toEqual({ retry: true, waitMs: 50, cost: 14 });
  });

  it('takes nothing from the quota when it refuses', () => {
    const settings = resolveRetry(undefined);
    ask({ settings, remainingMs: 1 });
    ask({ settings, attempts: 3 });
    expect(settings.quota?.available).toBe(500);
  });

  it('makes one attempt when retry is false', () => {
    const settings = resolveRetry(false);
    expect(ask({ settings, maxAttempts: settings.maxAttempts })).toEqual({
      retry: false,
      refusal: 'attempts',
    });
  });

  it.each([{ maxAttempts: 0 }, { maxAttempts: 1.5 }, { baseMs: -1 }, { maxBackoffMs: Number.NaN }])(
    'refuses the options %o',
    (options) => {
      expect(() => resolveRetry(options)).toThrow(ConfigurationError);
    },
  );
});
