import { isOrgError } from '../errors/org-error.ts';
import { worseOutcome } from '../errors/worse-outcome.ts';
import { callListener, runObserved } from '../observe/call-listener.ts';
import { decideRetry } from '../retry/decide.ts';
import { followSignal } from '../time/follow-signal.ts';
import { isCredentialRefused, runAttempt, unusableCredential } from './attempt.ts';
import type { Call } from './call.ts';
import { createError, toCallError } from './call-errors.ts';
import { emit, emitOperationEnd, emitRetry } from './call-events.ts';
import type { AttemptResult, CallJob, CompleteResponse, Executor } from './executor.ts';
import { successorOf } from './permit.ts';

/** The request of a call, made once for all attempts; or what its encoder threw. */
export type Encoded<Job> = { readonly job: Job } | { readonly thrown: unknown };

/**
 * Runs a started call to its end, in this order: for each attempt a permit, the credential, the
 * signature, one request, feedback for the limiter, classification, one fresh credential after a refused one,
 * and the decision to return, to retry or to reject; then decoding, and the closing event.
 *
 * Resolves with the operation's value. Rejects with one typed error, or with the caller's own abort reason.
 */
export async function execute<Job extends CallJob>(
  call: Call,
  encoded: Encoded<Job>,
  executor: Executor<Job>,
): Promise<unknown> {
  try {
    if ('thrown' in encoded) throw encoded.thrown;
    call.controller.signal.throwIfAborted();
    const { job } = encoded;
    if (call.root !== call) return await retryLoop(call, executor, job);
    const value = await runOperation(call, () => retryLoop(call, executor, job));
    if (call.hasListener) emitOperationEnd(call);
    return value;
  } catch (thrown) {
    const error = toCallError(call, thrown, 'retry-wait');
    if (call.hasListener && 'job' in encoded && call.root === call) emitOperationEnd(call, error);
    endFailed(call, error);
    throw error;
  }
}

// A reason of our own: the platform's would make a DOMException with its stack for each call.
const ended = 'ended';

/** Reports an abort to the caller, and frees every wait that still belongs to this call. */
export function endFailed(call: Call, error: unknown): void {
  const { onAborted, signal } = call.options;
  if (signal?.aborted && error === signal.reason && onAborted !== undefined)
    callListener(() => onAborted(call.outcome));
  call.abort(ended);
}

/** Runs the call in the context of its observer. */
export function runOperation<Output>(call: Call, work: () => Promise<Output>): Promise<Output> {
  const { observer } = call;
  if (observer?.runOperation === undefined) return work();
  return runObserved(observer.runOperation.bind(observer), work);
}

async function retryLoop<Job extends CallJob>(
  call: Call,
  executor: Executor<Job>,
  job: Job,
): Promise<unknown> {
  const { runtime, retry } = call.engine;
  let countedAttempts = 0;
  let lastCost = 0;
  let hasRefreshed = false;
  for (;;) {
    const result = await hedgedAttempt(call, executor, job, countedAttempts > 0);
    countedAttempts += 1;
    if ('decode' in result) {
      if (retry.quota && retry.quota.available < retry.quota.capacity) retry.quota.refund(lastCost);
      const value = await decodeResponse(call, result);
      if (call.root !== call && result.outcome !== 'not-sent') call.outcome = 'sent';
      return value;
    }
    const isReplayable = executor.isReplayable?.(job) ?? true;
    if (isCredentialRefused(result) && !hasRefreshed) {
      hasRefreshed = true;
      // With a refused credential the service did nothing: repeating is safe, and no retry is counted.
      if ((await refreshCredential(call)) && isReplayable) {
        countedAttempts -= 1;
        continue;
      }
    }
    const { failure } = result;
    const successor = successorOf(call);
    const decision = decideRetry({
      failure,
      safety: call.policy.safety,
      replayable: isReplayable,
      attempts: countedAttempts,
      maxAttempts: call.maxAttempts,
      remainingMs: call.remainingMs(),
      settings: retry,
      isTakenOver: successor && (() => successor(createError(call, failure, 'successor'))),
      random: runtime.random,
    });
    if (!decision.retry) throw createError(call, failure, decision.refusal);
    call.outcome = worseOutcome(call.outcome, failure.outcome);
    lastCost = decision.cost;
    if (call.hasListener) emitRetry(call, failure, decision);
    await runtime.sleep(decision.waitMs, call.controller.signal);
  }
}

/** One attempt, and further ones at the same time where the call is hedged. */
function hedgedAttempt<Job extends CallJob>(
  call: Call,
  executor: Executor<Job>,
  job: Job,
  isRetry: boolean,
): Promise<AttemptResult<unknown>> {
  const { engine, hedge, controller } = call;
  if (hedge === undefined) return runAttempt(call, executor, job, { isRetry, controller });
  const { quota, cost } = engine.retry;
  return hedge.run({
    signal: controller.signal,
    start: async (race, onPermit) => {
      const own = new AbortController();
      const unfollow = followSignal(race, own);
      try {
        return await runAttempt(call, executor, job, { isRetry, controller: own, onPermit });
      } finally {
        unfollow();
      }
    },
    isFinal: (result) => 'decode' in result || result.failure.replay === 'never',
    mayStart: () => executor.isReplayable?.(job) !== false && (quota?.takeSpare(cost) ?? true),
    sleep: engine.runtime.sleep,
  });
}

/**
 * A decoder that fails or takes too long ends the call with the outcome that the complete response proves.
 */
async function decodeResponse<Output>(
  call: Call,
  { decode, outcome }: CompleteResponse<Output>,
): Promise<Output> {
  const { controller } = call;
  try {
    let result = decode();
    if (result instanceof Promise) {
      const decoding = result;
      // A decoder that aborts the call and fails as well has no other handler.
      decoding.catch(() => {});
      result = await call.untilDeadline(controller, decoding);
    }
    controller.signal.throwIfAborted();
    if ('value' in result) return result.value;
    throw createError(call, result.failure, 'not-retryable');
  } catch (error) {
    if (controller.signal.aborted) call.outcome = worseOutcome(call.outcome, outcome);
    throw toCallError(call, error, 'decode');
  }
}

async function refreshCredential(call: Call): Promise<boolean> {
  const { controller, credentials, engine } = call;
  try {
    const refreshing = engine.credentials?.refresh(credentials, controller.signal) ?? Promise.resolve(false);
    const isFresh = await call.untilDeadline(controller, refreshing);
    if (isFresh) emit(call, 'credential-refreshed', () => ({ attempt: call.lastAttempt }));
    return isFresh;
  } catch (error) {
    const callError = toCallError(call, error, 'credential');
    if (callError !== error || controller.signal.aborted || isOrgError(error)) throw callError;
    // A credential source of the caller may throw anything.
    throw createError(call, unusableCredential(error), 'not-retryable');
  }
}
