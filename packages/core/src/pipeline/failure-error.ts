import type { OrgError, RetryRefusal } from '../errors/org-error.ts';
import { TimeoutError, type TimeoutPhase } from '../errors/transport-errors.ts';
import { cleanCause, cutDetails, redactText } from '../observe/redact.ts';
import type { Failure } from '../operation.ts';
import type { TimeLimit } from './bounded.ts';
import { type Call, worseOutcome } from './call.ts';

/** The error that a failed call ends with: the failure's words and meaning, and what the call knows; nothing secret. */
export function createError(
  call: Call,
  failure: Failure,
  secrets: readonly string[],
  refusal: RetryRefusal,
): OrgError {
  const { engine, work } = call;
  return new failure.type({
    ...failure.extra,
    message: redactText(failure.message, secrets),
    provider: engine.provider,
    operation: work.name,
    outcome: worseOutcome(call.outcome, failure.outcome),
    attempts: call.attempts,
    elapsedMs: Math.round(call.elapsedMs()),
    requestId: call.requestId,
    providerRequestId: failure.providerRequestId && redactText(failure.providerRequestId, secrets),
    status: failure.status,
    providerCode: failure.providerCode,
    details: cutDetails(failure.details, secrets),
    issues: failure.issues,
    retryable: isRetryable(call, failure),
    retryAfterMs: failure.retryAfterMs,
    retryRefusal: refusal,
    cause: cleanCause(failure.cause, secrets),
  });
}

/** The same call made again later has a chance, and cannot act twice. */
function isRetryable(call: Call, failure: Failure): boolean {
  if (failure.replay === 'never') return false;
  return call.work.safety !== 'unsafe' || worseOutcome(call.outcome, failure.outcome) === 'not-sent';
}

/** A time limit that passed, as a failure: only a request under way leaves it open whether the service acted. */
export function timeoutFailure({ limit }: TimeLimit, phase: TimeoutPhase, limitMs: number): Failure {
  const underWay = isUnderWay(phase);
  return {
    type: TimeoutError,
    message: timeoutMessage(limit, phase, Math.round(limitMs)),
    outcome: underWay ? 'unknown' : 'not-sent',
    replay: underWay ? 'if-safe' : 'always',
    extra: { phase, limit },
  };
}

/** From here on the service may have acted. */
export function isUnderWay(phase: TimeoutPhase): boolean {
  return phase === 'headers' || phase === 'body';
}

const waitedFor: Record<TimeoutPhase, string> = {
  queue: 'its turn under the rate limit',
  credential: 'the credential',
  'request-body': 'the body of the request',
  hook: 'a hook (beforeRequest)',
  headers: 'the service to answer',
  body: 'the rest of the answer',
  'retry-wait': 'the next attempt',
};

function timeoutMessage(limit: TimeLimit['limit'], phase: TimeoutPhase, limitMs: number): string {
  const option = limit === 'attempt' ? 'timeoutMs' : 'deadlineMs';
  return `Waited ${limitMs} ms for ${waitedFor[phase]}, which is the limit (${option}).`;
}
