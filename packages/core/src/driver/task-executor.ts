import { CallContext } from '../operation-context.ts';
import { emitAttemptStart, runObservedAttempt } from '../pipeline/call-events.ts';
import type { Executor } from '../pipeline/executor.ts';
import type { TaskOperation, TaskStep } from '../task.ts';

/** One call of a driver that does not speak HTTP. */
export interface TaskJob {
  readonly isCredentialRequired: true;
  readonly operation: TaskOperation<unknown, unknown>;
  readonly input: unknown;
}

export const taskExecutor: Executor<TaskJob> = {
  async run({ operation, input }, attempt) {
    const { call, credential, signal, timeoutMs } = attempt;
    attempt.phase = 'headers';
    attempt.isStarted = true;
    emitAttemptStart(call, attempt.attempt);
    const enter = (step: TaskStep) => {
      attempt.phase = step.outcome === 'unknown' ? 'body' : 'headers';
      attempt.step = step;
    };
    const { requestId } = call;
    const nowMs = call.engine.runtime.now();
    const task = { ...new CallContext(call), nowMs, requestId, enter, signal, timeoutMs, credential };
    const result = await runObservedAttempt(attempt, () => operation.run(input, task));
    if ('value' in result) return { decode: () => result, outcome: 'sent', rates: result.rates };
    return result;
  },
};
