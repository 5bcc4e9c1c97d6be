import type { Constraint } from './constraints/constraint.ts';
import type { RateObservation } from './constraints/usage.ts';
import type { Credential, CredentialInput } from './credentials/source.ts';
import type { Hedge } from './hedge.ts';
import type { OperationContext } from './operation-context.ts';
import type { Failure } from './retry/failure.ts';
import type { Safety } from './safety.ts';
import type { Runtime } from './time/runtime.ts';

/**
 * How one attempt ended. A thrown error counts as a bug and is rethrown; on abort the signal's reason may be
 * thrown.
 *
 * @public
 */
export type TaskResult<Output> =
  | { readonly value: Output; readonly rates?: RateObservation | undefined }
  | {
      readonly failure: Failure;
      readonly rates?: RateObservation | undefined;
      /** The service refused the credential: the pipeline loads it again, once, and repeats if it changed. */
      readonly credentialRefused?: boolean | undefined;
    };

/**
 * What an attempt waits for, and its outcome when a time limit, an abort or `close()` ends it there.
 *
 * @public
 */
export interface TaskStep {
  /** Completes "Waited 1000 ms for …". */
  readonly waitingFor: string;
  /** `unknown` from the moment in which the service may have acted. */
  readonly outcome: 'not-sent' | 'unknown';
  /** For the error: helps to find out whether the service acted. */
  readonly details?: unknown;
}

/** The context of one attempt of a task. @public */
export interface TaskContext extends OperationContext {
  /** Reports the next wait of the attempt. An interrupted attempt without a report counts as `unknown`. */
  enter(step: TaskStep): void;
  /**
   * Aborts for the caller's abort, the attempt timeout and the deadline alike; every await must follow it.
   */
  readonly signal: AbortSignal;
  /** The time limit of this attempt. */
  readonly timeoutMs: number;
  /** The credential, where the definition names one. */
  readonly credential?: Credential | undefined;
}

/** An operation of a driver without HTTP: makes one attempt, never repeats, never sleeps. @public */
export interface TaskOperation<Input, Output> {
  /** Name in errors and events: noun first, `contact.upsert`. */
  readonly name: string;
  /** Decides about retries. */
  readonly safety: Safety;
  /** Checks the input before any permit is taken; throws `InvalidInputError` or `UnsupportedError`. */
  readonly prepare?: ((input: Input) => void) | undefined;
  /** Makes one attempt. */
  run(input: Input, context: TaskContext): Promise<TaskResult<Output>>;
  /** The limit group of the driver that counts this operation. */
  readonly limitGroup?: string | undefined;
  /** How much of a limit one attempt uses. @defaultValue 1 */
  readonly cost?: ((input: Input) => number) | undefined;
  /** A second attempt while a slow one is in flight, for a `read`; `false` for none. */
  readonly hedge?: Hedge | false | undefined;
  /** Attempt timeout where the caller gives none. */
  readonly timeoutMs?: number | undefined;
}

/** An open task driver. @public */
export interface TaskSession<Operations> {
  /** The operations by name. */
  readonly operations: Operations;
  /** Closes what the driver opened. */
  close?(): Promise<void>;
}

/** A driver without HTTP: same limiter, deadline, abort, retry rules, events and errors. @public */
export interface TaskDriverDefinition<Operations, Capabilities> {
  /** Name of the service in errors and events. */
  readonly name: string;
  /** What the driver can do. */
  readonly capabilities: Capabilities;
  /** The limits that the service publishes; all must hold. */
  readonly limits?: readonly Constraint[] | undefined;
  /** Further limits for groups of operations. */
  readonly limitGroups?: Readonly<Record<string, readonly Constraint[]>> | undefined;
  /** The credential, or its source. */
  readonly credential?: CredentialInput | undefined;
  /** The driver's option for the credential, for the message of a missing one. @defaultValue 'apiKey' */
  readonly credentialOption?: string | undefined;
  /** The address of the service, for events. */
  readonly server?: { readonly address: string; readonly port: number } | undefined;
  /** Called once for each client; does no I/O. */
  open(runtime: Runtime): TaskSession<Operations>;
}
