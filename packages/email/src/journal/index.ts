// The journal of sendEach in a file, for Node.
export type { JournalEntry, JournalRecords, SendJournal } from '../send-journal.ts';
export type { FileJournalOptions } from './file-journal.ts';
export { fileJournal } from './file-journal.ts';
