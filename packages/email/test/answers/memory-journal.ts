import type { JournalEntry, SendJournal } from '../../src/index.ts';

/** A journal in memory: `entries` has what was written. */
export function memoryJournal(): SendJournal & { readonly entries: readonly JournalEntry[] } {
  const entries: JournalEntry[] = [];
  return {
    entries,
    open: async () => ({ id: 'run', find: (key) => entries.findLast((entry) => entry.key === key) }),
    write: async (entry) => void entries.push(entry),
    close: async () => {},
  };
}
