import type { RetryOptions } from '../src/index.ts';
import { legacyRetry } from '../src/resilience/index.ts';

/** One response and what has to follow: the wait in seconds before the next attempt, or why there is none. */
export interface VectorStep {
  readonly status: number;
  readonly throttled?: boolean;
  /** `x-amz-retry-after`, in milliseconds. */
  readonly hint?: string;
  readonly outcome: 'retry' | 'success' | 'attempts' | 'quota';
  readonly delay?: number;
  readonly quota: number;
}

export interface RetryVector {
  readonly name: string;
  readonly retry: RetryOptions;
  readonly steps: readonly VectorStep[];
}

const retried = (status: number, quota: number, delay: number): VectorStep => ({
  status,
  outcome: 'retry',
  quota,
  delay,
});
const ended = (status: number, outcome: VectorStep['outcome'], quota: number): VectorStep => ({
  status,
  outcome,
  quota,
});

/**
 * The rules before 2026, in the specification's units: a base of one second, a cost of five for each retry.
 */
const legacy = (options: RetryOptions = {}, capacity = 500): RetryOptions => ({
  ...legacyRetry(),
  baseMs: 1_000,
  ...options,
  quota: { capacity, cost: 5, throttledCost: 5 },
});

/**
 * Retry specification 2.0, standard mode, as published with smithy-kotlin's
 * `StandardRetryIntegrationTestResources`.
 */
export const legacyVectors: readonly RetryVector[] = [
  {
    name: 'succeeds in the end',
    retry: legacy(),
    steps: [retried(500, 495, 1), retried(500, 490, 2), ended(200, 'success', 495)],
  },
  {
    name: 'fails when the attempts are used up',
    retry: legacy(),
    steps: [retried(502, 495, 1), retried(502, 490, 2), ended(502, 'attempts', 490)],
  },
  {
    name: 'the quota is used up after one retry',
    retry: legacy({}, 5),
    steps: [retried(500, 0, 1), ended(502, 'quota', 0)],
  },
  {
    name: 'no retry with a quota of 0',
    retry: legacy({}, 0),
    steps: [ended(500, 'quota', 0)],
  },
  {
    name: 'exponential timing',
    retry: legacy({ maxAttempts: 5 }),
    steps: [
      retried(500, 495, 1),
      retried(500, 490, 2),
      retried(500, 485, 4),
      retried(500, 480, 8),
      ended(500, 'attempts', 480),
    ],
  },
  {
    name: 'the longest wait',
    retry: legacy({ maxAttempts: 5, maxBackoffMs: 3_000 }),
    steps: [
      retried(500, 495, 1),
      retried(500, 490, 2),
      retried(500, 485, 3),
      retried(500, 480, 3),
      ended(500, 'attempts', 480),
    ],
  },
];

/**
 * Retry specification 2.1, appendix A, standard mode, as published with smithy-kotlin's
 * `NewStandardRetryIntegrationTestResources`.
 */
export const currentVectors: readonly RetryVector[] = [
  {
    name: 'succeeds in the end',
    retry: {},
    steps: [retried(500, 486, 0.05), retried(500, 472, 0.1), ended(200, 'success', 486)],
  },
  {
    name: 'fails when the attempts are used up',
    retry: {},
    steps: [retried(502, 486, 0.05), retried(502, 472, 0.1), ended(502, 'attempts', 472)],
  },
  {
    name: 'the quota is used up after one retry',
    retry: { quota: { capacity: 14 } },
    steps: [retried(500, 0, 0.05), ended(500, 'quota', 0)],
  },
  {
    name: 'no retry with a quota of 0',
    retry: { quota: { capacity: 0 } },
    steps: [ended(500, 'quota', 0)],
  },
  {
    name: 'exponential timing',
    retry: { maxAttempts: 5 },
    steps: [
      retried(500, 486, 0.05),
      retried(500, 472, 0.1),
      retried(500, 458, 0.2),
      retried(500, 444, 0.4),
      ended(500, 'attempts', 444),
    ],
  },
  {
    name: 'the longest wait',
    retry: { maxAttempts: 5, maxBackoffMs: 200 },
    steps: [
      retried(500, 486, 0.05),
      retried(500, 472, 0.1),
      retried(500, 458, 0.2),
      retried(500, 444, 0.2),
      ended(500, 'attempts', 444),
    ],
  },
  {
    name: 'stops when the quota is used up',
    retry: { maxAttempts: 5, quota: { capacity: 20 } },
    steps: [retried(500, 6, 0.05), ended(502, 'quota', 6)],
  },
  {
    name: 'the quota recovers with successes',
    retry: { maxAttempts: 5, quota: { capacity: 30 } },
    steps: [
      retried(500, 16, 0.05),
      retried(502, 2, 0.1),
      ended(200, 'success', 16),
      retried(500, 2, 0.05),
      ended(200, 'success', 16),
    ],
  },
  {
    name: 'throttling costs 5 and waits from a second',
    retry: {},
    steps: [{ ...retried(400, 495, 1), throttled: true }, ended(200, 'success', 500)],
  },
  {
    name: 'a smaller base and one attempt more',
    retry: { maxAttempts: 4, baseMs: 25 },
    steps: [
      retried(500, 486, 0.025),
      retried(500, 472, 0.05),
      retried(500, 458, 0.1),
      ended(500, 'attempts', 458),
    ],
  },
  {
    name: 'a hint is followed',
    retry: {},
    steps: [{ ...retried(500, 486, 1.5), hint: '1500' }, ended(200, 'success', 500)],
  },
  {
    name: 'a hint shorter than the back-off is not',
    retry: {},
    steps: [{ ...retried(500, 486, 0.05), hint: '0' }, ended(200, 'success', 500)],
  },
  {
    // The specification shortens this one to 5.05 s. A wait that a service asked for is never shortened here.
    name: 'a long hint is followed to its end',
    retry: {},
    steps: [{ ...retried(500, 486, 10), hint: '10000' }, ended(200, 'success', 500)],
  },
  {
    name: 'a hint that is no number is no hint',
    retry: {},
    steps: [{ ...retried(500, 486, 0.05), hint: 'invalid' }, ended(200, 'success', 500)],
  },
];

/** Transient (`t`) and throttling (`T`) failures, and the wait after each in milliseconds, without jitter. */
export interface TimingVector {
  readonly failures: string;
  readonly waitsMs: readonly number[];
}

/**
 * smithy-typescript, `retries.integ.spec.ts`, "retry timings", before 2026: a transient failure costs 10
 * there.
 */
export const legacyTimings: readonly TimingVector[] = [
  { failures: 'tt', waitsMs: [100, 200] },
  { failures: 'TT', waitsMs: [500, 1_000] },
  { failures: 'tT', waitsMs: [100, 1_000] },
  { failures: 'Tt', waitsMs: [500, 200] },
  { failures: 'ttttttt', waitsMs: [100, 200, 400, 800, 1_600, 3_200, 6_400] },
  { failures: 'TTTTTTT', waitsMs: [500, 1_000, 2_000, 4_000, 8_000, 16_000, 20_000] },
  { failures: 'TTttttT', waitsMs: [500, 1_000, 400, 800, 1_600, 3_200, 20_000] },
  { failures: 'tTTTTtT', waitsMs: [100, 1_000, 2_000, 4_000, 8_000, 3_200, 20_000] },
];

/** The same file, 2026. */
export const currentTimings: readonly TimingVector[] = [
  { failures: 'TTttttT', waitsMs: [1_000, 2_000, 200, 400, 800, 1_600, 20_000] },
  { failures: 'tTTTTtT', waitsMs: [50, 2_000, 4_000, 8_000, 16_000, 1_600, 20_000] },
  {
    failures: 'tTTTTtTTTTT',
    waitsMs: [50, 2_000, 4_000, 8_000, 16_000, 1_600, 20_000, 20_000, 20_000, 20_000, 20_000],
  },
];

/** The rate after each answer. */
export interface RateStep {
  readonly atSeconds: number;
  readonly throttled?: boolean;
  /** Sent a second, as measured; where it is missing, the rate of the step before was reached. */
  readonly measured?: number;
  readonly perSecond: number;
}

/**
 * Retry specification 2.1, adaptive mode: the two CUBIC tables and, from the first refusal on, the
 * end-to-end table (same repository, `AdaptiveRetryIntegrationTestResources`).
 */
export const rateVectors: readonly { readonly name: string; readonly steps: readonly RateStep[] }[] = [
  {
    name: 'CUBIC, successes',
    steps: [
      { atSeconds: 5, throttled: true, measured: 10, perSecond: 7 },
      { atSeconds: 6, perSecond: 9.64893600966 },
      { atSeconds: 7, perSecond: 10.000030849917364 },
      { atSeconds: 8, perSecond: 10.453284520772092 },
      { atSeconds: 9, perSecond: 13.408697022224185 },
      { atSeconds: 10, perSecond: 21.26626835427364 },
      { atSeconds: 11, perSecond: 36.425998516920465 },
    ],
  },
  {
    name: 'CUBIC, two refusals',
    steps: [
      { atSeconds: 5, throttled: true, measured: 10, perSecond: 7 },
      { atSeconds: 6, perSecond: 9.64893600966 },
      { atSeconds: 7, throttled: true, perSecond: 6.754255206761999 },
      { atSeconds: 8, throttled: true, perSecond: 4.727978644733399 },
      { atSeconds: 9, perSecond: 6.606547753887045 },
      { atSeconds: 10, perSecond: 6.763279816944947 },
      { atSeconds: 11, perSecond: 7.598174833907107 },
      { atSeconds: 12, perSecond: 11.511232804773524 },
    ],
  },
  {
    name: 'end to end, from the first refusal on',
    steps: [
      { atSeconds: 2, throttled: true, measured: 4.3264, perSecond: 3.02848 },
      { atSeconds: 2.2, perSecond: 3.486639 },
      { atSeconds: 2.4, perSecond: 3.821874 },
      { atSeconds: 2.6, perSecond: 4.053386 },
      { atSeconds: 2.8, perSecond: 4.200373 },
      { atSeconds: 3, perSecond: 4.282037 },
      { atSeconds: 3.2, throttled: true, perSecond: 2.997426 },
      { atSeconds: 3.4, perSecond: 3.452226 },
    ],
  },
];
