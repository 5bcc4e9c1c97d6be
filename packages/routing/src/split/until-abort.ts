/** The outcome of work that hears no signal; after the abort, the reason of the signal. */
export async function untilAbort<Value>(
  signal: AbortSignal | undefined,
  work: Promise<Value>,
): Promise<Value> {
  if (signal === undefined) return work;
  const left = new AbortController();
  const aborted = new Promise<never>((_resolve, reject) => {
    const abort = () => reject(signal.reason);
    if (signal.aborted) abort();
    else signal.addEventListener('abort', abort, { once: true, signal: left.signal });
  });
  try {
    return await Promise.race([work, aborted]);
  } finally {
    left.abort();
  }
}
