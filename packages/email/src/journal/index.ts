// The journal of sendEach in a file, for Node.
export type { EntryState, JournalEntries, JournalEntry, SendJournal } from '../send-journal.ts';
export { type FileJournalOptions, fileJournal } from './file-journal.ts';
