import type { CredentialResolver } from '../credentials/resolver.ts';
import type { TimeoutPhase } from '../errors/transport-errors.ts';
import { type Failure } from '../retry/failure.ts';
import { type TaskOperation, type TaskStep } from '../task.ts';
import type { AttemptContext, AttemptResult, Attempts } from './attempts.ts';
import { tellAttemptStart } from './call-events.ts';
import { CredentialedAttempts } from './credentialed-attempts.ts';
import { unusableCredential } from './refused-credential.ts';
import { runObserved } from './run-observed.ts';

/** The attempts of one call of a driver that does not speak HTTP. */
export class TaskAttempts<Input, Output> extends CredentialedAttempts implements Attempts<Output> {
  readonly #operation: TaskOperation<Input, Output>;
  readonly #input: Input;

  constructor(
    operation: TaskOperation<Input, Output>,
    input: Input,
    credentials: CredentialResolver | undefined,
  ) {
    super(credentials);
    this.#operation = operation;
    this.#input = input;
  }

  async run(context: AttemptContext): Promise<AttemptResult<Output>> {
    const { call, attempt, signal, timeoutMs } = context;
    context.enter('credential');
    const credential = await this.credentials?.get(signal);
    this.reveal(credential);
    context.enter('headers');
    tellAttemptStart(call, attempt);
    const { observer } = call;
    const enter = (step: TaskStep) => context.enter(step.outcome === 'unknown' ? 'body' : 'headers', step);
    const result = await runObserved(observer?.runAttempt?.bind(observer, attempt), () =>
      this.#operation.run(this.#input, { ...call.context(), enter, signal, timeoutMs, credential }),
    );
    if ('value' in result) return { decode: () => result, outcome: 'sent', rates: result.rates };
    return this.judged(result, credential);
  }

  classifyThrown(error: unknown, phase: TimeoutPhase): Failure | undefined {
    return phase === 'credential' ? unusableCredential(error) : undefined;
  }
}
