/**
 * Runs what nobody waits for: its error becomes a warning of the process. An unhandled rejection would end
 * the process, and a test run with it.
 */
export function inBackground(what: string, run: () => unknown): void {
  const warn = (error: unknown): void => {
    process.emitWarning(`${what} failed: ${error instanceof Error ? error.message : String(error)}`);
  };
  try {
    const running = run();
    if (running instanceof Promise) running.catch(warn);
  } catch (error) {
    warn(error);
  }
}
