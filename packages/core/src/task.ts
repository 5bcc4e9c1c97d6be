import type { CompositeDefinition } from './composite.ts';
import type { Credential } from './credentials/source.ts';
import type { Operation, ServiceDefinition } from './operation.ts';
import type { OperationContext } from './operation-context.ts';
import type { RateObservation } from './rates.ts';
import type { Failure } from './retry/failure.ts';
import type { Runtime } from './time/runtime.ts';

/**
 * How one attempt ended. A thrown error counts as a bug and is rethrown; on abort the signal's reason may be
 * thrown. @public
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
 * What an attempt waits for, and its outcome when a time limit, an abort or `close()` ends it there. @public
 */
export interface TaskStep {
  /** Completes "Waited 1000 ms for …". */
  readonly waitingFor: string;
  /** `unknown` from the moment in which the service may have acted. */
  readonly outcome: 'not-sent' | 'unknown';
  /** For the error: helps to find out whether the service acted. */
  readonly details?: unknown;
  /**
   * A time limit that passes here ends the call: a further attempt would take as long.
   * @defaultValue repeated if the outcome and the safety allow it
   */
  readonly replay?: 'never' | undefined;
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

/** What the retry loop must know of an operation, over HTTP or not. */
export type OperationPolicy<Input = never> = Pick<
  Operation<Input, unknown>,
  'name' | 'safety' | 'limitGroup' | 'cost' | 'hedge' | 'timeoutMs'
> &
  Pick<CompositeDefinition<Input, unknown>, 'deadlineMs'>;

/** An operation of a driver without HTTP: makes one attempt, never repeats, never sleeps. @public */
export interface TaskOperation<Input, Output> extends OperationPolicy<Input> {
  /** Checks the input before any permit is taken; throws `InvalidInputError` or `UnsupportedError`. */
  readonly prepare?: ((input: Input) => void) | undefined;
  /** Makes one attempt. */
  run(input: Input, context: TaskContext): Promise<TaskResult<Output>>;
}

/** An open task driver. @public */
export interface TaskSession<Operations> {
  /** The operations by name. */
  readonly operations: Operations;
  /** Closes what the driver opened. */
  close?(): Promise<void>;
}

/** A driver without HTTP: same limiter, deadline, abort, retry rules, events and errors. @public */
export interface TaskDriverDefinition<Operations, Capabilities>
  extends Pick<
    ServiceDefinition,
    'name' | 'limits' | 'limitGroups' | 'credential' | 'credentialOption' | 'secrets'
  > {
  /** What the driver can do. */
  readonly capabilities: Capabilities;
  /** The address of the service, for events. */
  readonly server?: { readonly address: string; readonly port: number } | undefined;
  /** Called once for each client; does no I/O. */
  open(runtime: Runtime): TaskSession<Operations>;
}
