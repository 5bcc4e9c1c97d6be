import { HookError } from '../errors/caller-errors.ts';
import type { HookContext, HookRequest, Hooks } from '../hooks.ts';
import type { ServiceResponse } from '../http/response.ts';
import { own } from '../options/own.ts';
import type { Failure } from '../retry/failure.ts';
import { type AttemptContext, AttemptFailure } from './executor.ts';

/** Runs the hooks in order; `add` adds their headers to the request. @throws AttemptFailure */
export async function runBeforeRequest(
  hooks: readonly Hooks[],
  request: HookRequest,
  context: HookContext,
  add: (headers: Readonly<Record<string, string>> | undefined) => void,
): Promise<void> {
  for (const hook of hooks) {
    try {
      const additions = await own(hook, 'beforeRequest')?.(request, context);
      if (additions) add(own(additions, 'headers'));
    } catch (error) {
      throw new AttemptFailure(hookFailed('beforeRequest', error));
    }
  }
}

/** Runs every hook in reverse order, even if one throws; returns the first failure. */
export function runAfterResponse(
  hooks: readonly Hooks[],
  answer: ServiceResponse,
  context: HookContext,
): Failure | undefined {
  let failure: Failure | undefined;
  for (const hook of hooks.toReversed()) {
    try {
      own(hook, 'afterResponse')?.(answer, context);
    } catch (error) {
      failure ??= hookFailed('afterResponse', error);
    }
  }
  return failure;
}

export function hookContext({ call, attempt, signal }: AttemptContext): HookContext {
  const { engine, policy, requestId } = call;
  return { ...call.context(), requestId, attempt, provider: engine.provider, operation: policy.name, signal };
}

function hookFailed(hook: keyof Hooks, cause: unknown): Failure {
  const message = `The hook ${hook} threw; the cause says what.`;
  return { type: HookError, message, outcome: 'not-sent', replay: 'never', cause, extra: { hook } };
}
