import { AsyncLocalStorage } from 'node:async_hooks';

/** The changes of one request, in order, as functions that take them back. */
interface Journal {
  readonly undos: (() => void)[];
  isOpen: boolean;
}

// Requests overlap while they read their bodies: each needs a journal of its own.
const journals = new AsyncLocalStorage<Journal>();

/** Notes how to take a change back, if the running request is one of {@link allOrNone}. */
export function noteChange(undo: () => void): void {
  const journal = journals.getStore();
  // A timer that the request started outlives it.
  if (journal?.isOpen) journal.undos.push(undo);
}

/** Runs a request. If it throws, its changes of tables with `isTakenBack` are taken back. */
export async function allOrNone<Result>(run: () => Result | Promise<Result>): Promise<Result> {
  const journal: Journal = { undos: [], isOpen: true };
  try {
    return await journals.run(journal, run);
  } catch (error) {
    journal.isOpen = false;
    for (const undo of journal.undos.reverse()) undo();
    throw error;
  } finally {
    journal.isOpen = false;
  }
}
