import type { Constraint } from './constraints/constraint.ts';
import type { RateObservation } from './constraints/usage.ts';
import type { Credential, CredentialInput } from './credentials/source.ts';
import type { Hedge } from './hedge.ts';
import type { OperationContext } from './operation-context.ts';
import type { Failure } from './retry/failure.ts';
import type { Safety } from './safety.ts';
import type { Runtime } from './time/runtime.ts';

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
  /** Name in errors and events: noun first, `contact.upsert`. */
  readonly name: string;
  /** What repeating it means. */
  readonly safety: Safety;
  /** Checks and prepares before any permit is taken; throws `InvalidInputError` or `UnsupportedError`. */
  readonly prepare?: ((input: Input) => void) | undefined;
  /** Makes one attempt. */
  run(input: Input, context: TaskContext): Promise<TaskResult<Output>>;
  /** Which of the driver's limit groups counts for it. */
  readonly limitGroup?: string | undefined;
  /** How much of a limit one attempt uses. @defaultValue 1 */
  readonly cost?: ((input: Input) => number) | undefined;
  /** A second attempt beside a slow one, for a `read`; `false` for none. */
  readonly hedge?: Hedge | false | undefined;
  /** Limit of one attempt where the caller gives none. */
  readonly timeoutMs?: number | undefined;
}

/** The open half of a task driver: its operations, and what must be closed. @public */
export interface TaskSession<Operations> {
  /** The operations by name. */
  readonly operations: Operations;
  /** Closes what the driver opened. */
  close?(): Promise<void>;
}

/** A driver whose service is not HTTP: same limiter, deadline, abort, retry rules, events and errors. @public */
export interface TaskDriverDefinition<Operations, Capabilities> {
  /** Name of the service in errors and events. */
  readonly name: string;
  /** What the driver can do. */
  readonly capabilities: Capabilities;
  /** The limits that the service publishes; all must hold. */
  readonly limits?: readonly Constraint[] | undefined;
  /** Further limits for groups of operations. */
  readonly limitGroups?: Readonly<Record<string, readonly Constraint[]>> | undefined;
  /** The credential, or where to find it. */
  readonly credential?: CredentialInput | undefined;
  /** What the driver calls the option that takes the credential: the message of a missing one names it. @defaultValue 'apiKey' */
  readonly credentialOption?: string | undefined;
  /** Where the service is, told in events. */
  readonly server?: { readonly address: string; readonly port: number } | undefined;
  /** Called once per client; does no I/O yet. */
  open(runtime: Runtime): TaskSession<Operations>;
}
