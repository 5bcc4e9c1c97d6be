import { QuotaExceededError, RateLimitError } from '../errors/service-errors.ts';
import type { ServiceResponse } from '../http/response.ts';
import { propertyOf } from '../options/own.ts';
import type { RateReport } from '../rates.ts';
import type { Failure } from './failure.ts';

/** What the body of a refusal says in the words of the IETF. */
export interface Problem {
  /** `quota-exceeded`, `temporary-reduced-capacity` or `abnormal-usage-detected`. */
  readonly code: string;
  /** Names of the limits that were exceeded. */
  readonly policies: readonly unknown[];
}

const problemType = /^https?:\/\/(?:www\.)?iana\.org\/assignments\/http-problem-types#(.*)$/s;
const codes = ['quota-exceeded', 'temporary-reduced-capacity', 'abnormal-usage-detected'];

/**
 * The problem details (RFC 9457) that go with the fields for rate limits.
 *
 * Source: draft-ietf-httpapi-ratelimit-headers-11 §5.
 */
export function problemOf(response: ServiceResponse): Problem | undefined {
  const body = response.json();
  const type: unknown = propertyOf(body, 'type');
  const code = typeof type === 'string' ? problemType.exec(type)?.[1] : undefined;
  if (code === undefined || !codes.includes(code)) return undefined;
  const policies: unknown = propertyOf(body, 'violated-policies');
  return { code, policies: Array.isArray(policies) ? policies : [] };
}

/**
 * A refusal without a `Retry-After`, completed from the limits in its headers: those that are used up, or
 * that the service names as violated, say when to come back, and whether it is a rate or a quota that was
 * exceeded.
 */
export function withUsedUp(
  failure: Failure,
  response: ServiceResponse,
  limits: readonly RateReport[],
  nowMs: number,
): Failure {
  if (!failure.throttled || failure.retryAfterMs !== undefined) return failure;
  const violated = problemOf(response)?.policies ?? [];
  let last: RateReport | undefined;
  for (const report of limits) {
    const isUsedUp = report.remaining === 0 || violated.includes(report.name);
    if (isUsedUp && !report.resetGuessed && (report.resetAfterMs ?? 0) > (last?.resetAfterMs ?? 0))
      last = report;
  }
  const retryAfterMs = last?.resetAfterMs;
  if (retryAfterMs === undefined) return failure;
  if (last?.kind === 'rate' || failure.type !== RateLimitError) return { ...failure, retryAfterMs };
  const extra = { ...failure.extra, resetAt: new Date(nowMs + retryAfterMs) };
  const message = 'A quota of the service is used up.';
  return { ...failure, retryAfterMs, type: QuotaExceededError, message, extra };
}
