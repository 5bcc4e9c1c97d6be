/**
 * Where `sendEach` writes what it starts and how it ends, so that a later run can resume: `fileJournal()` of
 * `@org/email/journal`, or your own on a database. @public
 */
export interface SendJournal {
  /** Called once for each run, before its first message. Only one run may use a journal at a time. */
  open(provider: string): Promise<JournalEntries>;
  /** Appends an entry; resolves when it is durable. */
  write(entry: JournalEntry): Promise<void>;
  /** Called after the last message of a run. */
  close(): Promise<void>;
}

/** `started` is written before a mail is sent, the others after it. @public */
export type EntryState = 'started' | 'sent' | 'not-sent' | 'unknown';

/** The state of one mail: a message, or its mail for one recipient. Neither addresses nor content. @public */
export interface JournalEntry {
  /** The mail's idempotency key. */
  readonly key: string;
  /** `sent` when the service accepted the mail for at least one recipient. */
  readonly state: EntryState;
  /** When a run first sent this mail; milliseconds since 1970. */
  readonly startedAtMs: number;
  /** The service's id of the mail. */
  readonly messageId?: string | undefined;
  /** Where the recipients of one mail differ: the state of each, in the order of `to`, `cc`, `bcc`. */
  readonly states?: readonly EntryState[] | undefined;
  /** The request of several mails that this one was in: its idempotency key, and how many they were. */
  readonly request?: { readonly key: string; readonly size: number } | undefined;
}

/** What earlier runs wrote. @public */
export interface JournalEntries {
  /** Made when the journal was new: it is part of the keys of messages without one. */
  readonly id: string;
  /** The last entry with this key. */
  find(key: string): JournalEntry | undefined | Promise<JournalEntry | undefined>;
}
