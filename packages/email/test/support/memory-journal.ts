import type { EntryState, JournalEntry, SendJournal } from '../../src/journal/index.ts';
import { shortHash } from '../../src/sending/idempotency-keys.ts';

/** A journal in memory, as one in a database would be: `entries` outlive its runs. */
export interface MemoryJournal extends SendJournal {
  readonly entries: JournalEntry[];
  /** The calls of `open` and `close`. */
  readonly calls: string[];
  /** The last state of a mail. */
  stateOf(key: string): EntryState | undefined;
}

export function memoryJournal(earlier: readonly JournalEntry[] = []): MemoryJournal {
  const entries = [...earlier];
  const calls: string[] = [];
  const find = (key: string) => entries.findLast(({ mails }) => mails.some((mail) => mail.key === key));
  return {
    entries,
    calls,
    async open(provider) {
      calls.push(`open ${provider}`);
      return { id: 'run', find: async (key) => find(key) };
    },
    write: async (entry) => void entries.push(entry),
    async close() {
      calls.push('close');
    },
    stateOf: (key) => find(key)?.mails.find((mail) => mail.key === key)?.state,
  };
}

/** The key of a message's mail for one recipient. */
export async function mailKey(message: string, address: string): Promise<string> {
  return `${message}-${await shortHash(address)}`;
}

/** A request with one mail. */
export function oneMail(key: string, state: EntryState, startedAtMs = Date.now()): JournalEntry {
  return { key, startedAtMs, mails: [{ key, state }] };
}
