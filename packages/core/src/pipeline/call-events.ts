import { isOrgError } from '../errors/org-error.ts';
import { apart } from '../observe/apart.ts';
import type { ClientEvent, OperationStartEvent } from '../observe/events.ts';
import { formatUrl, redactText } from '../observe/redact.ts';
import type { Failure } from '../operation.ts';
import type { RetryDecision } from '../retry/decide.ts';
import type { LimitWait, RateReport } from '../throttle/limiter.ts';
import type { AttemptResult } from './attempts.ts';
import type { Call } from './call.ts';
import type { PreparedRequest } from './http-request.ts';

type SentRequest = Omit<PreparedRequest, 'body'>;

function base({ engine, work, requestId }: Call): { provider: string; operation: string; requestId: string } {
  return { provider: engine.provider, operation: work.name, requestId };
}

function server({ engine }: Call): { serverAddress?: string; serverPort?: number } {
  return engine.server === undefined
    ? {}
    : { serverAddress: engine.server.address, serverPort: engine.server.port };
}

function tell(call: Call, event: ClientEvent): void {
  call.engine.emit(event);
  const { observer } = call;
  if (observer !== undefined) apart(() => observer.onEvent(event));
}

export function tellOperationStart(call: Call): void {
  const { engine, work, maxAttempts } = call;
  if (!engine.hears('operation-start')) return;
  const { safety } = work;
  const event: OperationStartEvent = {
    type: 'operation-start',
    ...base(call),
    safety,
    maxAttempts,
    ...server(call),
  };
  engine.emit(event);
  call.observer = apart(() => engine.instrumentation?.startOperation(event));
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
    tell(call, { ...end, ok: true });
    return;
  }
  const { outcome = call.outcome, retryRefusal } = isOrgError(error) ? error : {};
  const refusal = retryRefusal === undefined ? {} : { retryRefusal };
  tell(call, { ...end, ok: false, errorCode: thrownCode(call, error), outcome, ...refusal });
}

export function tellLimitWaitStart(call: Call, { reason, queueLength }: LimitWait): void {
  if (!call.engine.hears('limit-wait-start')) return;
  const attempt = call.attempts + 1;
  tell(call, { type: 'limit-wait-start', ...base(call), attempt, reason, queueLength });
}

export function tellLimitWaitEnd(call: Call, waitedMs: number, granted: boolean): void {
  if (!call.engine.hears('limit-wait-end')) return;
  tell(call, { type: 'limit-wait-end', ...base(call), attempt: call.attempts + 1, waitedMs, granted });
}

/** Where there is HTTP: the method, and the URL, of which the query is not told. */
export function tellAttemptStart(call: Call, attempt: number, http?: SentRequest): void {
  if (!call.engine.hears('attempt-start')) return;
  tell(call, {
    type: 'attempt-start',
    ...base(call),
    attempt,
    ...server(call),
    ...(http && request(http)),
  });
}

function request({ method, url, template }: SentRequest): {
  method: string;
  url: string;
  urlTemplate?: string;
} {
  if (template === undefined) return { method, url: formatUrl(url) };
  return { method, url: url.origin + template, urlTemplate: template };
}

/** Something was thrown during an attempt: perhaps only because another one was quicker. */
export interface ThrownEnd {
  readonly thrown: unknown;
  readonly superseded: boolean;
}

export function tellAttemptEnd(
  call: Call,
  attempt: number,
  startedAtMs: number,
  end: AttemptResult<unknown> | ThrownEnd,
): void {
  if (!call.engine.hears('attempt-end')) return;
  tell(call, {
    type: 'attempt-end',
    ...base(call),
    attempt,
    elapsedMs: call.engine.runtime.monotonic() - startedAtMs,
    ...('status' in end && end.status !== undefined ? { status: end.status } : {}),
    ...('failure' in end ? { errorCode: failureCode(end.failure) } : {}),
    ...('thrown' in end ? { errorCode: end.superseded ? 'superseded' : thrownCode(call, end.thrown) } : {}),
  });
}

export function tellRetry(
  call: Call,
  failure: Failure,
  decision: RetryDecision & { readonly retry: true },
): void {
  if (!call.engine.hears('retry-scheduled')) return;
  tell(call, {
    type: 'retry-scheduled',
    ...base(call),
    attempt: call.attempts,
    waitMs: decision.waitMs,
    errorCode: failureCode(failure),
    ...(failure.status === undefined ? {} : { status: failure.status }),
    throttled: failure.throttled ?? false,
  });
}

export function tellCredentialRefreshed(call: Call): void {
  if (!call.engine.hears('credential-refreshed')) return;
  tell(call, { type: 'credential-refreshed', ...base(call), attempt: call.attempts });
}

/** The quotas that an answer spoke of, one by one. What the service calls them could be anything. */
export function tellQuotas(
  call: Call,
  attempt: number,
  limits: readonly RateReport[] = [],
  secrets: readonly string[],
): void {
  if (limits.length === 0 || !call.engine.hears('quota-reported')) return;
  for (const { kind, partition: _, name, ...report } of limits) {
    if (kind !== 'quota') continue;
    const cleanName = name && redactText(name, secrets);
    const told = Object.entries({ name: cleanName, ...report }).filter(([, value]) => value !== undefined);
    tell(call, { type: 'quota-reported', ...base(call), attempt, ...Object.fromEntries(told) });
  }
}

function thrownCode({ controller }: Call, error: unknown): string {
  if (isOrgError(error)) return error.code;
  return controller.signal.aborted ? 'aborted' : 'unexpected';
}

function failureCode(failure: Failure): string {
  return new failure.type({ message: '' }).code;
}
