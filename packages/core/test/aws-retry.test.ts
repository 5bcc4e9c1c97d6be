import { describe, expect, it } from 'vitest';
import { buildServiceResponse } from '../src/http/response.ts';
import { classifyStatus, type RetryOptions, ServerError } from '../src/index.ts';
import { openDefaultLimiter } from '../src/limits/default-limiter.ts';
import { CubicRate } from '../src/limits/learned/cubic-rate.ts';
import { readCall } from '../src/option-rules.ts';
import { createEngine } from '../src/pipeline/engine.ts';
import type { CallJob, Executor } from '../src/pipeline/executor.ts';
import { LazyModule } from '../src/pipeline/lazy-module.ts';
import { startCall } from '../src/pipeline/start-call.ts';
import { legacyRetry } from '../src/resilience/index.ts';
import { decideRetry } from '../src/retry/decide.ts';
import { resolveRetry } from '../src/retry/settings.ts';
import { createManualRuntime } from '../src/testing/index.ts';
import {
  currentTimings,
  currentVectors,
  legacyTimings,
  legacyVectors,
  type RetryVector,
  rateVectors,
  type TimingVector,
  type VectorStep,
} from './aws-retry-vectors.ts';

const precision = 1e-6;

describe('C1: AWS retry specification 2.0, standard mode', () => {
  it.each(legacyVectors)('$name', expectVector);
});

describe('C1: AWS retry specification 2.1, standard mode', () => {
  it.each(currentVectors)('$name', expectVector);
});

describe('C1: waits without jitter, before 2026', () => {
  const numbers = { ...legacyRetry(), quota: { cost: 10, throttledCost: 5 } };
  it.each(legacyTimings)('$failures', (vector) => expectTimings(vector, numbers));
});

describe('C1: waits without jitter, 2026', () => {
  it.each(currentTimings)('$failures', (vector) => expectTimings(vector, {}));
});

describe('C1: adaptive mode', () => {
  it.each(rateVectors)('$name', ({ steps }) => {
    const rate = new CubicRate();
    let inForce = Number.POSITIVE_INFINITY;
    for (const { atSeconds, throttled, measured, perSecond } of steps) {
      const at = atSeconds * 1_000;
      if (throttled) rate.recordThrottle({ accepted: measured ?? inForce, spanMs: 1_000 }, at, at);
      inForce = perSecond;
      expect(Math.abs(rate.perSecond(at) - perSecond), `at ${atSeconds} s`).toBeLessThan(precision);
    }
  });
});

/**
 * Runs the vector's responses through the real loop on a manual clock: waits, quota and ends of all calls.
 */
async function expectVector({ retry, steps }: RetryVector): Promise<void> {
  const seen: VectorStep[] = [];
  const waited: number[] = [];
  // The specification's tables have no jitter: the back-off is its ceiling, and nothing is added to a hint.
  let isBackoff = false;
  const random = () => {
    isBackoff = !isBackoff;
    return isBackoff ? 1 : 0;
  };
  const runtime = createManualRuntime({ random });
  const responses = [...steps];
  const engine = createEngine(
    { name: 'acme' },
    {
      runtime,
      retry,
      onEvent(event) {
        if (event.type !== 'retry-scheduled') return;
        seen.push({ ...current, outcome: 'retry', quota: left(), delay: event.waitMs / 1_000 });
      },
    },
    openDefaultLimiter,
  );
  const left = () => engine.retry.quota?.available ?? Number.NaN;
  const parts = new LazyModule('acme', () => import('../src/pipeline/call-parts.ts'));
  let current = { status: 0 };
  const call = () =>
    startCall(engine, parts, operation, undefined, readCall(operation, {}).options, {
      encode: () => ({ isCredentialRequired: false }),
      executor,
    });
  const operation = { name: 'thing.get', safety: 'read' } as const;
  const executor: Executor<CallJob> = {
    async run() {
      const { outcome: _, delay: __, quota: ___, ...response } = responses.shift() ?? { status: 0 };
      current = response;
      isBackoff = false;
      const { throttled, hint } = response as VectorStep;
      const headers = new Headers(hint === undefined ? {} : { 'x-amz-retry-after': hint });
      const failure = classifyStatus(buildServiceResponse(response.status, headers, new Uint8Array()), {
        nowMs: runtime.now(),
      });
      if (failure === undefined) return { decode: () => ({ value: undefined }), outcome: 'sent' };
      return { failure: throttled ? { ...failure, throttled, replay: 'always' } : failure };
    },
    classifyThrown(_, error) {
      throw error;
    },
  };

  while (responses.length > 0) {
    const ended = call().then(
      () => 'success' as const,
      (error) => error.retryRefusal,
    );
    let outcome: VectorStep['outcome'] | undefined;
    ended.then((value) => {
      outcome = value;
    });
    await runtime.settle();
    while (outcome === undefined) waited.push(((await runtime.advanceToNext()) ?? Number.NaN) / 1_000);
    seen.push({ ...current, outcome, quota: left() });
  }

  expect(seen.map(({ delay: _, ...step }) => step)).toEqual(steps.map(({ delay: _, ...step }) => step));
  const delays = steps.flatMap(({ delay }) => delay ?? []);
  const announced = seen.flatMap(({ delay }) => delay ?? []);
  expect([announced.length, waited.length]).toEqual([delays.length, delays.length]);
  for (const [index, delay] of delays.entries()) {
    expect(Math.abs((announced[index] ?? Number.NaN) - delay)).toBeLessThan(precision);
    expect(Math.abs((waited[index] ?? Number.NaN) - delay)).toBeLessThan(precision);
  }
}

function expectTimings({ failures, waitsMs }: TimingVector, options: RetryOptions): void {
  const settings = resolveRetry({ ...options, maxAttempts: failures.length + 1 });
  const decisions = [...failures].map((letter, index) =>
    decideRetry({
      failure: {
        type: ServerError,
        message: '',
        outcome: 'unknown',
        replay: 'always',
        throttled: letter === 'T',
      },
      safety: 'read',
      attempts: index + 1,
      maxAttempts: failures.length + 1,
      remainingMs: Number.POSITIVE_INFINITY,
      settings,
      random: () => 1,
    }),
  );
  expect(decisions.map((decision) => decision.retry && decision.waitMs)).toEqual(waitsMs);
  const costs = [...failures].map((letter) => (letter === 'T' ? settings.throttledCost : settings.cost));
  expect(settings.quota?.available).toBe(500 - costs.reduce((sum, cost) => sum + cost, 0));
}
