import type { OrgError, TimeoutError } from '@org/core';
import { type Runtime, startTimer } from '@org/core/basics';
import { readCallOptions } from './internal/read-options.ts';
import { requireSignal, tookTooLong, wrongInput } from './internal/wrong-input.ts';

/** End of a wait for the service. @public */
export interface WaitOptions {
  /** Ends the wait, which then rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  /**
   * The longest wait, which ends with a `TimeoutError`.
   *
   * @defaultValue 30 000 for a connection or a sign-in, 10 000 for a subscription
   */
  readonly timeoutMs?: number | undefined;
}

export interface Wait {
  readonly runtime: Runtime;
  readonly defaultMs: number;
  timedOut(timeoutMs: number): Error;
  /** Returns the function that removes its listeners. */
  begin(resolve: () => void, reject: (error: unknown) => void): () => void;
}

/**
 * A promise over callbacks, which removes its timer and listeners when it settles. A rejection that nobody
 * handles is ignored: the client's events report the failure too.
 */
export function waitFor(
  options: WaitOptions | undefined,
  { runtime, defaultMs, timedOut, begin }: Wait,
): Promise<void> {
  let end = () => {};
  const promise = new Promise<void>((resolve, reject) => {
    const { signal, timeoutMs } = readWait(options, defaultMs);
    if (signal?.aborted) return reject(signal.reason);
    const stop = begin(resolve, reject); // first: it may throw
    const abort = () => reject(signal?.reason);
    signal?.addEventListener('abort', abort, { once: true });
    const clear = startTimer(runtime, timeoutMs, () => reject(timedOut(timeoutMs)));
    end = () => {
      stop();
      clear();
      signal?.removeEventListener('abort', abort);
    };
  });
  const settled = () => end();
  promise.then(settled, settled);
  return promise;
}

function readWait(given: WaitOptions | undefined, defaultMs: number) {
  const defaults = { signal: undefined, timeoutMs: defaultMs };
  if (given === undefined) return defaults as typeof defaults & WaitOptions;
  const options = readCallOptions('options', given, defaults);
  const { signal, timeoutMs } = options;
  requireSignal(signal);
  if (typeof timeoutMs === 'number' && timeoutMs > 0) return options;
  throw wrongInput('timeoutMs', 'timeoutMs must be a number above 0, or Infinity.');
}

/** The error of a wait that timed out, with the last failure as its cause. */
export function waitedTooLong(operation: string, what: string, reason: OrgError | undefined): TimeoutError {
  return tookTooLong(operation, `${what} The client keeps trying.`, reason);
}
