import { createRuntime, type Runtime } from '@org/core';
import type { OperationTypes } from '@org/core/driver';
import type { SteppedCall } from './with-steps.ts';

/** Runs single requests of a driver, all under the options and the deadline of one call. */
export interface StepContext<Operations extends OperationTypes> {
  readonly call: <Name extends keyof Operations & string>(
    name: Name,
    input: Operations[Name]['input'],
  ) => Promise<Operations[Name]['output']>;
  readonly signal: AbortSignal | undefined;
  readonly runtime: Runtime;
  /** The rest of the deadline. */
  readonly remainingMs: () => number;
}

// A job takes longer than a request.
const defaultDeadlineMs = 600_000;

export function stepContext<Operations extends OperationTypes>({
  session,
  engineOptions,
  callOptions,
}: SteppedCall<Operations>): StepContext<Operations> {
  const deadlineMs = callOptions.deadlineMs ?? engineOptions.deadlineMs ?? defaultDeadlineMs;
  const runtime = createRuntime(engineOptions.runtime);
  const endsAtMs = runtime.monotonic() + deadlineMs;
  const remainingMs = () => Math.max(1, Math.ceil(endsAtMs - runtime.monotonic()));
  return {
    call: (name, input) => session.execute(name, input, { ...callOptions, deadlineMs: remainingMs() }),
    signal: callOptions.signal,
    runtime,
    remainingMs,
  };
}
