import { HookError } from '../errors/caller-errors.ts';
import type { HookContext, HookRequest, Hooks } from '../hooks.ts';
import type { HttpAnswer } from '../http/response.ts';
import { own } from '../options/own.ts';
import type { Failure } from '../retry/failure.ts';
import { AttemptFailure } from './attempt-failure.ts';
import type { AttemptContext } from './attempts.ts';

/** Runs them one after the other; `add` puts what each returns into the request. Throws {@link AttemptFailure}. */
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

/** All of them run, even if one throws; the first that did is told. */
export function runAfterAnswer(
  hooks: readonly Hooks[],
  answer: HttpAnswer,
  context: HookContext,
): Failure | undefined {
  let failure: Failure | undefined;
  for (const hook of hooks.toReversed()) {
    try {
      own(hook, 'afterAnswer')?.(answer, context);
    } catch (error) {
      failure ??= hookFailed('afterAnswer', error);
    }
  }
  return failure;
}

export function hookContext({ call, attempt, signal }: AttemptContext): HookContext {
  const { engine, work, requestId } = call;
  return { ...call.context(), requestId, attempt, provider: engine.provider, operation: work.name, signal };
}

function hookFailed(hook: keyof Hooks, cause: unknown): Failure {
  const message = `The hook ${hook} threw; the cause says what.`;
  return { type: HookError, message, outcome: 'not-sent', replay: 'never', cause, extra: { hook } };
}
