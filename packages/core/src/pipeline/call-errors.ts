import { copyError } from '../errors/copy-error.ts';
import { isOrgError, type OrgError, type RetryRefusal } from '../errors/org-error.ts';
import { sentences } from '../errors/sentences.ts';
import { TimeoutError, type TimeoutPhase } from '../errors/transport-errors.ts';
import { worseOutcome } from '../errors/worse-outcome.ts';
import { cleanCause } from '../observe/clean-cause.ts';
import { cutDetails } from '../observe/cut-details.ts';
import { createRedactor, type Redact } from '../observe/redact.ts';
import type { Failure } from '../retry/failure.ts';
import type { TaskStep } from '../task.ts';
import { TimeLimit } from '../time/timer.ts';
import type { Call } from './call.ts';

// A service's text may be anything, of any length, and may contain the key.
const maxTextLength = 2_000;
const maxWordsLength = 300;
const maxIssues = 100;

/** The error that a failed call rejects with: the failure, the facts of the call, and no secret. */
export function createError(call: Call, failure: Failure, refusal: RetryRefusal): OrgError {
  const { secrets } = call.credentials;
  const clean = createRedactor(secrets);
  const cleanIfAny = (text: string | undefined) => text && clean(text, maxTextLength);
  const { prefix, facts, outsideValues } = describeCall(call, clean);
  // The service's texts may hold more that must not show than ours.
  const redact = failure.redact === undefined ? clean : createRedactor(secrets, failure.redact);
  const issueText = (text: string) => redact(text, maxTextLength);
  const error = new failure.type({
    ...failure.extra,
    ...facts,
    message: prefix + messageOf(failure, clean, redact, refusal, call.engine.runtime.now()),
    outcome: worseOutcome(call.outcome, failure.outcome),
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
    cause:
      failure.cause === undefined
        ? undefined
        : cleanCause(failure.cause, createRedactor([...secrets, ...outsideValues], failure.redact)),
  });
  call.error = error;
  return error;
}

/** What every error of the call says about it. */
function describeCall(call: Call, clean: Redact) {
  const { engine, root, http } = call;
  const facts = {
    provider: engine.provider,
    operation: root.policy.name,
    attempts: root.attemptCount,
    elapsedMs: Math.round(root.elapsedMs()),
    requestId: root.requestId,
  };
  if (http === undefined) return { facts, prefix: '', outsideValues: [] };
  const { method, url, template } = http;
  const host = clean(url.host);
  const pathTemplate = clean(template ?? url.pathname);
  return {
    facts: { ...facts, method, host, pathTemplate },
    prefix: `${method} ${host}${pathTemplate}: `,
    outsideValues: template === undefined ? [] : outsideValuesOf(url.pathname, template),
  };
}

/** The outside values in the path, which the template hides. */
function outsideValuesOf(path: string, template: string): readonly string[] {
  const names = template.split('/');
  const values = path.split('/').filter((part, index) => part !== names[index]);
  // Removed in escapes, too.
  return values.map((value) => {
    try {
      return decodeURIComponent(value);
    } catch {
      return value;
    }
  });
}

function messageOf(
  { message, words = '', retryAfterMs }: Failure,
  clean: Redact,
  redact: Redact,
  refusal: RetryRefusal,
  nowMs: number,
): string {
  const said = redact(words, maxWordsLength).replace(/\s+/g, ' ').trim();
  const tooLong = refusal === 'retry-after-too-long' ? ', which is longer than maxRetryAfterMs' : '';
  return sentences(
    clean(message, maxTextLength),
    retryAfterMs ? `Retry after ${waitOf(retryAfterMs, nowMs)}${tooLong}` : '',
    said && `The service says: ${said}`,
  );
}

/** Seconds; from an hour on, the date, at most the last that there is. */
function waitOf(waitMs: number, nowMs: number): string {
  if (waitMs < 3_600_000) return `${Math.ceil(waitMs / 100) / 10} s`;
  return new Date(Math.min(nowMs + waitMs, 8.64e15)).toISOString();
}

/** Whether the caller can repeat the call with a chance, and without acting twice. */
function isRetryable(call: Call, failure: Failure): boolean {
  if (failure.replay === 'never') return false;
  return isProtected(call) || worseOutcome(call.outcome, failure.outcome) === 'not-sent';
}

/** The caller may repeat the call whatever became of it. */
export function isProtected({ policy, options }: Call): boolean {
  // A key that was made for this call does not protect the next one.
  return policy.safety === 'keyed' ? options.idempotencyKey !== undefined : policy.safety !== 'unsafe';
}

/** Where a time limit ended a call or an attempt. */
interface InterruptedStep {
  readonly phase: TimeoutPhase;
  readonly step?: TaskStep | undefined;
  /** The service may have acted. */
  readonly isOpen?: boolean;
}

/**
 * A time limit that passed, as a failure. Only a request in flight leaves it unknown whether the service
 * acted.
 */
export function timeoutFailure(
  call: Call,
  { limit }: TimeLimit,
  { phase, step, isOpen }: InterruptedStep,
): Failure {
  const wait = step?.waitingFor ?? waitedFor[phase];
  const elapsedMs = Math.round(call.elapsedMs());
  return {
    type: TimeoutError,
    message:
      limit === 'attempt'
        ? `Waited ${call.timeoutMs} ms for ${wait}, which is the limit of an attempt (timeoutMs).`
        : `The call took ${elapsedMs} ms, which is its limit (deadlineMs), and was waiting for ${wait}.`,
    outcome: isOpen ? 'unknown' : 'not-sent',
    replay: step?.replay ?? (isOpen ? 'if-safe' : 'always'),
    details: step?.details,
    extra: { phase, limit },
  };
}

const waitedFor: Record<TimeoutPhase, string> = {
  queue: 'its turn under the rate limit',
  credential: 'the credential',
  'request-body': 'the body of the request',
  hook: 'a hook (beforeRequest)',
  connect: 'a connection to the service',
  headers: 'the response headers',
  body: 'the rest of the response',
  decode: 'the response to be decoded',
  'retry-wait': 'the next attempt',
};

/**
 * Maps a thrown value to the error that the call rejects with: the caller's abort reason untouched, our own
 * errors completed with the facts of the call, anything else as it is.
 */
export function toCallError(call: Call, thrown: unknown, phase: TimeoutPhase): unknown {
  const { signal } = call.controller;
  const error = abortReasonOf(signal, thrown);
  if (error instanceof TimeLimit)
    return createError(call, timeoutFailure(call, error, { phase }), 'deadline');
  if (signal.aborted && error === call.options.signal?.reason) return error;
  return isOrgError(error) ? completed(call, error) : error;
}

/** The abort reason, for anything but our own errors that is thrown after an abort. */
export function abortReasonOf(signal: AbortSignal, thrown: unknown): unknown {
  return signal.aborted && !isOrgError(thrown) ? signal.reason : thrown;
}

/**
 * Completes an error that a limiter, a credential source, a decoder or `close()` made, and that knows nothing
 * of the call. What a decoder quotes is cleaned.
 */
function completed(call: Call, error: OrgError): OrgError {
  if (error === call.error) return error;
  const redact = createRedactor(call.credentials.secrets);
  const { facts, prefix } = describeCall(call, redact);
  const known: Record<string, unknown> = { ...facts, details: call.details };
  const missing = Object.entries(known).filter(
    ([name, value]) => value !== undefined && error[name as keyof OrgError] === undefined,
  );
  // The error of a later step knows nothing of the attempts before it.
  const outcome = worseOutcome(call.outcome, error.outcome ?? call.outcome);
  if (outcome !== error.outcome) missing.push(['outcome', outcome]);
  const wasSent = outcome !== 'not-sent' && error.method === undefined;
  const message = redact(wasSent ? prefix + error.message : error.message);
  if (message !== error.message) missing.push(['message', message]);
  if (error.details !== undefined) missing.push(['details', cutDetails(error.details, redact)]);
  return missing.length === 0 ? error : copyError(error, Object.fromEntries(missing));
}
