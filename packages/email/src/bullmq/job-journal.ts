import type { Job } from 'bullmq';
import type { SendJournal } from '../send-journal.ts';
import { type JobData, stateOf } from './job-data.ts';

/** The journal of a run with one message: the job's progress, which survives its worker. */
export function jobJournal(job: Job<JobData>): SendJournal {
  // Entries of several recipients are written at the same time: each write has all of them.
  const entries = new Map((stateOf(job).entries ?? []).map((entry) => [entry.key, entry]));
  return {
    open: async () => ({ id: job.data.key, find: (key) => entries.get(key) }),
    write: async (entry) => {
      entries.set(entry.key, entry);
      await job.updateProgress({ ...stateOf(job), entries: [...entries.values()] });
    },
    close: async () => {},
  };
}
