import type { OrgError, Runtime, TimeoutError } from '@org/core';
import { createTimer } from './connection/timer.ts';
import { optionsBag, requireSignal, tookTooLong, wrongInput } from './internal/wrong-input.ts';

/** How long to wait for something that the service has to do. @public */
export interface WaitOptions {
  /** Ends the wait at once; it rejects with the signal's own reason. */
  readonly signal?: AbortSignal | undefined;
  /** Longest wait; it ends with a `TimeoutError`. @defaultValue 30 000 for a connection, 10 000 for a subscription */
  readonly timeoutMs?: number | undefined;
}

/** @internal */
export interface Wait {
  readonly runtime: Runtime;
  /** The limit where the caller gives none. */
  readonly defaultMs: number;
  timedOut(timeoutMs: number): Error;
  /** Gives back the function that ends the listening. */
  begin(resolve: () => void, reject: (error: unknown) => void): () => void;
}

/**
 * A promise for something that is told by callbacks; gives back timer and listeners however it ends. Nobody has to catch it: who does not look at the promise
 * hears of a failure by the events.
 *
 * @internal
 */
export function waitFor(
  options: WaitOptions | undefined,
  { runtime, defaultMs, timedOut, begin }: Wait,
): Promise<void> {
  const timer = createTimer(runtime);
  let end = () => {};
  const promise = new Promise<void>((resolve, reject) => {
    const { signal, timeoutMs = defaultMs } = optionsBag('options', options);
    requireSignal(signal);
    if (!(typeof timeoutMs === 'number' && timeoutMs > 0))
      throw wrongInput('timeoutMs', `timeoutMs must be a number above 0, or Infinity, not ${timeoutMs}.`);
    if (signal?.aborted) return reject(signal.reason);
    const abort = () => reject(signal?.reason);
    signal?.addEventListener('abort', abort, { once: true });
    if (timeoutMs !== Number.POSITIVE_INFINITY) timer.start(timeoutMs, () => reject(timedOut(timeoutMs)));
    const stop = begin(resolve, reject);
    end = () => {
      stop();
      timer.stop();
      signal?.removeEventListener('abort', abort);
    };
  });
  const settled = promise.finally(() => end());
  settled.catch(() => {});
  return settled;
}

/** What a wait that took too long says, with the last reason. @internal */
export function waitedTooLong(operation: string, what: string, reason: OrgError | undefined): TimeoutError {
  const last = reason === undefined ? '' : ` The last reason: ${reason.message}`;
  return tookTooLong(operation, `${what} The client goes on trying.${last}`, reason);
}
