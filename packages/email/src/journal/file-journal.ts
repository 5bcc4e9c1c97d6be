import { randomUUID } from 'node:crypto';
import { ConfigurationError } from '@org/core';
import { refuseUnknown } from '@org/core/basics';
import { type EntryFile, openEntryFile } from '@org/core/node';
import type { JournalEntry, SendJournal } from '../send-journal.ts';

/** Options of a journal in a file. @public */
export interface FileJournalOptions {
  /**
   * `disk`: an entry is durable when the disk has it (fdatasync), which also survives a power failure.
   * `process`: when the operating system has it, which survives the end of this process, `kill -9` included.
   *
   * @defaultValue 'disk'
   */
  readonly durability?: 'disk' | 'process' | undefined;
}

/**
 * A journal in a file that only grows: one line of JSON for each state of a message, with its idempotency key
 * and no address. Entries that are written at the same time share one write. `<path>.lock` refuses a second
 * run at the same time. Delete the file when all messages are sent. @public
 *
 * @example
 * email.sendEach(messages, { journal: fileJournal('newsletter-17.jsonl') });
 */
export function fileJournal(path: string, options: FileJournalOptions = {}): SendJournal {
  const { durability = 'disk' } = options;
  refuseUnknown(options, { durability }, 'fileJournal()');
  if (typeof path !== 'string' || path === '')
    throw new ConfigurationError({ message: "fileJournal() needs a path: fileJournal('run.jsonl')." });
  if (durability !== 'disk' && durability !== 'process')
    throw new ConfigurationError({ message: "durability must be 'disk' or 'process'." });
  let file: EntryFile | undefined;
  // A list that is sent in slices opens the journal for each of them, and reads what the last one wrote.
  let known: { readonly provider: string; readonly end: EntryFile['end'] } | undefined;
  const entries = new Map<string, JournalEntry>();
  let id = '';
  return {
    async open(provider) {
      file = await openEntryFile(path, {
        after: known?.provider === provider ? known.end : undefined,
        format: 'org-email-journal',
        header: { id: randomUUID(), provider },
        durability,
        onHeader(header) {
          if (!hasTexts(header, ['id', 'provider'])) return false;
          if (header.provider !== provider) throw otherProvider(path, header.provider, provider);
          entries.clear();
          id = header.id;
          return true;
        },
        onEntry: (entry) => isEntry(entry) && entries.set(entry.key, entry).has(entry.key),
      });
      known = { provider, end: file.end };
      return { id, find: (key) => entries.get(key) };
    },
    async write({ key, state, startedAtMs, messageId, states, request }) {
      if (file === undefined) throw new ConfigurationError({ message: 'The journal is not open.' });
      const entry: JournalEntry = { key, state, startedAtMs, messageId, states, request };
      await file.append(entry, state === 'started' ? 'not-sent' : undefined);
    },
    async close() {
      const open = file;
      file = undefined;
      await open?.close();
    },
  };
}

function otherProvider(path: string, found: string, provider: string): ConfigurationError {
  return new ConfigurationError({
    message: `The journal ${path} is of ${found}, not of ${provider}. Use another file.`,
    outcome: 'not-sent',
  });
}

const known: readonly unknown[] = ['started', 'sent', 'not-sent', 'unknown'];

function isEntry(line: unknown): line is JournalEntry {
  if (!hasTexts(line, ['key', 'state']) || !('startedAtMs' in line)) return false;
  if (typeof line.startedAtMs !== 'number' || !known.includes(line.state)) return false;
  const { messageId = '', states = [], request = { key: '', size: 0 } } = line as Partial<JournalEntry>;
  return (
    typeof messageId === 'string' &&
    Array.isArray(states) &&
    states.every((state) => known.includes(state)) &&
    hasTexts(request, ['key']) &&
    Number.isSafeInteger(request.size)
  );
}

function hasTexts<Name extends string>(
  line: unknown,
  names: readonly Name[],
): line is Readonly<Record<Name, string>> {
  return names.every((name) => typeof Object(line)[name] === 'string');
}
