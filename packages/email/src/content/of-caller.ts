import { RequestBodyError } from '@org/core';

/** Runs code of the caller. What it throws is an error of this message alone: nothing was sent. */
export async function ofCaller<Value>(
  path: string,
  signal: AbortSignal | undefined,
  work: () => Promise<Value>,
): Promise<Value> {
  try {
    return await untilAborted(work(), signal);
  } catch (cause) {
    if (signal?.aborted && cause === signal.reason) throw cause;
    const problem = 'could not be read or rendered: see the cause';
    throw new RequestBodyError({
      message: `The message cannot be sent: \`${path}\` ${problem}.`,
      issues: [{ path, message: problem }],
      outcome: 'not-sent',
      retryable: true,
      cause,
    });
  }
}

async function untilAborted<Value>(work: Promise<Value>, signal: AbortSignal | undefined): Promise<Value> {
  if (signal === undefined) return work;
  // Work that failed and is not waited for would end the process.
  work.catch(() => {});
  signal.throwIfAborted();
  let onAbort = () => {};
  const aborted = new Promise<never>((_resolve, reject) => {
    onAbort = () => reject(signal.reason);
  });
  signal.addEventListener('abort', onAbort, { once: true });
  try {
    return await Promise.race([work, aborted]);
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
}
