import { isOrgError } from '../errors/org-error.ts';
import { formatUrl } from '../observe/redact.ts';
import type { Failure } from '../operation.ts';
import type { RetryDecision } from '../retry/decide.ts';
import type { AttemptResult } from './attempts.ts';
import type { Call } from './call.ts';

function base({ engine, work, requestId }: Call): { provider: string; operation: string; requestId: string } {
  return { provider: engine.provider, operation: work.name, requestId };
}

export function tellOperationStart(call: Call): void {
  if (!call.engine.hears('operation-start')) return;
  call.engine.emit({ type: 'operation-start', ...base(call) });
}

export function tellOperationEnd(call: Call, ...thrown: [error?: unknown]): void {
  if (!call.engine.hears('operation-end')) return;
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
  if (!call.engine.hears('limit-wait')) return;
  call.engine.emit({ type: 'limit-wait', ...base(call), attempt: call.attempts + 1, waitedMs });
}

/** Where there is HTTP: the method, and the URL, of which the query is not told. */
export function tellAttemptStart(
  call: Call,
  attempt: number,
  http?: { readonly method: string; readonly url: URL },
): void {
  if (!call.engine.hears('attempt-start')) return;
  call.engine.emit({
    type: 'attempt-start',
    ...base(call),
    attempt,
    ...(http && { method: http.method, url: formatUrl(http.url) }),
  });
}

export function tellAttemptEnd(
  call: Call,
  attempt: number,
  startedAtMs: number,
  end: AttemptResult<unknown> | { readonly thrown: unknown },
): void {
  if (!call.engine.hears('attempt-end')) return;
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
  if (!call.engine.hears('retry-scheduled')) return;
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
  if (!call.engine.hears('credential-refreshed')) return;
  call.engine.emit({ type: 'credential-refreshed', ...base(call), attempt: call.attempts });
}

function thrownCode(error: unknown): string {
  return isOrgError(error) ? error.code : 'aborted';
}

function failureCode(failure: Failure): string {
  return new failure.type({ message: '' }).code;
}
