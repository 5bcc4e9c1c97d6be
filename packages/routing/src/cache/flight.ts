import { type CallOptions, type Runtime, TimeoutError } from '@org/core';

/** One request that several equal calls wait for. It ends early when the last of them has left. */
export interface Flight<Result> {
  readonly controller: AbortController;
  readonly result: Promise<Result>;
  waiting: number;
  isOpen: boolean;
}

/** Waits for the flight as long as the call may: until its abort or its deadline. */
export async function joinFlight<Result>(
  flight: Flight<Result>,
  { signal, deadlineMs }: CallOptions,
  { sleep }: Runtime,
): Promise<Result> {
  flight.waiting += 1;
  const leave = new AbortController();
  try {
    return await Promise.race([
      flight.result,
      ...(signal === undefined ? [] : [aborted(signal, leave.signal)]),
      ...(deadlineMs === undefined ? [] : [deadlineOf(deadlineMs, () => sleep(deadlineMs, leave.signal))]),
    ]);
  } finally {
    flight.waiting -= 1;
    leave.abort();
    if (flight.waiting === 0 && flight.isOpen)
      flight.controller.abort(signal?.aborted ? signal.reason : new Error('No call waits any more.'));
  }
}

function aborted(signal: AbortSignal, left: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    const abort = () => reject(signal.reason);
    if (signal.aborted) abort();
    else signal.addEventListener('abort', abort, { once: true, signal: left });
  });
}

// Rejects when the call has left, too: the race is over then.
async function deadlineOf(deadlineMs: number, wait: () => Promise<void>): Promise<never> {
  await wait();
  const message = `The call is not complete after ${Math.round(deadlineMs)} ms (deadlineMs).`;
  throw new TimeoutError({ message, limit: 'deadline', outcome: 'unknown', retryable: true });
}
