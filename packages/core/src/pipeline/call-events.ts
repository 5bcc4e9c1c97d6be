import type { RateReport } from '../constraints/usage.ts';
import { isOrgError } from '../errors/org-error.ts';
import { apart } from '../observe/apart.ts';
import type { ClientEvent } from '../observe/events.ts';
import { formatUrl, redactText } from '../observe/redact.ts';
import type { RetryDecision } from '../retry/decide.ts';
import type { Failure } from '../retry/failure.ts';
import type { AttemptResult } from './attempts.ts';
import type { Call } from './call.ts';
import type { PreparedRequest } from './http-request.ts';

type SentRequest = Omit<PreparedRequest, 'body'>;

type EventOf<Type extends ClientEvent['type']> = Extract<ClientEvent, { readonly type: Type }>;
type FieldsOf<Type extends ClientEvent['type']> = Omit<
  EventOf<Type>,
  'type' | 'provider' | 'operation' | 'requestId'
>;

/** An event that nobody hears is not made. */
export function tell<Type extends ClientEvent['type']>(
  call: Call,
  type: Type,
  fields: () => FieldsOf<Type>,
): EventOf<Type> | undefined {
  const { engine, observer, work } = call;
  if (!engine.hears(type)) return undefined;
  const base = { type, provider: engine.provider, operation: work.name, requestId: call.requestId };
  // The fields of an event are those of its type; the compiler cannot put a union together again.
  const event = { ...base, ...fields() } as unknown as EventOf<Type>;
  engine.emit(event);
  if (observer !== undefined) apart(() => observer.onEvent(event));
  return event;
}

export function tellOperationStart(call: Call): void {
  const { engine, work, maxAttempts } = call;
  const { safety } = work;
  const event = tell(call, 'operation-start', () => ({ safety, maxAttempts, ...engine.server }));
  if (event !== undefined) call.observer = apart(() => engine.instrumentation?.startOperation(event));
}

export function tellOperationEnd(call: Call, ...thrown: [error?: unknown]): void {
  tell(call, 'operation-end', () => {
    const end = { attempts: call.attempts, elapsedMs: call.elapsedMs() };
    if (thrown.length === 0) return { ok: true, ...end };
    const [error] = thrown;
    const { outcome = call.outcome, retryRefusal } = isOrgError(error) ? error : {};
    const refusal = retryRefusal === undefined ? {} : { retryRefusal };
    return { ok: false, ...end, errorCode: thrownCode(call, error), outcome, ...refusal };
  });
}

export function tellLimitWaitEnd(call: Call, waitedMs: number, granted: boolean): void {
  tell(call, 'limit-wait-end', () => ({ attempt: call.attempts + 1, waitedMs, granted }));
}

/** Where there is HTTP: the method, and the URL, of which the query is not told. */
export function tellAttemptStart(call: Call, attempt: number, http?: SentRequest): void {
  tell(call, 'attempt-start', () => ({ attempt, ...call.engine.server, ...(http && request(http)) }));
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
  tell(call, 'attempt-end', () => ({
    attempt,
    elapsedMs: call.engine.runtime.monotonic() - startedAtMs,
    ...('status' in end && end.status !== undefined ? { status: end.status } : {}),
    ...('failure' in end ? { errorCode: failureCode(end.failure) } : {}),
    ...('thrown' in end ? { errorCode: end.superseded ? 'superseded' : thrownCode(call, end.thrown) } : {}),
  }));
}

export function tellRetry(
  call: Call,
  failure: Failure,
  { waitMs }: RetryDecision & { readonly retry: true },
): void {
  tell(call, 'retry-scheduled', () => ({
    attempt: call.attempts,
    waitMs,
    errorCode: failureCode(failure),
    ...(failure.status === undefined ? {} : { status: failure.status }),
    throttled: failure.throttled ?? false,
  }));
}

/** The quotas that an answer spoke of, one by one. What the service calls them could be anything. */
export function tellQuotas(
  call: Call,
  attempt: number,
  limits: readonly RateReport[] = [],
  secrets: readonly string[],
): void {
  for (const { kind, partition: _, name, ...report } of limits) {
    if (kind !== 'quota') continue;
    tell(call, 'quota-reported', () => {
      const told = { ...report, name: name && redactText(name, secrets) };
      return {
        attempt,
        ...Object.fromEntries(Object.entries(told).filter(([, value]) => value !== undefined)),
      };
    });
  }
}

function thrownCode({ controller }: Call, error: unknown): string {
  if (isOrgError(error)) return error.code;
  return controller.signal.aborted ? 'aborted' : 'unexpected';
}

function failureCode(failure: Failure): string {
  return new failure.type({ message: '' }).code;
}
