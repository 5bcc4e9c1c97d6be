import type { Credential, CredentialInput } from './credentials/source.ts';
import type { Failure, OperationContext, Safety } from './operation.ts';
import type { Hedge } from './pipeline/hedge.ts';
import type { Runtime } from './runtime.ts';
import type { Constraint } from './throttle/constraint.ts';
import type { RateObservation } from './throttle/limiter.ts';

/** How one attempt ended. A thrown error counts as a bug and is passed on as it is; the signal's reason may be thrown on abort. @public */
export type TaskResult<Output> =
  | { readonly value: Output; readonly rates?: RateObservation | undefined }
  | {
      readonly failure: Failure;
      readonly rates?: RateObservation | undefined;
      /** The credential itself was refused: the pipeline fetches it anew, once, and repeats if it changed. */
      readonly credentialRefused?: boolean | undefined;
    };

/** What an attempt waits for, and what is known of its effect when a time limit, an abort or `close()` ends it there. @public */
export interface TaskStep {
  /** Completes "Waited 1000 ms for …". */
  readonly waitingFor: string;
  /** `unknown` from the moment in which the service may have acted. */
  readonly outcome: 'not-sent' | 'unknown';
  /** For the error: what helps to find out whether the service acted. */
  readonly details?: unknown;
}

/** What one attempt of a task is given. @public */
export interface TaskContext extends OperationContext {
  /** Reports what the attempt waits for from now on. Before the first report an interrupted attempt counts as `unknown`. */
  enter(step: TaskStep): void;
  /** Aborts for the caller's abort, the attempt's limit and the deadline alike; every await must follow it. */
  readonly signal: AbortSignal;
  /** What is left for this attempt when it starts. */
  readonly timeoutMs: number;
  /** The resolved credential, where the definition names one. */
  readonly credential?: Credential | undefined;
}

/** An operation of a driver that does not speak HTTP: it makes one attempt, and neither repeats nor sleeps. @public */
export interface TaskOperation<Input, Output> {
  readonly name: string;
  readonly safety: Safety;
  /** Checks and prepares before any permit is taken; throws `InvalidInputError` or `UnsupportedError`. */
  readonly prepare?: ((input: Input) => void) | undefined;
  run(input: Input, context: TaskContext): Promise<TaskResult<Output>>;
  readonly limitGroup?: string | undefined;
  readonly cost?: ((input: Input) => number) | undefined;
  readonly hedge?: Hedge | false | undefined;
  readonly timeoutMs?: number | undefined;
}

/** The open half of a task driver: its operations, and what must be closed. @public */
export interface TaskSession<Operations> {
  readonly operations: Operations;
  close?(): Promise<void>;
}

/** A driver whose service is not HTTP: same limiter, deadline, abort, retry rules, events and errors. @public */
export interface TaskDriverDefinition<Operations, Capabilities> {
  readonly name: string;
  readonly capabilities: Capabilities;
  readonly limits?: readonly Constraint[] | undefined;
  readonly limitGroups?: Readonly<Record<string, readonly Constraint[]>> | undefined;
  readonly credential?: CredentialInput | undefined;
  /** What the driver calls the option that takes the credential: the message of a missing one names it. @defaultValue 'apiKey' */
  readonly credentialOption?: string | undefined;
  /** Where the service is, told in events. */
  readonly server?: { readonly address: string; readonly port: number } | undefined;
  /** Called once per client; does no I/O yet. */
  open(runtime: Runtime): TaskSession<Operations>;
}
