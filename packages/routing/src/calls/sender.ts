import { type CallOptions, type Runtime, TimeoutError } from '@org/core';
import type { DriverSession } from '@org/core/driver';
import type { RoutingOperations } from '../driver.ts';
import { restate } from '../errors.ts';
import type { EngineAnswer, ResultMeta, RoutingResult, RoutingWarning } from '../model/result.ts';
import type { Engine } from '../model/support.ts';

/** What every call of every method takes as its last argument. @public */
export interface RoutingCallOptions extends CallOptions {
  /** Keep the engine's own answers in `raw`. @defaultValue false */
  readonly includeRaw?: boolean | undefined;
}

/** What a client is made of, for its methods. */
export interface ClientContext {
  readonly engine: Engine;
  readonly session: DriverSession<RoutingOperations>;
  readonly runtime: Runtime;
  readonly deadlineMs: number | undefined;
  readonly maxParallelParts: number;
}

/** The requests of one call: they share its options, and a deadline when one was given. */
export interface Sender {
  send<Name extends keyof RoutingOperations & string>(
    name: Name,
    query: RoutingOperations[Name]['input'],
    signal: AbortSignal | undefined,
  ): Promise<RoutingOperations[Name]['output']>;
  /** What every result carries, of the answers it was made from. */
  finish(answers: readonly EngineAnswer[]): RoutingResult;
}

export function createSender(context: ClientContext, options: RoutingCallOptions): Sender {
  const { engine, session, runtime } = context;
  const { includeRaw = false, ...callOptions } = options;
  const deadlineMs = callOptions.deadlineMs ?? context.deadlineMs;
  const startedMs = runtime.monotonic();
  let requests = 0;
  // One deadline over all parts, when the caller set one; otherwise each part has the usual one.
  const remaining = () =>
    deadlineMs === undefined
      ? {}
      : { deadlineMs: Math.max(1, deadlineMs - (runtime.monotonic() - startedMs)) };
  return {
    async send(name, query, signal) {
      requests += 1;
      try {
        return await session.execute(name, query, { ...callOptions, ...remaining(), signal });
      } catch (error) {
        // The part knows only what was left for it.
        if (deadlineMs === undefined || !isDeadline(error)) throw error;
        throw deadlinePassed(error, deadlineMs, Math.round(runtime.monotonic() - startedMs));
      }
    },
    finish: (answers) => ({
      warnings: distinctWarnings(answers),
      meta: createMeta(engine.name, requests, answers),
      ...(includeRaw ? { raw: answers.map(({ raw }) => raw) } : {}),
    }),
  };
}

function isDeadline(error: unknown): error is TimeoutError {
  return TimeoutError.isInstance(error) && error.limit === 'deadline';
}

function deadlinePassed(error: TimeoutError, deadlineMs: number, elapsedMs: number): TimeoutError {
  const message = `The call took ${elapsedMs} ms; its limit is ${deadlineMs} ms (deadlineMs), for all its requests together.`;
  return restate(TimeoutError, error, { message, elapsedMs });
}

function createMeta(provider: string, requests: number, answers: readonly EngineAnswer[]): ResultMeta {
  const attribution = [...new Set(answers.flatMap((answer) => answer.attribution))];
  const quota = answers.findLast((answer) => answer.quota !== undefined)?.quota;
  return { provider, attribution, requests, ...(quota === undefined ? {} : { quota }) };
}

function distinctWarnings(answers: readonly EngineAnswer[]): RoutingWarning[] {
  const distinct = new Map<string, RoutingWarning>();
  for (const warning of answers.flatMap(({ warnings }) => warnings)) {
    distinct.set(`${warning.providerCode}:${warning.message}`, warning);
  }
  return [...distinct.values()];
}
