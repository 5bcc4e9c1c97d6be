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
  let unread = 0;
  let isReported = false;
  const report = () => {
    isReported = true;
    host?.off?.('exit', report);
    console.warn(
      '@org/email: a run of sendEach() has sent nothing, because nobody reads its outcomes. Read them: ' +
        'for await (const outcome of email.sendEach(messages)) { … }',
    );
  };
  return () => {
    if (isReported) return () => {};
    // A short program ends before the timer.
    if (unread === 0) host?.on?.('exit', report);
    unread += 1;
    const timer: unknown = setTimeout(() => isReported || report(), patienceMs);
    (timer as { readonly unref?: () => void }).unref?.();
    let isRead = false;
    return () => {
      if (isRead) return;
      isRead = true;
      unread -= 1;
      clearTimeout(timer as number);
      if (unread === 0) host?.off?.('exit', report);
    };
  };
}
