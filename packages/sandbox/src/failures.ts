/** A failure of the sandbox itself: of a background task, or of a request that ended with status 500. */
export interface SandboxFailure {
  /** `x1`, `x2` and so on. */
  readonly id: string;
  readonly at: Date;
  /** The task that failed: `A webhook of resend`, `POST /resend/emails`. */
  readonly task: string;
  /** The message of the error. */
  readonly message: string;
}

/** The last 200 failures of the sandbox itself. */
export interface SandboxFailures {
  /** Oldest first. */
  list(): readonly SandboxFailure[];
  clear(): void;
  /** Calls the listener after each change. Returns the function that removes it. */
  subscribe(listener: () => void): () => void;
}

/** Runs a task that has no caller: its error becomes a failure. */
export type InBackground = (task: string, run: () => unknown) => void;

/** The log, as the services use it. */
export interface FailureLog extends SandboxFailures {
  /** The error becomes a row, and a warning of the process. */
  add(task: string, error: unknown): void;
  // An unhandled rejection or an exception of a timer would end the process, and a test run with it.
  readonly inBackground: InBackground;
}

const maxFailures = 200;
const maxLength = 2000;

export function createFailureLog(now: () => number = Date.now): FailureLog {
  const rows: SandboxFailure[] = [];
  const listeners = new Set<() => void>();
  let made = 0;
  const announce = (): void => {
    for (const listener of [...listeners]) listener();
  };
  const add = (task: string, error: unknown): void => {
    made += 1;
    const message = messageOf(error).slice(0, maxLength);
    rows.push({ id: `x${made}`, at: new Date(now()), task: task.slice(0, maxLength), message });
    if (rows.length > maxFailures) rows.shift();
    process.emitWarning(`${task} failed: ${message}`);
    announce();
  };
  return {
    add,
    inBackground: (task, run) => {
      const fail = (error: unknown): void => add(task, error);
      try {
        const running = run();
        if (running instanceof Promise) running.catch(fail);
      } catch (error) {
        fail(error);
      }
    },
    list: () => [...rows],
    clear: () => {
      rows.length = 0;
      announce();
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
