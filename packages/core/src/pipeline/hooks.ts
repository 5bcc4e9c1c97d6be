import { HookError } from '../errors/caller-errors.ts';
import type { HookContext, HookRequest, Hooks } from '../hooks.ts';
import { createHeaders } from '../http/request.ts';
import type { ServiceResponse } from '../http/response.ts';
import type { ServiceDefinition } from '../operation.ts';
import { CallContext } from '../operation-context.ts';
import { own } from '../options/own.ts';
import type { Failure } from '../retry/failure.ts';
import { type AttemptContext, AttemptFailure, type AttemptResult } from './executor.ts';
import { addHeaders, type ReadyRequest } from './http-request.ts';

/** The request with the headers that its hooks add, in order. @throws AttemptFailure */
export async function addHookHeaders(
  request: ReadyRequest,
  hooks: readonly Hooks[],
  service: ServiceDefinition,
  attempt: AttemptContext,
): Promise<ReadyRequest> {
  attempt.phase = 'hook';
  const headers = createHeaders(request.headers);
  const view: HookRequest = {
    method: request.method,
    url: request.url.href,
    headers: { get: (name) => headers.get(name) },
    body: request.knownBody,
  };
  const context = hookContext(attempt);
  for (const hook of hooks) {
    try {
      const additions = await hook.beforeRequest?.(view, context);
      const added = additions && own(additions, 'headers');
      if (added) addHeaders(service, headers, added);
    } catch (error) {
      throw new AttemptFailure(hookFailed('beforeRequest', error));
    }
  }
  attempt.signal.throwIfAborted();
  return { ...request, headers };
}

/** Runs every hook in reverse order, even if one throws; returns the first failure. */
export function runAfterResponse(
  hooks: readonly Hooks[],
  response: ServiceResponse,
  attempt: AttemptContext,
): Failure | undefined {
  const context = hookContext(attempt);
  let failure: Failure | undefined;
  for (const hook of hooks.toReversed()) {
    try {
      hook.afterResponse?.(response, context);
    } catch (error) {
      failure ??= hookFailed('afterResponse', error);
    }
  }
  return failure;
}

/**
 * The limiter learns from the response; the call ends with the hook's error and the outcome of the response.
 */
export function failedInHook<Output>(thrown: Failure, result: AttemptResult<Output>): AttemptResult<Output> {
  const outcome = 'decode' in result ? 'sent' : result.failure.outcome;
  const { rates, status } = result;
  return { failure: { ...thrown, outcome, status }, rates, status };
}

function hookContext({ call, attempt, signal }: AttemptContext): HookContext {
  const { engine, requestId } = call;
  const operation = call.root.policy.name;
  return {
    ...new CallContext(call),
    nowMs: engine.runtime.now(),
    requestId,
    attempt,
    provider: engine.provider,
    operation,
    signal,
  };
}

function hookFailed(hook: keyof Hooks, cause: unknown): Failure {
  const message = `The hook ${hook} threw; the cause says what.`;
  return { type: HookError, message, outcome: 'not-sent', replay: 'never', cause, extra: { hook } };
}
