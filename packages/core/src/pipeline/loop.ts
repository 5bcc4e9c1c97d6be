import { isOrgError } from '../errors/org-error.ts';
import { decideRetry } from '../retry/decide.ts';
import type { AttemptResult, Attempts } from './attempts.ts';
import { untilDeadline } from './bounded.ts';
import { type Call, worseOutcome } from './call.ts';
import { tell, tellRetry } from './call-events.ts';
import { createError } from './failure-error.ts';
import { attemptMaybeHedged } from './hedged-attempt.ts';
import { leavingError } from './leaving-error.ts';
import { unusableCredential, wasRefused } from './refused-credential.ts';
import { runObserved } from './run-observed.ts';

/**
 * Permit, attempt (credential, signature, one request), learn, classify, one fresh credential after a refused one, decide. Most calls have one
 * attempt: what others would need is made when the first has ended.
 */
export function attemptUntilDecided<Output>(call: Call, attempts: Attempts<Output>): Promise<Output> {
  const work = () => attemptMaybeHedged(call, attempts, false).then((first) => judge(call, attempts, first));
  const { observer } = call;
  return runObserved(observer?.runOperation?.bind(observer), work);
}

async function judge<Output>(
  call: Call,
  attempts: Attempts<Output>,
  first: AttemptResult<Output>,
): Promise<Output> {
  const { runtime, retry } = call.engine;
  let counted = 0;
  let lastCost = 0;
  let refreshed = false;
  for (let result = first; ; result = await attemptMaybeHedged(call, attempts, counted > 0)) {
    counted += 1;
    if ('decode' in result) {
      retry.quota?.refund(lastCost);
      return decoded(call, attempts, result);
    }
    const replayable = attempts.replayable?.() ?? true;
    if (wasRefused(result) && !refreshed) {
      refreshed = true;
      // A refused credential means nothing was done: repeating is safe for every operation, and is not one of the retries.
      if ((await freshCredential(call, attempts)) && replayable) {
        counted -= 1;
        continue;
      }
    }
    const { failure } = result;
    const decision = decideRetry({
      failure,
      safety: call.work.safety,
      replayable,
      attempts: counted,
      maxAttempts: call.maxAttempts,
      remainingMs: call.remainingMs(),
      settings: retry,
      random: runtime.random,
    });
    if (!decision.retry) throw createError(call, failure, attempts.secrets(), decision.refusal);
    call.outcome = worseOutcome(call.outcome, failure.outcome);
    lastCost = decision.cost;
    tellRetry(call, failure, decision);
    await runtime.sleep(decision.waitMs, call.controller.signal);
  }
}

/** The response is complete: a decoder that fails or takes too long ends the call with the outcome that the response proves. */
async function decoded<Output>(
  call: Call,
  attempts: Attempts<Output>,
  { decode, outcome }: Extract<AttemptResult<Output>, { readonly decode: unknown }>,
): Promise<Output> {
  const { controller } = call;
  try {
    const result = await untilDeadline(call, controller, async () => decode());
    if ('value' in result) return result.value;
    throw createError(call, result.failure, attempts.secrets(), 'not-retryable');
  } catch (error) {
    if (controller.signal.aborted) call.outcome = worseOutcome(call.outcome, outcome);
    throw leavingError(call, attempts, error, 'decode');
  }
}

async function freshCredential(call: Call, attempts: Attempts<unknown>): Promise<boolean> {
  const { controller } = call;
  try {
    const changed = await untilDeadline(call, controller, () =>
      attempts.refreshCredential(controller.signal),
    );
    if (changed) tell(call, 'credential-refreshed', () => ({ attempt: call.attempts }));
    return changed;
  } catch (error) {
    const leaving = leavingError(call, attempts, error, 'credential');
    if (leaving !== error || controller.signal.aborted || isOrgError(error)) throw leaving;
    // A source of the caller's own may throw anything.
    throw createError(call, unusableCredential(error), attempts.secrets(), 'not-retryable');
  }
}
