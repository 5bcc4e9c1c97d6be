import { randomUUID } from 'node:crypto';
import { ConfigurationError } from '@org/core';
import { refuseUnknown } from '@org/core/basics';
import { type EntryFile, openEntryFile } from '@org/core/node';
import type { JournalEntry, JournalMail, SendJournal } from '../send-journal.ts';

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

// The first one had a line for each mail, not for each request.
const version = 2;

/**
 * A journal in a file that only grows: a line of JSON when a request starts and one when it has ended, with
 * its idempotency key and no address. Entries that are written at the same time share one write.
 * `<path>.lock` refuses a second run at the same time. Delete the file when all messages are sent. @public
 *
 * @example
 * email.sendEach(messages, { journal: fileJournal('newsletter-17.jsonl') });
 */
export function fileJournal(path: string, options: FileJournalOptions = {}): SendJournal {
  refuseUnknown(options, { durability: 0 }, 'fileJournal()');
  const { durability = 'disk' } = options;
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
        header: { version, id: randomUUID(), provider },
        durability,
        onHeader(header) {
          if (!hasTexts(header, ['id', 'provider'])) return false;
          if (Object(header).version !== version) throw otherVersion(path);
          if (header.provider !== provider) throw otherProvider(path, header.provider, provider);
          entries.clear();
          id = header.id;
          return true;
        },
        onEntry(entry) {
          if (!isEntry(entry)) return false;
          for (const { key } of entry.mails) entries.set(key, entry);
          return true;
        },
      });
      known = { provider, end: file.end };
      return { id, find: (key) => entries.get(key) };
    },
    async write({ key, startedAtMs, mails }) {
      if (file === undefined) throw new ConfigurationError({ message: 'The journal is not open.' });
      const isStart = mails.every(({ state }) => state === 'started');
      await file.append({ key, startedAtMs, mails }, isStart ? 'not-sent' : undefined);
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

function otherVersion(path: string): ConfigurationError {
  return new ConfigurationError({
    message:
      `The journal ${path} is of another version of @org/email, whose entries this one cannot read. End ` +
      'the run with that version. A new file would send every mail of the run again.',
    outcome: 'not-sent',
  });
}

const known: readonly unknown[] = ['started', 'sent', 'not-sent', 'unknown'];

function isEntry(line: unknown): line is JournalEntry {
  if (!hasTexts(line, ['key'])) return false;
  const { startedAtMs, mails } = line as Partial<JournalEntry>;
  return typeof startedAtMs === 'number' && Array.isArray(mails) && mails.length > 0 && mails.every(isMail);
}

function isMail(mail: unknown): mail is JournalMail {
  if (!hasTexts(mail, ['key', 'state']) || !known.includes(mail.state)) return false;
  const { messageId = '', states = [] } = mail as Partial<JournalMail>;
  return (
    typeof messageId === 'string' && Array.isArray(states) && states.every((state) => known.includes(state))
  );
}

function hasTexts<Name extends string>(
  line: unknown,
  names: readonly Name[],
): line is Readonly<Record<Name, string>> {
  return names.every((name) => typeof Object(line)[name] === 'string');
}
