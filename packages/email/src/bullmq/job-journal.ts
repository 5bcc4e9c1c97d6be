import { ConfigurationError } from '@org/core';
import type { SendJournal } from '../send-journal.ts';
import type { HeldJob } from './held-job.ts';

/** The journal of a run with one message: the job's progress, which survives its worker. */
export function jobJournal(job: HeldJob): SendJournal {
  // Requests to several recipients run at the same time: each write has all of them.
  const entries = new Map((job.state.entries ?? []).map((entry) => [entry.key, entry]));
  return {
    async open() {
      if (![...entries.values()].every(({ mails }) => Array.isArray(mails)))
        throw new ConfigurationError({
          message:
            'An earlier version of @org/email started this mail, and its entries cannot be read. Look the ' +
            'mail up at the service, then call `redrive` or `discard`.',
          outcome: 'unknown',
        });
      return {
        id: job.key,
        find: (key) => [...entries.values()].find(({ mails }) => mails.some((mail) => mail.key === key)),
      };
    },
    write: async (entry) => {
      entries.set(entry.key, entry);
      await job.write({ ...job.state, entries: [...entries.values()] });
    },
    close: async () => {},
  };
}
