import type { CallRecord } from '../call-options.ts';
import type { CompositeOperation } from '../composite.ts';
import { UnsupportedError } from '../errors/caller-errors.ts';
import { deepCopy } from '../options/own.ts';
import type { OperationPolicy } from '../task.ts';
import { Call } from './call.ts';
import { emitOperationEnd, emitOperationStart } from './call-events.ts';
import type { Engine } from './engine.ts';
import type { Encoded } from './execute.ts';
import type { CallJob, Executor } from './executor.ts';
import type { Loadable } from './lazy-module.ts';
import type { StartRequest } from './run-composite.ts';

export interface CallParts {
  readonly execute: typeof import('./execute.ts').execute;
  /** Absent for tasks. */
  readonly httpExecutor?: typeof import('./http-executor.ts').httpExecutor;
  /** Absent in a light client that was given none. */
  readonly runComposite?: typeof import('./run-composite.ts').runComposite | undefined;
}

export function loadCallParts() {
  return import('./call-parts.ts');
}

/** What differs between the calls of HTTP drivers and of task drivers. */
export interface CallSteps<Job extends CallJob> {
  /** Makes the request once, for all attempts. Pure; throws `InvalidInputError`. */
  encode(call: Call): Job;
  /** `undefined`: that of HTTP, which loads with the first call. */
  readonly executor: Executor<Job> | undefined;
}

/**
 * Starts a call: checks its options, encodes its input, reports its start, then loads `execute`. The input is
 * encoded before the first wait, so a later change to it has no effect.
 *
 * @throws OrgError, or the caller's own abort reason
 */
export async function startCall<Input, Job extends CallJob, Output>(
  engine: Engine,
  parts: Loadable<CallParts>,
  policy: OperationPolicy<Input>,
  input: Input,
  options: CallRecord,
  steps: CallSteps<Job>,
  parent?: Call,
): Promise<Output> {
  const call = new Call(engine, policy, policy.cost?.(input), options, parent);
  try {
    let encoded: Encoded<Job>;
    try {
      call.controller.signal.throwIfAborted();
      encoded = { job: steps.encode(call) };
    } catch (thrown) {
      encoded = { thrown };
    }
    if (call.hasListener && 'job' in encoded && parent === undefined) emitOperationStart(call);
    const loaded = parts.loaded ?? (await load(call, parts, encoded));
    const executor = steps.executor ?? (loaded.httpExecutor as unknown as Executor<Job>);
    return (await loaded.execute(call, encoded, executor)) as Output;
  } finally {
    if (call.streaming === undefined) call.end();
    else void call.streaming.then(() => call.end());
  }
}

/**
 * Starts a call of several requests. Works on a copy of the input, which the caller may change meanwhile.
 *
 * @throws OrgError, or the caller's own abort reason
 */
export async function startComposite<Input, Output>(
  engine: Engine,
  parts: Loadable<CallParts>,
  operation: CompositeOperation<Input, Output>,
  input: Input,
  options: CallRecord,
  start: StartRequest,
): Promise<Output> {
  const call = new Call(engine, operation, undefined, options);
  const copy = deepCopy(input);
  try {
    if (call.hasListener) emitOperationStart(call);
    const { runComposite } = parts.loaded ?? (await load(call, parts));
    if (runComposite === undefined) {
      const error = notComposed(engine.provider, operation.name);
      emitOperationEnd(call, error);
      throw error;
    }
    return await runComposite(call, start, (context) => operation.run(copy, context));
  } finally {
    call.end();
  }
}

function notComposed(provider: string, operation: string): UnsupportedError {
  const message = `A light client cannot run ${operation}: import the client from '@org/core'.`;
  return new UnsupportedError({ message, provider, operation, outcome: 'not-sent' });
}

async function load(call: Call, parts: Loadable<CallParts>, encoded?: Encoded<unknown>): Promise<CallParts> {
  try {
    return await parts.load();
  } catch (error) {
    if (encoded && 'thrown' in encoded) throw encoded.thrown;
    emitOperationEnd(call, error);
    throw error;
  }
}
