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
  error: unknown,
  phase: TimeoutPhase,
): unknown {
  if (error instanceof TimeLimit) {
    return createError(
      call,
      timeoutFailure(error, phase, call.elapsedMs()),
      attempts?.secrets() ?? [],
      'deadline',
    );
  }
  const { signal } = call.controller;
  if (signal.aborted && error === call.options.signal?.reason) return error;
  return isOrgError(error) ? completed(call, error) : error;
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
  const fields: Record<string, unknown> = { ...error, message: error.message, cause: error.cause };
  // Who let nothing through now knows nothing of the attempts before.
  const outcome = worseOutcome(call.outcome, error.outcome ?? call.outcome);
  let missing = outcome !== error.outcome;
  fields['outcome'] = outcome;
  for (const [name, value] of Object.entries(known)) {
    if (fields[name] !== undefined) continue;
    fields[name] = value;
    missing = true;
  }
  return missing ? copyWith(error, fields) : error;
}

// A copy, because the same error object may be given to many calls (a limiter that closes rejects all its waiters with one).
function copyWith(error: OrgError, fields: Record<string, unknown>): OrgError {
  const copy: OrgError = Reflect.construct(error.constructor, [fields]);
  if (error.stack !== undefined)
    Object.defineProperty(copy, 'stack', { value: error.stack, configurable: true, writable: true });
  return copy;
}
