import type { RetryRefusal } from '../errors/org-error.ts';
import type { Safety } from '../safety.ts';
import { fullJitter, hintedWait } from './backoff.ts';
import type { Failure } from './failure.ts';
import type { RetrySettings } from './settings.ts';

export type RetryDecision =
  | { readonly retry: true; readonly waitMs: number; readonly cost: number }
  | { readonly retry: false; readonly refusal: RetryRefusal };

/** Everything a decision rests on. */
export interface RetryQuestion {
  readonly failure: Failure;
  readonly safety: Safety;
  /** `false`: the request's body was a stream that cannot be had again. */
  readonly replayable?: boolean | undefined;
  /** Attempts made so far that count, this one included. */
  readonly attempts: number;
  readonly maxAttempts: number;
  /** What is left of the deadline. */
  readonly remainingMs: number;
  readonly settings: RetrySettings;
  /** Whether the next driver of a composition takes over. Without it there is no next driver. */
  readonly isTakenOver?: (() => boolean) | undefined;
  readonly random: () => number;
}

/** Whether to try again, after which wait, or why not. Takes from the quota only when the answer is yes. */
export function decideRetry(question: RetryQuestion): RetryDecision {
  const { failure, safety, attempts, settings } = question;
  if (failure.replay === 'never') return refuse('not-retryable');
  if (failure.replay === 'if-safe' && safety === 'unsafe') return refuse('ambiguous');
  if (question.replayable === false) return refuse('body-consumed');
  if ((failure.retryAfterMs ?? 0) > settings.maxRetryAfterMs) return refuse('retry-after-too-long');
  if (attempts >= question.maxAttempts) return refuse('attempts');
  if (question.isTakenOver?.()) return refuse('successor');
  const waitMs = retryWait(question);
  if (waitMs >= question.remainingMs) return refuse('deadline');
  const cost = failure.throttled ? settings.throttledCost : settings.cost;
  if (settings.quota && !settings.quota.take(cost)) return refuse('quota');
  return { retry: true, waitMs, cost };
}

function retryWait({ failure, attempts, settings, random }: RetryQuestion): number {
  const baseMs = failure.throttled ? settings.throttledBaseMs : settings.baseMs;
  const backoffMs = fullJitter(attempts - 1, baseMs, settings.maxBackoffMs, random);
  return failure.retryAfterMs === undefined ? backoffMs : hintedWait(failure.retryAfterMs, backoffMs, random);
}

function refuse(refusal: RetryRefusal): RetryDecision {
  return { retry: false, refusal };
}
