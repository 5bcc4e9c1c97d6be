import { ConfigurationError } from '../errors/caller-errors.ts';
import { isOrgError } from '../errors/org-error.ts';
import { TimeoutError } from '../errors/transport-errors.ts';
import { callListener } from '../observe/call-listener.ts';
import { cutDetails } from '../observe/cut-details.ts';
import { createRedactor } from '../observe/redact.ts';
import { meantOption } from '../options/meant-option.ts';
import { ownCopy } from '../options/own.ts';
import { type OptionNames, refuseUnknown } from '../options/refuse-unknown.ts';
import { hintedWait } from '../retry/backoff.ts';
import { followSignal } from '../time/follow-signal.ts';
import { createRuntime } from '../time/runtime.ts';
import { startTimer } from '../time/timer.ts';
import { untilAborted } from '../time/until-aborted.ts';
import { JobFailedError } from './job-failed-error.ts';
import type { PollAnswer } from './poll-answer.ts';
import { type PollTiming, resolveTiming } from './timing.ts';

const pollNames: OptionNames<PollOptions<never>> = {
  check: 0,
  intervalMs: 0,
  backoff: 0,
  maxIntervalMs: 0,
  deadlineMs: 0,
  maxFailures: 0,
  onProgress: 0,
  signal: 0,
  runtime: 0,
};

/** Options of `poll()`. @public */
export interface PollOptions<Value> extends PollTiming {
  /** Checks the job once. An error ends the polling, unless it is `retryable` (see `maxFailures`). */
  readonly check: (context: {
    /** Aborts on the caller's abort and at the deadline. */
    readonly signal: AbortSignal;
    /** Number of the check, from 1. */
    readonly look: number;
  }) => Promise<PollAnswer<Value>>;
}

/**
 * Polls an asynchronous job until it is done. The first check runs at once. Waits grow by `backoff`, with a
 * jitter of a tenth, and are never shorter than the service's `retryAfterMs`. @public
 *
 * @example
 * ```ts
 * const report = await poll({
 *   check: async ({ signal }) => {
 *     const job = await jobs.get(id, { signal });
 *     if (job.finished) return { state: 'done', value: job.report };
 *     return { state: 'pending', progress: job.percent };
 *   },
 * });
 * ```
 *
 * @throws JobFailedError when a check returns the state `failed`
 * @throws TimeoutError with `limit: 'deadline'` at the deadline, or at once when the next check would come
 * after it
 * @throws ConfigurationError for an invalid option; the signal's reason; the final error of a check
 */
export async function poll<Value>(options: PollOptions<Value>): Promise<Value> {
  refuseUnknown(options, pollNames, 'poll()', meantOption);
  const { check, signal: outer, ...given } = ownCopy(options);
  if (typeof check !== 'function') throw new ConfigurationError({ message: 'check must be a function.' });
  const timing = resolveTiming(given);
  const runtime = createRuntime(given.runtime);
  const startedAtMs = runtime.monotonic();
  const elapsedMs = () => Math.round(runtime.monotonic() - startedAtMs);
  const controller = new AbortController();
  const { signal } = controller;
  const unfollow = followSignal(outer, controller);
  const clearTimer = startTimer(runtime, timing.deadlineMs, () => controller.abort(deadlinePassed));
  let { intervalMs } = timing;
  let looks = 0;
  let failures = 0;

  const look = async (): Promise<PollAnswer<Value>> => {
    signal.throwIfAborted();
    looks += 1;
    try {
      const answer = await untilAborted(check({ signal, look: looks }), signal);
      failures = 0;
      return answer;
    } catch (error) {
      if (signal.aborted) throw signal.reason;
      failures += 1;
      if (!isOrgError(error) || !error.retryable || failures > timing.maxFailures) throw error;
      return { state: 'pending', retryAfterMs: error.retryAfterMs };
    }
  };
  const nextWait = (hintMs: number | undefined): number => {
    const ownMs = intervalMs * (1 - spread + 2 * spread * runtime.random());
    intervalMs = Math.min(timing.maxIntervalMs, intervalMs * timing.backoff);
    return hintMs !== undefined && hintMs >= 0 ? hintedWait(hintMs, ownMs, runtime.random) : ownMs;
  };

  try {
    for (;;) {
      const answer = await look();
      if (typeof answer !== 'object' || answer === null) throw noState();
      if (answer.state === 'done') return answer.value;
      if (answer.state === 'failed') throw jobFailed(answer, looks, elapsedMs());
      if (answer.state !== 'pending') throw noState();
      const { progress } = answer;
      const nextLookMs = nextWait(answer.retryAfterMs);
      if (elapsedMs() + nextLookMs >= timing.deadlineMs)
        throw tooLong(timing.deadlineMs, looks, elapsedMs(), nextLookMs);
      const { onProgress } = timing;
      if (onProgress)
        callListener(() => onProgress({ looks, elapsedMs: elapsedMs(), nextLookMs, progress, failures }));
      await runtime.sleep(nextLookMs, signal);
    }
  } catch (error) {
    throw error === deadlinePassed ? tooLong(timing.deadlineMs, looks, elapsedMs()) : error;
  } finally {
    unfollow();
    clearTimer();
    controller.abort('ended');
  }
}

/** Without this check, a forgotten case would poll until the deadline. */
function noState(): ConfigurationError {
  const message = "`check` and `read` must return an object with the state 'pending', 'done' or 'failed'.";
  return new ConfigurationError({ message });
}

const spread = 0.1;
const deadlinePassed = Symbol('deadline passed');

function jobFailed(
  { message, providerCode, details }: PollAnswer<never> & { readonly state: 'failed' },
  attempts: number,
  elapsedMs: number,
): JobFailedError {
  return new JobFailedError({
    message,
    providerCode,
    details: cutDetails(details, createRedactor([])),
    outcome: 'sent',
    attempts,
    elapsedMs,
  });
}

function tooLong(deadlineMs: number, attempts: number, elapsedMs: number, nextMs?: number): TimeoutError {
  const limit = `${deadlineMs} ms (deadlineMs)`;
  const inMs = Math.ceil(nextMs ?? 0);
  return new TimeoutError({
    message:
      nextMs === undefined
        ? `The job was not done after ${limit}. It may still be running: poll again later.`
        : `The job is not done, and the next check in ${inMs} ms would be after the deadline of ${limit}. ` +
          'Poll again later.',
    phase: 'retry-wait',
    limit: 'deadline',
    attempts,
    elapsedMs,
    retryable: true,
    retryAfterMs: nextMs,
  });
}
