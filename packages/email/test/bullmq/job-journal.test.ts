import { describe, expect, it } from 'vitest';
import type { HeldJob } from '../../src/bullmq/held-job.ts';
import type { JobState } from '../../src/bullmq/job-data.ts';
import { jobJournal } from '../../src/bullmq/job-journal.ts';
import { oneMail } from '../support/memory-journal.ts';

/** A job whose state is that of an earlier worker. */
function jobWith(state: object) {
  const job = {
    key: 'order-17',
    state: state as JobState,
    write: async (next: JobState) => {
      job.state = next;
    },
  };
  return job as typeof job & HeldJob;
}

describe('E19: the journal of a job', () => {
  it('finds the mails of earlier workers, and keeps the last entry of each request', async () => {
    const job = jobWith({ requeues: 1, entries: [oneMail('a', 'started'), oneMail('b', 'sent')] });
    const journal = jobJournal(job);
    const { id, find } = await journal.open('acme');
    expect([id, await find('c')]).toEqual(['order-17', undefined]);
    await journal.write(oneMail('a', 'unknown', 1));
    expect(await find('a')).toEqual(oneMail('a', 'unknown', 1));
    expect(job.state).toMatchObject({ requeues: 1, entries: [oneMail('a', 'unknown', 1), { key: 'b' }] });
  });

  it('refuses entries of another version, whose mail may be out', async () => {
    const job = jobWith({ entries: [{ key: 'order-17', state: 'sent', startedAtMs: 1 }] });
    await expect(jobJournal(job).open('acme')).rejects.toMatchObject({
      code: 'configuration',
      outcome: 'unknown',
      message: expect.stringContaining('`redrive`'),
    });
  });
});
