import type { Runtime } from '@org/core';
import { Timer } from '../internal/timer.ts';
import { tookTooLong } from '../internal/wrong-input.ts';

/** A call of a function of the application. */
export interface TimedCall {
  /** The name of the option that has the function. */
  readonly operation: 'authorize' | 'authenticate';
  /** The channels or user that the call is for. */
  readonly subject: string;
  readonly runtime: Runtime;
  /** Ends the call. */
  readonly signal: AbortSignal;
  readonly timeoutMs: number;
}

/** Calls the function with a signal that aborts after the time limit. @throws TimeoutError */
export async function callInTime<Result>(
  { operation, subject, runtime, signal, timeoutMs }: TimedCall,
  call: (signal: AbortSignal) => Result | Promise<Result>,
): Promise<Result> {
  const ending = new AbortController();
  const timer = new Timer(runtime);
  const abort = () => ending.abort(signal.reason);
  signal.addEventListener('abort', abort, { once: true });
  timer.start(timeoutMs, () => {
    const message = `${operation} timed out for ${subject} after authorizeTimeoutMs (${timeoutMs} ms).`;
    ending.abort(tookTooLong(operation, message));
  });
  try {
    return await Promise.race([Promise.resolve(call(ending.signal)), aborted(ending.signal)]);
  } finally {
    timer.stop();
    signal.removeEventListener('abort', abort);
  }
}

function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    if (signal.aborted) reject(signal.reason);
    else signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
}
