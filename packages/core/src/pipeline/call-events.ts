import { isOrgError } from '../errors/org-error.ts';
import type { Failure } from '../operation.ts';
import type { RetryDecision } from '../retry/decide.ts';
import type { AttemptResult } from './attempts.ts';
import type { Call } from './call.ts';

function base({ engine, work, requestId }: Call): { provider: string; operation: string; requestId: string } {
  return { provider: engine.provider, operation: work.name, requestId };
}

export function tellOperationStart(call: Call): void {
  call.engine.emit({ type: 'operation-start', ...base(call) });
}

export function tellOperationEnd(call: Call, ...thrown: [error?: unknown]): void {
  const [error] = thrown;
  const end = {
    type: 'operation-end',
    ...base(call),
    attempts: call.attempts,
    elapsedMs: call.elapsedMs(),
  } as const;
  if (thrown.length === 0) {
    call.engine.emit({ ...end, ok: true });
    return;
  }
  const outcome = isOrgError(error) ? (error.outcome ?? call.outcome) : call.outcome;
  call.engine.emit({ ...end, ok: false, errorCode: thrownCode(error), outcome });
}

export function tellLimitWait(call: Call, waitedMs: number): void {
  call.engine.emit({ type: 'limit-wait', ...base(call), attempt: call.attempts + 1, waitedMs });
}

/** Where there is HTTP: the method, and the URL without its query. */
export function tellAttemptStart(
  call: Call,
  attempt: number,
  http?: { readonly method: string; readonly url: string },
): void {
  call.engine.emit({ type: 'attempt-start', ...base(call), attempt, ...http });
}

export function tellAttemptEnd(
  call: Call,
  attempt: number,
  startedAtMs: number,
  end: AttemptResult<unknown> | { readonly thrown: unknown },
): void {
  call.engine.emit({
    type: 'attempt-end',
    ...base(call),
    attempt,
    elapsedMs: call.engine.runtime.monotonic() - startedAtMs,
    ...('status' in end && end.status !== undefined ? { status: end.status } : {}),
    ...('failure' in end ? { errorCode: failureCode(end.failure) } : {}),
    ...('thrown' in end ? { errorCode: thrownCode(end.thrown) } : {}),
  });
}

export function tellRetry(
  call: Call,
  failure: Failure,
  decision: RetryDecision & { readonly retry: true },
): void {
  const { waitMs } = decision;
  const errorCode = failureCode(failure);
  const throttled = failure.throttled ?? false;
  call.engine.emit({
    type: 'retry-scheduled',
    ...base(call),
    attempt: call.attempts,
    waitMs,
    errorCode,
    throttled,
  });
}

export function tellCredentialRefreshed(call: Call): void {
  call.engine.emit({ type: 'credential-refreshed', ...base(call), attempt: call.attempts });
}

function thrownCode(error: unknown): string {
  return isOrgError(error) ? error.code : 'aborted';
}

function failureCode(failure: Failure): string {
  return new failure.type({ message: '' }).code;
}
