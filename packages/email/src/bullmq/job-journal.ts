import type { Job } from 'bullmq';
import type { SendJournal } from '../send-journal.ts';
import { type JobData, stateOf } from './job-data.ts';

/** The journal of a run with one mail: the job's progress, which survives its worker. */
export function jobJournal(job: Job<JobData>): SendJournal {
  return {
    open: async () => ({ id: job.data.key, find: () => stateOf(job).entry }),
    write: (entry) => job.updateProgress({ ...stateOf(job), entry }),
    close: async () => {},
  };
}
