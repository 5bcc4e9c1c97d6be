/** A program that makes a run and reads it later, after a query for example, does so before this. */
const patienceMs = 1_000;

interface Host {
  readonly on?: (event: 'exit', listener: () => void) => void;
  readonly off?: (event: 'exit', listener: () => void) => void;
}

/**
 * Watches for runs of `sendEach` that nobody reads: they send nothing. Returns a function that watches one
 * run, and returns the one to call when it is read. A run whose caller is only late gets a warning that is
 * true at that moment. One warning for a client: a server may make the mistake with every request.
 */
export function watchRuns(): () => () => void {
  const { process: host }: { readonly process?: Host } = globalThis;
  const unread = new Set<unknown>();
  let isReported = false;
  const report = () => {
    host?.off?.('exit', report);
    if (!isReported)
      console.warn(
        '@org/email: sendEach() has sent nothing, because nobody reads its outcomes: ' +
          'for await (const outcome of email.sendEach(messages)) { … }',
      );
    isReported = true;
  };
  return () => {
    const timer: { unref?: () => void } = setTimeout(report, patienceMs);
    timer.unref?.();
    // A short program ends before the timer.
    if (unread.size === 0) host?.on?.('exit', report);
    unread.add(timer);
    return () => {
      clearTimeout(timer as never);
      if (unread.delete(timer) && unread.size === 0) host?.off?.('exit', report);
    };
  };
}
