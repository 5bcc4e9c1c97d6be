import { DelayedError, type Job } from 'bullmq';
import { type JobData, type JobState, stateOf } from './job-data.ts';

/**
 * How long a job is a worker's after its last renewal; BullMQ renews it twice in this time. A worker that
 * stood still for longer loses its jobs to others.
 */
export const lockMs = 30_000;

/**
 * A job while this worker has its lock. BullMQ compares the lock when a job ends, and not when its state is
 * written: a worker that stood still would write over the state of the next one.
 */
export class HeldJob {
  readonly key: string;
  readonly #job: Job<JobData>;
  readonly #token: string;

  constructor(job: Job<JobData>, token: string) {
    this.key = job.data.key;
    this.#job = job;
    this.#token = token;
  }

  get state(): JobState {
    return stateOf(this.#job);
  }

  /** @throws Error when another worker has the job */
  async write(state: JobState): Promise<void> {
    await this.#requireLock();
    await this.#job.updateProgress(state);
  }

  /** Drops the content of a mail that was sent; the id guards against a second one. */
  async dropContent(): Promise<void> {
    await this.#requireLock();
    await this.#job.updateData({ key: this.key });
  }

  /** Gives the mail back to the queue. Always throws: so BullMQ knows that the job goes on later. */
  async delay(delayMs: number): Promise<never> {
    await this.#job.moveToDelayed(Date.now() + delayMs, this.#token);
    throw new DelayedError();
  }

  async #requireLock(): Promise<void> {
    if ((await this.#job.extendLock(this.#token, lockMs)) === 1) return;
    throw new Error(
      `The lock of the mail ${this.key} ended, because this worker stood still: another worker has the mail.`,
    );
  }
}
