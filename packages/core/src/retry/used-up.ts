import type { RateReport } from '../constraints/usage.ts';
import { QuotaExceededError, RateLimitError } from '../errors/service-errors.ts';
import type { ServiceResponse } from '../http/response.ts';
import type { Failure } from './failure.ts';
import { problemOf } from './problem.ts';

/**
 * A refusal that says no `Retry-After`, with what the limits beside it say: those that are used up, or that the service names as the
 * violated ones, tell when to come back, and whether it is a rate or a quota that was exceeded.
 */
export function withUsedUp(
  failure: Failure,
  answer: ServiceResponse,
  limits: readonly RateReport[],
  nowMs: number,
): Failure {
  if (!failure.throttled || failure.retryAfterMs !== undefined) return failure;
  const violated = problemOf(answer)?.policies ?? [];
  let last: RateReport | undefined;
  for (const report of limits) {
    const isUsedUp = report.remaining === 0 || violated.includes(report.name);
    if (isUsedUp && !report.resetGuessed && (report.resetAfterMs ?? 0) > (last?.resetAfterMs ?? 0))
      last = report;
  }
  if (last?.resetAfterMs === undefined) return failure;
  const told = { ...failure, retryAfterMs: last.resetAfterMs };
  if (last.kind === 'rate' || failure.type !== RateLimitError) return told;
  const extra = { ...failure.extra, resetAt: new Date(nowMs + last.resetAfterMs) };
  return { ...told, type: QuotaExceededError, message: 'A quota of the service is used up.', extra };
}
