/**
 * Where `sendEach` and `sendBatch` write what they start and how it ends, so that a later run can resume:
 * `fileJournal()` of `@org/email/journal`, or your own on a database. @public
 */
export interface SendJournal {
  /** Called once for each run, before its first message. Only one run may use a journal at a time. */
  open(provider: string): Promise<JournalEntries>;
  /** Appends an entry, whole or not at all; resolves when it is durable. */
  write(entry: JournalEntry): Promise<void>;
  /** Called after the last message of a run. */
  close(): Promise<void>;
}

/** `started` is written before a request is sent, the others after it has ended. @public */
export type EntryState = 'started' | 'sent' | 'not-sent' | 'unknown';

/**
 * One request, with the mails that it carries: written before it is sent, and again when it has ended. A
 * request without an entry was not sent; one without an end is repeated as a whole. @public
 */
export interface JournalEntry {
  /** Its idempotency key. */
  readonly key: string;
  /** When a run first sent it; milliseconds since 1970. */
  readonly startedAtMs: number;
  /** One, or those of a batch, in the order of the request. */
  readonly mails: readonly JournalMail[];
}

/** A message of a request, or its mail for one recipient. Neither addresses nor content. @public */
export interface JournalMail {
  /** The key of the message, and a hash of the recipient where each has a mail of its own. */
  readonly key: string;
  /** `sent` when the service accepted the mail for at least one recipient. */
  readonly state: EntryState;
  /** The service's id of the mail. */
  readonly messageId?: string | undefined;
  /** Where the recipients of one mail differ: the state of each, in the order of `to`, `cc`, `bcc`. */
  readonly states?: readonly EntryState[] | undefined;
}

/** What earlier runs wrote. @public */
export interface JournalEntries {
  /** Made when the journal was new: it is part of the keys of messages without one. */
  readonly id: string;
  /** The last entry that has a mail with this key. */
  find(key: string): JournalEntry | undefined | Promise<JournalEntry | undefined>;
}
