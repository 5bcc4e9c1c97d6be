import { isOrgError, type OrgError } from '../errors/org-error.ts';
import type { TimeoutPhase } from '../errors/transport-errors.ts';
import type { Attempts } from './attempts.ts';
import { TimeLimit } from './bounded.ts';
import { type Call, worseOutcome } from './call.ts';
import { createError, timeoutFailure } from './failure-error.ts';

/** What leaves the loop when something was thrown: the caller's reason untouched, our own errors completed, anything else as it is. */
export function leavingError(
  call: Call,
  attempts: Attempts<unknown> | undefined,
  thrown: unknown,
  phase: TimeoutPhase,
): unknown {
  const { signal } = call.controller;
  const error = endOf(signal, thrown);
  if (error instanceof TimeLimit) {
    return createError(call, timeoutFailure(call, error, phase), attempts?.secrets() ?? [], 'deadline');
  }
  if (signal.aborted && error === call.options.signal?.reason) return error;
  return isOrgError(error) ? completed(call, error) : error;
}

/** What fails in the very moment in which it is broken off ends for the reason that it is broken off for. */
export function endOf(signal: AbortSignal, thrown: unknown): unknown {
  return signal.aborted && !isOrgError(thrown) ? signal.reason : thrown;
}

/** An error that a limiter, a credential source or `close()` made knows nothing of the call: what is missing is added. */
function completed(call: Call, error: OrgError): OrgError {
  const known = {
    provider: call.engine.provider,
    operation: call.work.name,
    attempts: call.attempts,
    elapsedMs: Math.round(call.elapsedMs()),
    requestId: call.requestId,
  };
  const missing = Object.entries(known).filter(([name]) => error[name as keyof typeof known] === undefined);
  // Who let nothing through now knows nothing of the attempts before.
  const outcome = worseOutcome(call.outcome, error.outcome ?? call.outcome);
  if (outcome !== error.outcome) missing.push(['outcome', outcome]);
  return missing.length === 0 ? error : copyWith(error, Object.fromEntries(missing));
}

/**
 * A copy, because the same error object may be given to many calls (a limiter that closes rejects all its waiters with one). Not by its constructor: that of a
 * class of the caller's own may want something else.
 */
export function copyWith(error: OrgError, fields: Readonly<Record<string, unknown>>): OrgError {
  const copy: OrgError = Object.setPrototypeOf(new Error(), Object.getPrototypeOf(error));
  const added = Object.entries(fields).map(([name, value]) => [name, { value, enumerable: true }]);
  return Object.defineProperties(copy, {
    ...Object.getOwnPropertyDescriptors(error),
    ...Object.fromEntries(added),
    stack: { value: error.stack, configurable: true, writable: true },
  });
}
