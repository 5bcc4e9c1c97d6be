import type { CallOptions } from '../call-options.ts';
import type { OperationPolicy } from '../task.ts';
import { Call } from './call.ts';
import { emitOperationEnd, emitOperationStart } from './call-events.ts';
import type { CallParts } from './call-parts.ts';
import type { Engine } from './engine.ts';
import type { Encoded } from './execute.ts';
import type { Executor } from './executor.ts';
import type { LazyModule } from './lazy-module.ts';

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
): Promise<Output> {
  const call = new Call(engine, policy, policy.cost?.(input), options);
  try {
    const encoded = encode(call, steps);
    if ('request' in encoded) emitOperationStart(call);
    const loaded = parts.loaded ?? (await load(call, parts, encoded));
    return await loaded.execute(call, encoded, (request) => steps.open(loaded, request));
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

async function load(call: Call, parts: LazyModule<CallParts>, encoded: Encoded<unknown>): Promise<CallParts> {
  try {
    return await parts.load();
  } catch (error) {
    if ('thrown' in encoded) throw encoded.thrown;
    emitOperationEnd(call, error);
    throw error;
  }
}
