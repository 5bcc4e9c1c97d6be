import { isOrgError } from '../errors/org-error.ts';
import { callListener, runObserved } from '../observe/call-listener.ts';
import type { ClientEvent } from '../observe/events.ts';
import { createRedactor, formatUrl } from '../observe/redact.ts';
import type { RateReport } from '../rates.ts';
import type { RetryDecision } from '../retry/decide.ts';
import type { Failure } from '../retry/failure.ts';
import type { Call } from './call.ts';
import type { AttemptContext, AttemptResult } from './executor.ts';
import type { ReadyRequest } from './http-request.ts';

type SentRequest = Pick<ReadyRequest, 'method' | 'url' | 'template'>;

type EventOf<Type extends ClientEvent['type']> = Extract<ClientEvent, { readonly type: Type }>;
type FieldsOf<Type extends ClientEvent['type']> = Omit<
  EventOf<Type>,
  'type' | 'provider' | 'operation' | 'request' | 'requestId'
>;

/** Emits an event; makes none without a listener. */
export function emit<Type extends ClientEvent['type']>(
  call: Call,
  type: Type,
  fields: () => FieldsOf<Type>,
): EventOf<Type> | undefined {
  const { engine, root } = call;
  if (!root.hasListener || !engine.events.hasListener(type)) return undefined;
  const base = {
    type,
    provider: engine.provider,
    operation: root.policy.name,
    ...(root === call ? {} : { request: call.policy.name }),
    requestId: root.requestId,
  };
  // The fields of an event are those of its type; the compiler cannot put a union together again.
  const event = { ...base, ...fields() } as unknown as EventOf<Type>;
  engine.events.emit(event);
  const { observer } = root;
  if (observer !== undefined) callListener(() => observer.onEvent(event));
  return event;
}

export function emitOperationStart(call: Call): void {
  const { engine, policy, maxAttempts } = call;
  const { safety } = policy;
  const event = emit(call, 'operation-start', () => ({ safety, maxAttempts, ...engine.server }));
  if (event !== undefined) call.observer = callListener(() => engine.instrumentation?.startOperation(event));
}

export function emitOperationEnd(call: Call, ...thrown: [error?: unknown]): void {
  emit(call, 'operation-end', () => {
    const end = { attempts: call.attemptCount, elapsedMs: call.elapsedMs() };
    if (thrown.length === 0) return { ok: true, ...end };
    const [error] = thrown;
    const { outcome = call.outcome, retryRefusal } = isOrgError(error) ? error : {};
    const refusal = retryRefusal === undefined ? {} : { retryRefusal };
    return { ok: false, ...end, errorCode: thrownCode(call, error), outcome, ...refusal };
  });
}

export function emitLimitWaitEnd(call: Call, waitedMs: number, granted: boolean): void {
  emit(call, 'limit-wait-end', () => ({ attempt: call.root.attemptCount + 1, waitedMs, granted }));
}

/** For HTTP with the method, and the URL without its query. */
export function emitAttemptStart(call: Call, attempt: number, http?: SentRequest): void {
  emit(call, 'attempt-start', () => ({ attempt, ...call.engine.server, ...(http && request(http)) }));
}

function request({ method, url, template }: SentRequest): {
  method: string;
  url: string;
  urlTemplate?: string;
} {
  if (template === undefined) return { method, url: formatUrl(url) };
  return { method, url: url.origin + template, urlTemplate: template };
}

/** Runs the sending of an attempt inside its observer. */
export function runObservedAttempt<T>({ call, attempt }: AttemptContext, work: () => Promise<T>): Promise<T> {
  const { observer } = call.root;
  if (observer?.runAttempt === undefined) return work();
  return runObserved(observer.runAttempt.bind(observer, attempt), async () => work());
}

/** A value was thrown during an attempt, perhaps because a hedged attempt was faster. */
export interface ThrownEnd {
  readonly thrown: unknown;
  readonly superseded: boolean;
}

export function emitAttemptEnd(
  call: Call,
  attempt: number,
  startedAtMs: number,
  end: AttemptResult<unknown> | ThrownEnd,
): void {
  emit(call, 'attempt-end', () => ({
    attempt,
    elapsedMs: call.engine.runtime.monotonic() - startedAtMs,
    ...('status' in end && end.status !== undefined ? { status: end.status } : {}),
    ...('failure' in end ? { errorCode: failureCode(end.failure) } : {}),
    ...('thrown' in end ? { errorCode: end.superseded ? 'superseded' : thrownCode(call, end.thrown) } : {}),
  }));
}

export function emitRetry(
  call: Call,
  failure: Failure,
  { waitMs }: RetryDecision & { readonly retry: true },
): void {
  emit(call, 'retry-scheduled', () => ({
    attempt: call.lastAttempt,
    waitMs,
    errorCode: failureCode(failure),
    ...(failure.status === undefined ? {} : { status: failure.status }),
    throttled: failure.throttled ?? false,
  }));
}

/** One event for each quota in a response. The service chooses their names, so they are redacted. */
export function emitQuotas(call: Call, attempt: number, limits: readonly RateReport[] = []): void {
  for (const { kind, partition: _, name, ...report } of limits) {
    if (kind !== 'quota') continue;
    emit(call, 'quota-reported', () => {
      const fields = { ...report, name: name && createRedactor(call.credentials.secrets)(name) };
      return {
        attempt,
        ...Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)),
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
