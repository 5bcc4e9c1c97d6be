import type { CredentialResolver } from '../credentials/resolver.ts';
import type { Credential } from '../credentials/source.ts';
import type { TimeoutPhase } from '../errors/transport-errors.ts';
import type { Failure } from '../operation.ts';
import type { TaskOperation, TaskStep } from '../task.ts';
import type { AttemptContext, AttemptResult, Attempts } from './attempts.ts';
import { tellAttemptStart } from './call-events.ts';
import { namingSource, unusableCredential, wasRefused } from './refused-credential.ts';
import { runObserved } from './run-observed.ts';

/** The attempts of one call of a driver that does not speak HTTP. */
export class TaskAttempts<Input, Output> implements Attempts<Output> {
  readonly #operation: TaskOperation<Input, Output>;
  readonly #input: Input;
  readonly #credentials: CredentialResolver | undefined;
  readonly #used = new Set<string>();
  #refused: Credential | undefined;

  constructor(
    operation: TaskOperation<Input, Output>,
    input: Input,
    credentials: CredentialResolver | undefined,
  ) {
    this.#operation = operation;
    this.#input = input;
    this.#credentials = credentials;
  }

  async run(context: AttemptContext): Promise<AttemptResult<Output>> {
    const { call, attempt, signal, timeoutMs } = context;
    context.enter('credential');
    const credential = await this.#credentials?.get(signal);
    if (credential) this.#used.add(credential.secret.reveal());
    context.enter('headers');
    tellAttemptStart(call, attempt);
    const { observer, requestId } = call;
    const enter = (step: TaskStep) => context.enter(step.outcome === 'unknown' ? 'body' : 'headers', step);
    const result = await runObserved(observer?.runAttempt?.bind(observer, attempt), () =>
      this.#operation.run(this.#input, {
        ...call.context(),
        requestId,
        enter,
        signal,
        timeoutMs,
        credential,
      }),
    );
    if ('value' in result) return { decode: () => result, outcome: 'sent', rates: result.rates };
    if (wasRefused(result)) this.#refused = credential;
    return namingSource(result, credential);
  }

  classifyThrown(error: unknown, phase: TimeoutPhase): Failure | undefined {
    return phase === 'credential' ? unusableCredential(error) : undefined;
  }

  async refreshCredential(signal: AbortSignal): Promise<boolean> {
    if (this.#credentials === undefined || this.#refused === undefined) return false;
    return (await this.#credentials.refreshAfterRefusal(this.#refused.secret, signal)) !== undefined;
  }

  secrets(): readonly string[] {
    return [...this.#used];
  }
}
