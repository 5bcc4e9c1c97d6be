import type { CallOptions } from '../call-options.ts';
import type { Attempts } from './attempts.ts';
import { Call, type Work } from './call.ts';
import { tellOperationEnd, tellOperationStart } from './call-events.ts';
import type { CallParts } from './call-parts.ts';
import type { Engine } from './engine.ts';

/**
 * One call, from its first check to its end: with the operation's value, with one typed error, or with the caller's own abort reason. Input is
 * checked and encoded before anything is waited for, so that what the program does to it afterwards changes nothing.
 */
export async function execute<Input, Output>(
  engine: Engine,
  work: Work<Input>,
  input: Input,
  options: CallOptions,
  prepare: (call: Call) => (parts: CallParts) => Attempts<Output>,
): Promise<Output> {
  const call = new Call(engine, work, work.cost?.(input), options);
  const { signal } = call.controller;
  let started = false;
  let attempts: Attempts<Output> | undefined;
  try {
    signal.throwIfAborted();
    const open = prepare(call);
    tellOperationStart(call);
    started = true;
    const parts = engine.parts ?? (await engine.loadParts());
    signal.throwIfAborted();
    attempts = open(parts);
    const value = await parts.attemptUntilDecided(call, attempts);
    tellOperationEnd(call);
    return value;
  } catch (thrown) {
    // What did not load the first time, and ends the call with that, may not load now.
    const parts = engine.parts ?? (await engine.loadParts().catch(() => undefined));
    const error = parts === undefined ? thrown : parts.leavingError(call, attempts, thrown, 'retry-wait');
    if (started) tellOperationEnd(call, error);
    // What still waits somewhere for this call need not.
    call.abort(ended);
    throw error;
  } finally {
    call.end();
  }
}

// A reason of our own spares the engine the making of a DOMException with its stack.
const ended = 'ended';
