import { isOrgError, type OrgError } from '../errors/org-error.ts';
import type { TimeoutPhase } from '../errors/transport-errors.ts';
import { createRedactor, cutDetails } from '../observe/redact.ts';
import type { Attempts } from './attempts.ts';
import { TimeLimit } from './bounded.ts';
import { type Call, worseOutcome } from './call.ts';
import { createError, timeoutFailure } from './failure-error.ts';
import { namedRequest } from './named-request.ts';

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
  return isOrgError(error) ? completed(call, error, attempts?.secrets() ?? []) : error;
}

/** What fails in the very moment in which it is broken off ends for the reason that it is broken off for. */
export function endOf(signal: AbortSignal, thrown: unknown): unknown {
  return signal.aborted && !isOrgError(thrown) ? signal.reason : thrown;
}

/**
 * Completes an error that a limiter, a credential source, a decoder or `close()` made, and that knows nothing of
 * the call. What a decoder quotes is cleaned.
 */
function completed(call: Call, error: OrgError, secrets: readonly string[]): OrgError {
  const redact = createRedactor(secrets);
  const request = namedRequest(call, redact);
  const known = {
    provider: call.engine.provider,
    operation: call.work.name,
    attempts: call.attempts,
    elapsedMs: Math.round(call.elapsedMs()),
    requestId: call.requestId,
    ...(call.details === undefined ? {} : { details: call.details }),
    ...request.fields,
  };
  const missing: [string, unknown][] = Object.entries(known).filter(
    ([name]) => error[name as keyof typeof known] === undefined,
  );
  // Who let nothing through now knows nothing of the attempts before.
  const outcome = worseOutcome(call.outcome, error.outcome ?? call.outcome);
  if (outcome !== error.outcome) missing.push(['outcome', outcome]);
  const hasLeft = outcome !== 'not-sent' && error.method === undefined;
  const message = redact(hasLeft ? request.prefix + error.message : error.message);
  if (message !== error.message) missing.push(['message', message]);
  if (error.details !== undefined) missing.push(['details', cutDetails(error.details, redact)]);
  return missing.length === 0 ? error : copyWith(error, Object.fromEntries(missing));
}

/**
 * A copy, because the same error object may be given to many calls (a limiter that closes rejects all its waiters with one). Not by its constructor: that of a
 * class of the caller's own may want something else.
 */
export function copyWith(error: OrgError, fields: Readonly<Record<string, unknown>>): OrgError {
  const copy: OrgError = Object.setPrototypeOf(new Error(), Object.getPrototypeOf(error));
  const added = Object.entries(fields).map(([name, value]) => [
    name,
    { value, enumerable: name !== 'message', configurable: true },
  ]);
  return Object.defineProperties(copy, {
    ...Object.getOwnPropertyDescriptors(error),
    ...Object.fromEntries(added),
    stack: {
      value: error.stack?.replace(error.message, () => String(fields['message'] ?? error.message)),
      configurable: true,
      writable: true,
    },
  });
}
