// The journal of a run in a file, for Node.
export type { EntryState, JournalEntries, JournalEntry, JournalMail, SendJournal } from '../send-journal.ts';
export { type FileJournalOptions, fileJournal } from './file-journal.ts';
