import type { SendJournal } from '../send-journal.ts';
import type { HeldJob } from './held-job.ts';

/** The journal of a run with one message: the job's progress, which survives its worker. */
export function jobJournal(job: HeldJob): SendJournal {
  // Entries of several recipients are written at the same time: each write has all of them.
  const entries = new Map((job.state.entries ?? []).map((entry) => [entry.key, entry]));
  return {
    open: async () => ({ id: job.key, find: (key) => entries.get(key) }),
    write: async (entry) => {
      entries.set(entry.key, entry);
      await job.write({ ...job.state, entries: [...entries.values()] });
    },
    close: async () => {},
  };
}
