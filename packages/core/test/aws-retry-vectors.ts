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

/**
 * Steps as text: the status, what is left of the quota, and the seconds until the next attempt, or the end.
 * A step may add what the response says: that it throttles, or its hint.
 */
type Row = readonly [name: string, retry: RetryOptions, steps: string];

function vectorOf([name, retry, text]: Row): RetryVector {
  const steps = text.split(', ').map((step): VectorStep => {
    const [status, quota, end = '', said = ''] = step.split(' ');
    const delay = Number(end);
    return {
      status: Number(status),
      quota: Number(quota),
      ...(Number.isNaN(delay) ? { outcome: end as 'success' } : { outcome: 'retry', delay }),
      ...(said.startsWith('hint=') ? { hint: said.slice(5) } : {}),
      ...(said === 'throttled' ? { throttled: true } : {}),
    };
  });
  return { name, retry, steps };
}

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
const legacyRows: readonly Row[] = [
  ['succeeds in the end', legacy(), '500 495 1, 500 490 2, 200 495 success'],
  ['fails when the attempts are used up', legacy(), '502 495 1, 502 490 2, 502 490 attempts'],
  ['the quota is used up after one retry', legacy({}, 5), '500 0 1, 502 0 quota'],
  ['no retry with a quota of 0', legacy({}, 0), '500 0 quota'],
  [
    'exponential timing',
    legacy({ maxAttempts: 5 }),
    '500 495 1, 500 490 2, 500 485 4, 500 480 8, 500 480 attempts',
  ],
  [
    'the longest wait',
    legacy({ maxAttempts: 5, maxBackoffMs: 3_000 }),
    '500 495 1, 500 490 2, 500 485 3, 500 480 3, 500 480 attempts',
  ],
];

/**
 * Retry specification 2.1, appendix A, standard mode, as published with smithy-kotlin's
 * `NewStandardRetryIntegrationTestResources`.
 */
const currentRows: readonly Row[] = [
  ['succeeds in the end', {}, '500 486 0.05, 500 472 0.1, 200 486 success'],
  ['fails when the attempts are used up', {}, '502 486 0.05, 502 472 0.1, 502 472 attempts'],
  ['the quota is used up after one retry', { quota: { capacity: 14 } }, '500 0 0.05, 500 0 quota'],
  ['no retry with a quota of 0', { quota: { capacity: 0 } }, '500 0 quota'],
  [
    'exponential timing',
    { maxAttempts: 5 },
    '500 486 0.05, 500 472 0.1, 500 458 0.2, 500 444 0.4, 500 444 attempts',
  ],
  [
    'the longest wait',
    { maxAttempts: 5, maxBackoffMs: 200 },
    '500 486 0.05, 500 472 0.1, 500 458 0.2, 500 444 0.2, 500 444 attempts',
  ],
  ['stops when the quota is used up', { maxAttempts: 5, quota: { capacity: 20 } }, '500 6 0.05, 502 6 quota'],
  [
    'the quota recovers with successes',
    { maxAttempts: 5, quota: { capacity: 30 } },
    '500 16 0.05, 502 2 0.1, 200 16 success, 500 2 0.05, 200 16 success',
  ],
  ['throttling costs 5 and waits from a second', {}, '400 495 1 throttled, 200 500 success'],
  [
    'a smaller base and one attempt more',
    { maxAttempts: 4, baseMs: 25 },
    '500 486 0.025, 500 472 0.05, 500 458 0.1, 500 458 attempts',
  ],
  ['a hint is followed', {}, '500 486 1.5 hint=1500, 200 500 success'],
  ['a hint shorter than the back-off is not', {}, '500 486 0.05 hint=0, 200 500 success'],
  // The specification shortens this one to 5.05 s. A wait that a service asked for is never shortened here.
  ['a long hint is followed to its end', {}, '500 486 10 hint=10000, 200 500 success'],
  ['a hint that is not a number is not a hint', {}, '500 486 0.05 hint=invalid, 200 500 success'],
];

export const legacyVectors = legacyRows.map(vectorOf);
export const currentVectors = currentRows.map(vectorOf);

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
