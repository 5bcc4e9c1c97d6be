import type { CredentialResolver } from '../credentials/resolver.ts';
import type { TimeoutPhase } from '../errors/transport-errors.ts';
import type { Failure } from '../retry/failure.ts';
import type { TaskOperation, TaskStep } from '../task.ts';
import { CallCredentials, unusableCredential } from './call-credentials.ts';
import { emitAttemptStart, runObservedAttempt } from './call-events.ts';
import type { AttemptContext, AttemptResult, Executor } from './executor.ts';

/** The attempts of one call of a driver that does not speak HTTP. */
export class TaskExecutor<Input, Output> implements Executor<Output> {
  readonly credentials: CallCredentials;
  readonly #operation: TaskOperation<Input, Output>;
  readonly #input: Input;

  constructor(
    operation: TaskOperation<Input, Output>,
    input: Input,
    credentials: CredentialResolver | undefined,
  ) {
    this.credentials = new CallCredentials(credentials);
    this.#operation = operation;
    this.#input = input;
  }

  async run(context: AttemptContext): Promise<AttemptResult<Output>> {
    const { call, attempt, signal, timeoutMs } = context;
    context.enter('credential');
    const credential = await this.credentials.get(signal, true);
    context.enter('headers');
    emitAttemptStart(call, attempt);
    const enter = (step: TaskStep) => context.enter(step.outcome === 'unknown' ? 'body' : 'headers', step);
    const result = await runObservedAttempt(context, () =>
      this.#operation.run(this.#input, { ...call.context(), enter, signal, timeoutMs, credential }),
    );
    if ('value' in result) return { decode: () => result, outcome: 'sent', rates: result.rates };
    return this.credentials.judge(result, credential);
  }

  classifyThrown(error: unknown, phase: TimeoutPhase): Failure | undefined {
    return phase === 'credential' ? unusableCredential(error) : undefined;
  }
}
