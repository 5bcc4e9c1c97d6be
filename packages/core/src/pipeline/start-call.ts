import type { CallOptions } from '../call-options.ts';
import type { CompositeOperation } from '../composite.ts';
import { deepCopy } from '../options/own.ts';
import type { OperationPolicy } from '../task.ts';
import { Call } from './call.ts';
import { emitOperationEnd, emitOperationStart } from './call-events.ts';
import type { CallParts } from './call-parts.ts';
import type { Engine } from './engine.ts';
import type { Encoded } from './execute.ts';
import type { Executor } from './executor.ts';
import type { LazyModule } from './lazy-module.ts';
import type { StartRequest } from './run-composite.ts';

/** Loads what only calls need. */
export function loadCallParts(): Promise<CallParts> {
  return import('./call-parts.ts');
}

/** What differs between the calls of HTTP drivers and of task drivers. */
export interface CallSteps<Request, Output> {
  /** Makes the request once, for all attempts. Pure; throws `InvalidInputError`. */
  encode(call: Call): Request;
  open(parts: CallParts, request: Request): Executor<Output>;
}

/**
 * Starts a call: checks its options, encodes its input, reports its start, then loads `execute`. The input is
 * encoded before the first wait, so a later change to it has no effect.
 *
 * @throws OrgError, or the caller's own abort reason
 */
export async function startCall<Input, Request, Output>(
  engine: Engine,
  parts: LazyModule<CallParts>,
  policy: OperationPolicy<Input>,
  input: Input,
  options: CallOptions,
  steps: CallSteps<Request, Output>,
  parent?: Call,
): Promise<Output> {
  const call = new Call(engine, policy, policy.cost?.(input), options, parent);
  try {
    const encoded = encode(call, steps);
    if (call.hasListener && 'request' in encoded && parent === undefined) emitOperationStart(call);
    const loaded = parts.loaded ?? (await load(call, parts, encoded));
    return await loaded.execute(call, encoded, (request) => steps.open(loaded, request));
  } finally {
    call.whenComplete(() => call.end());
  }
}

/**
 * Starts a call of several requests. Works on a copy of the input, which the caller may change meanwhile.
 *
 * @throws OrgError, or the caller's own abort reason
 */
export async function startComposite<Input, Output>(
  engine: Engine,
  parts: LazyModule<CallParts>,
  operation: CompositeOperation<Input, Output>,
  input: Input,
  options: CallOptions,
  start: StartRequest,
): Promise<Output> {
  const call = new Call(engine, operation, undefined, options);
  const own = deepCopy(input);
  try {
    if (call.hasListener) emitOperationStart(call);
    const { runComposite } = parts.loaded ?? (await load(call, parts));
    return await runComposite(call, start, (context) => operation.run(own, context));
  } finally {
    call.end();
  }
}

function encode<Request>(call: Call, steps: CallSteps<Request, unknown>): Encoded<Request> {
  try {
    call.controller.signal.throwIfAborted();
    return { request: steps.encode(call) };
  } catch (thrown) {
    return { thrown };
  }
}

async function load(
  call: Call,
  parts: LazyModule<CallParts>,
  encoded?: Encoded<unknown>,
): Promise<CallParts> {
  try {
    return await parts.load();
  } catch (error) {
    if (encoded && 'thrown' in encoded) throw encoded.thrown;
    emitOperationEnd(call, error);
    throw error;
  }
}
