import { InvalidInputError, NotFoundError, type Outcome } from '@org/core';
import { numberOption } from '@org/core/driver';
import { type Job, Queue } from 'bullmq';
import type { JournalEntry } from '../send-journal.ts';
import { requireKey } from '../sending/idempotency-keys.ts';
import { type DeadLetter, type JobData, type SerializedMessage, stateOf, toJobId } from './job-data.ts';
import type { EmailQueueOptions, EnqueueOptions, QueueCounts } from './queue-options.ts';
import { deserializeMessage } from './serialize-message.ts';

const pageSize = 50;

export class OpenQueue {
  readonly #queue: Queue<JobData>;
  readonly #keepSentMs: number;

  constructor({ connection, name = 'email', prefix, keepSentMs, onError }: EmailQueueOptions) {
    this.#keepSentMs = numberOption('keepSentMs', keepSentMs, 24 * 60 * 60_000, 0);
    this.#queue = new Queue(name, { connection, ...(prefix === undefined ? {} : { prefix }) });
    // Without a listener, an error of the connection would end the process.
    this.#queue.on('error', (error) => onError?.(error));
  }

  async add(message: SerializedMessage, { id, delayMs = 0 }: EnqueueOptions): Promise<string> {
    const key = id ?? crypto.randomUUID();
    requireKey(key, 'a mail in a queue');
    if (!Number.isFinite(delayMs) || delayMs < 0)
      throw new InvalidInputError({
        message: 'delayMs must be a number of at least 0.',
        outcome: 'not-sent',
      });
    if (id !== undefined) await this.#forgetSent();
    await this.#queue.add(
      'send',
      { key, message },
      {
        jobId: toJobId(key),
        delay: delayMs,
        // The client repeats what may be repeated; a worker decides about the rest.
        attempts: 1,
        stackTraceLimit: 0,
        removeOnComplete: { age: Math.ceil(this.#keepSentMs / 1_000) },
        removeOnFail: false,
      },
    );
    return key;
  }

  // BullMQ forgets by age only when another mail is sent.
  async #forgetSent(): Promise<void> {
    const most = 1_000;
    while ((await this.#queue.clean(this.#keepSentMs, most, 'completed')).length === most);
  }

  async counts(): Promise<QueueCounts> {
    await this.#forgetSent();
    const states = ['waiting', 'prioritized', 'delayed', 'active', 'failed', 'completed'] as const;
    const counts = await this.#queue.getJobCounts(...states);
    const of = (state: string) => counts[state] ?? 0;
    return {
      waiting: of('waiting') + of('prioritized'),
      delayed: of('delayed'),
      active: of('active'),
      dead: of('failed'),
      sent: of('completed'),
    };
  }

  /** From the end, so that a letter that is redriven or discarded meanwhile moves no other. */
  async *deadLetters(): AsyncGenerator<DeadLetter, void, undefined> {
    const { failed: count = 0 } = await this.#queue.getJobCounts('failed');
    for (let end = count - 1; end >= 0; end -= pageSize) {
      const jobs = await this.#queue.getJobs(['failed'], Math.max(0, end - pageSize + 1), end, true);
      for (const job of jobs.reverse()) if (job?.data.message !== undefined) yield toDeadLetter(job);
    }
  }

  async redrive(id: string): Promise<void> {
    const job = await this.#dead(id, 'queue.redrive');
    // Who has the mail gets no second one. The rest is new to the worker, whatever became of it before.
    const entries = stateOf(job).entries?.filter(({ mails = [] }) =>
      mails.some(({ state }) => state === 'sent'),
    );
    await job.updateProgress({ entries });
    await job.retry('failed');
  }

  async discard(id: string): Promise<void> {
    await (await this.#dead(id, 'queue.discard')).remove();
  }

  close(): Promise<void> {
    return this.#queue.close();
  }

  async #dead(id: string, operation: string): Promise<Job<JobData>> {
    const job = await this.#queue.getJob(toJobId(id));
    if (job !== undefined && (await job.isFailed())) return job as Job<JobData>;
    throw new NotFoundError({
      message: 'No dead letter has this id: it was sent, removed, or is still in the queue.',
      operation,
      outcome: 'not-sent',
    });
  }
}

function toDeadLetter(job: Job<JobData>): DeadLetter {
  const { failure, entries = [], recipients = [] } = stateOf(job);
  const { key, message = {} as SerializedMessage } = job.data;
  return {
    id: key,
    message: deserializeMessage(message),
    // BullMQ itself ends a job whose workers died again and again.
    failure: failure ?? {
      code: 'incomplete-send',
      message: job.failedReason ?? 'The worker ended.',
      outcome: outcomeOf(entries),
    },
    recipients,
    queuedAt: new Date(job.timestamp),
    failedAt: new Date(job.finishedOn ?? job.timestamp),
  };
}

function outcomeOf(entries: readonly JournalEntry[]): Outcome {
  // An earlier version wrote none.
  const states = entries.flatMap(({ mails }) => mails?.map(({ state }) => state) ?? 'unknown');
  if (states.includes('sent')) return 'sent';
  return states.some((state) => state !== 'not-sent') ? 'unknown' : 'not-sent';
}
