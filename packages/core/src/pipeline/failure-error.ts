import type { OrgError, RetryRefusal } from '../errors/org-error.ts';
import { sentences } from '../errors/sentences.ts';
import { TimeoutError, type TimeoutPhase } from '../errors/transport-errors.ts';
import { cleanCause, createRedactor, cutDetails, type Redact } from '../observe/redact.ts';
import { type Failure } from '../retry/failure.ts';
import { type TaskStep } from '../task.ts';
import type { TimeLimit } from './bounded.ts';
import { type Call, worseOutcome } from './call.ts';
import { namedRequest } from './named-request.ts';

// What a service says may be anything, of any length, and its key.
const maxTextLength = 2_000;
const maxWordsLength = 300;
const maxIssues = 100;

/** The error that a failed call ends with: the failure's words and meaning, and what the call knows; nothing secret. */
export function createError(
  call: Call,
  failure: Failure,
  secrets: readonly string[],
  refusal: RetryRefusal,
): OrgError {
  const { engine, work } = call;
  const clean = createRedactor(secrets);
  const cleanIfAny = (text: string | undefined) => text && clean(text, maxTextLength);
  const request = namedRequest(call, clean);
  // The service's texts may hold more that must not show than ours.
  const redact = createRedactor(secrets, failure.redact);
  const issueText = (text: string) => redact(text, maxTextLength);
  return new failure.type({
    ...failure.extra,
    ...request.fields,
    message: request.prefix + messageOf(failure, clean, redact, refusal),
    provider: engine.provider,
    operation: work.name,
    outcome: worseOutcome(call.outcome, failure.outcome),
    attempts: call.attempts,
    elapsedMs: Math.round(call.elapsedMs()),
    requestId: call.requestId,
    providerRequestId: cleanIfAny(failure.providerRequestId),
    status: failure.status,
    providerCode: cleanIfAny(failure.providerCode),
    details: cutDetails(failure.details, redact),
    issues: failure.issues
      ?.slice(0, maxIssues)
      .map(({ path, message }) => ({ path: issueText(path), message: issueText(message) })),
    retryable: isRetryable(call, failure),
    retryAfterMs: failure.retryAfterMs,
    retryRefusal: refusal,
    cause: cleanCause(failure.cause, createRedactor([...secrets, ...request.hidden], failure.redact)),
  });
}

function messageOf(
  { message, words = '', retryAfterMs }: Failure,
  clean: Redact,
  redact: Redact,
  refusal: RetryRefusal,
): string {
  const said = redact(words, maxWordsLength).replace(/\s+/g, ' ').trim();
  const seconds = retryAfterMs && Math.ceil(retryAfterMs / 100) / 10;
  const tooLong = refusal === 'retry-after-too-long' ? ', which is longer than maxRetryAfterMs' : '';
  return sentences(
    clean(message, maxTextLength),
    seconds ? `Retry after ${seconds} s${tooLong}` : '',
    said && `The service says: ${said}`,
  );
}

/** The same call made again later has a chance, and cannot act twice. */
function isRetryable(call: Call, failure: Failure): boolean {
  if (failure.replay === 'never') return false;
  return call.work.safety !== 'unsafe' || worseOutcome(call.outcome, failure.outcome) === 'not-sent';
}

/** A time limit that passed, as a failure: only a request under way leaves it open whether the service acted. */
export function timeoutFailure(
  call: Call,
  { limit }: TimeLimit,
  phase: TimeoutPhase,
  step?: TaskStep,
): Failure {
  const underWay = step === undefined ? isUnderWay(phase) : step.outcome === 'unknown';
  const wait = step?.waitingFor ?? waitedFor[phase];
  return {
    type: TimeoutError,
    message:
      limit === 'attempt'
        ? `Waited ${call.timeoutMs} ms for ${wait}, which is the limit of an attempt (timeoutMs).`
        : `The call took ${Math.round(call.elapsedMs())} ms, which is its limit (deadlineMs), and was waiting for ${wait}.`,
    outcome: underWay ? 'unknown' : 'not-sent',
    replay: underWay ? 'if-safe' : 'always',
    details: step?.details,
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
  connect: 'a connection to the service',
  headers: 'the service to answer',
  body: 'the rest of the answer',
  decode: 'the response to be decoded',
  'retry-wait': 'the next attempt',
};
