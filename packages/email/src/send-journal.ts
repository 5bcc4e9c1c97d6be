/**
 * Where `sendEach` writes what it starts and how it ends, so that a later run can resume: `fileJournal()` of
 * `@org/email/journal`, or your own on a database.
 *
 * @public
 */
export interface SendJournal {
  /** Called once for each run, before its first message. Only one run may use a journal at a time. */
  open(provider: string): Promise<JournalRecords>;
  /** Appends an entry; resolves when it is durable. */
  write(entry: JournalEntry): Promise<void>;
  /** Called after the last message of a run. */
  close(): Promise<void>;
}

/** The state of one message. Neither addresses nor content. @public */
export interface JournalEntry {
  /** The message's idempotency key. */
  readonly key: string;
  /** `started` is written before the message is sent, the others after it. */
  readonly state: 'started' | 'sent' | 'not-sent' | 'unknown';
  /** When a run first sent this message; milliseconds since 1970. */
  readonly startedAtMs: number;
}

/** What earlier runs wrote. @public */
export interface JournalRecords {
  /** Made when the journal was new: it is part of the keys of messages without one. */
  readonly id: string;
  /** The last entry with this key. */
  find(key: string): JournalEntry | undefined | Promise<JournalEntry | undefined>;
}
