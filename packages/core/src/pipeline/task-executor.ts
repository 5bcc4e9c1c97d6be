import type { TaskOperation, TaskStep } from '../task.ts';
import { emitAttemptStart, runObservedAttempt } from './call-events.ts';
import type { AttemptContext, AttemptResult, Executor } from './executor.ts';

/** The attempts of one call of a driver that does not speak HTTP. */
export class TaskExecutor<Input, Output> implements Executor<Output> {
  readonly isCredentialRequired = true;
  readonly #operation: TaskOperation<Input, Output>;
  readonly #input: Input;

  constructor(operation: TaskOperation<Input, Output>, input: Input) {
    this.#operation = operation;
    this.#input = input;
  }

  async run(context: AttemptContext): Promise<AttemptResult<Output>> {
    const { call, attempt, credential, signal, timeoutMs } = context;
    context.phase = 'headers';
    context.isStarted = true;
    emitAttemptStart(call, attempt);
    const enter = (step: TaskStep) => {
      context.phase = step.outcome === 'unknown' ? 'body' : 'headers';
      context.step = step;
    };
    const { requestId } = call;
    const task = { ...call.context(), requestId, enter, signal, timeoutMs, credential };
    const result = await runObservedAttempt(context, () => this.#operation.run(this.#input, task));
    if ('value' in result) return { decode: () => result, outcome: 'sent', rates: result.rates };
    return result;
  }
}
