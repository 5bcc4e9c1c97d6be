import type { EngineOptions } from '../engine-options.ts';
import { isOrgError } from '../errors/org-error.ts';
import { callListener, runObserved } from '../observe/call-listener.ts';
import { createEmitter } from '../observe/channels.ts';
import type { OperationEndEvent, OperationStartEvent } from '../observe/events.ts';
import type { Runtime } from '../time/runtime.ts';

/** The end of a call, for its event: with an error code it failed, also if it resolves. @public */
export type CallEnd = Pick<OperationEndEvent, 'attempts' | 'errorCode' | 'outcome'>;

/** A call of a product that makes several calls of a driver, as events name it. @public */
export interface ObservedCall<Result> extends Pick<OperationStartEvent, 'provider' | 'operation' | 'safety'> {
  /** The options of the client. */
  readonly observers: Pick<EngineOptions, 'onEvent' | 'instrumentation'>;
  readonly runtime: Pick<Runtime, 'monotonic' | 'randomUUID'>;
  readonly signal?: AbortSignal | undefined;
  /** The end of a call that resolves, whose parts may have failed. */
  endOf(result: Result): CallEnd;
}

/**
 * Reports several calls of a driver as one operation as well: with its own `operation-start`, `operation-end`
 * and span, whose children are the calls. @public
 */
export async function observedCall<Result>(
  { provider, operation, safety, observers, runtime, signal, endOf }: ObservedCall<Result>,
  work: () => Promise<Result>,
): Promise<Result> {
  const { onEvent, instrumentation } = observers;
  const events = createEmitter(onEvent, instrumentation !== undefined);
  if (!events.hasListener('operation-start')) return work();
  const base = { provider, operation, requestId: runtime.randomUUID() };
  const start: OperationStartEvent = { ...base, type: 'operation-start', safety, maxAttempts: 1 };
  events.emit(start);
  const observer = callListener(() => instrumentation?.startOperation(start));
  const startedAtMs = runtime.monotonic();
  const emitEnd = (end: CallEnd) => {
    const elapsedMs = runtime.monotonic() - startedAtMs;
    const ok = end.errorCode === undefined;
    const event: OperationEndEvent = { ...base, type: 'operation-end', ok, elapsedMs, ...end };
    events.emit(event);
    if (observer !== undefined) callListener(() => observer.onEvent(event));
  };
  try {
    const run = observer?.runOperation?.bind(observer);
    const result = await (run === undefined ? work() : runObserved(run, work));
    emitEnd(endOf(result));
    return result;
  } catch (error) {
    const { code, outcome = 'not-sent' } = isOrgError(error)
      ? error
      : { code: signal?.aborted ? 'aborted' : 'unexpected' };
    emitEnd({ attempts: 0, errorCode: code, outcome });
    throw error;
  }
}
