import { RequestBodyError } from '@org/core';
import { untilAborted } from '@org/core/parts';

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
