import {
  AuthenticationError,
  CircuitOpenError,
  CredentialError,
  numberOption,
  type OrgError,
  PermissionError,
  QuotaExceededError,
  wholeNumber,
} from '@org/core';
import { DelayedError, type Job, UnrecoverableError, Worker } from 'bullmq';
import type { EmailMessage } from '../model/message.ts';
import type { SendResult } from '../model/send-result.ts';
import type { SendEachOutcome } from '../send-each.ts';
import { type JobData, type JobState, stateOf } from './job-data.ts';
import { jobJournal } from './job-journal.ts';
import { deserializeMessage } from './serialize-message.ts';
import type { EmailWorker, EmailWorkerOptions } from './worker-options.ts';

/** A crash of a worker gives its mails back; more often than this, a mail itself is the likely cause. */
const maxStalledCount = 5;

export function openWorker(options: EmailWorkerOptions): EmailWorker {
  const { connection, name = 'email', prefix, concurrency = 10, onError } = options;
  wholeNumber('concurrency', concurrency, undefined, 1);
  const sending = new MailSender(options);
  const worker = new Worker<JobData>(name, (job, token = '') => sending.run(job, token), {
    connection,
    concurrency,
    maxStalledCount,
    ...(prefix === undefined ? {} : { prefix }),
  });
  // Without a listener, an error of the connection would end the process.
  worker.on('error', (error) => onError?.(error));
  let closing: Promise<void> | undefined;
  return {
    close({ graceMs = 30_000 } = {}) {
      closing ??= closeWithin(graceMs, () => worker.close(), sending);
      return closing;
    },
  };
}

async function closeWithin(graceMs: number, close: () => Promise<void>, sending: MailSender): Promise<void> {
  const timer = setTimeout(() => sending.abort(), Math.min(graceMs, 2 ** 31 - 1));
  try {
    await close();
  } finally {
    clearTimeout(timer);
  }
}

/** Sends single jobs, and decides what becomes of each. */
class MailSender {
  readonly #options: EmailWorkerOptions;
  readonly #maxRequeues: number;
  readonly #requeueDelayMs: number;
  readonly #aborting = new AbortController();

  constructor(options: EmailWorkerOptions) {
    this.#options = options;
    this.#maxRequeues = wholeNumber('maxRequeues', options.maxRequeues, 10, 0);
    this.#requeueDelayMs = numberOption('requeueDelayMs', options.requeueDelayMs, 5_000, 0);
  }

  abort(): void {
    this.#aborting.abort(new Error('The worker closes.'));
  }

  async run(job: Job<JobData>, token: string): Promise<object> {
    const { key, message } = job.data;
    if (message === undefined) return {};
    const outcome = await this.#send(job, deserializeMessage(message));
    if (outcome === 'interrupted') return this.#requeue(job, token, 0, stateOf(job));
    if (outcome === undefined || outcome.ok) {
      // The content is no longer needed; the id guards against a second mail.
      await job.updateData({ key });
      if (outcome !== undefined) this.#report({ id: key, state: 'sent', result: outcome.result });
      return outcome === undefined ? {} : summaryOf(outcome.result);
    }
    const { error } = outcome;
    const state = stateOf(job);
    const requeues = (state.requeues ?? 0) + 1;
    if (mayPass(error) && requeues <= this.#maxRequeues) {
      const backOffMs = this.#requeueDelayMs * 2 ** Math.min(requeues - 1, 7);
      const delayMs = Math.max(backOffMs, error.retryAfterMs ?? 0);
      this.#report({ id: key, state: 'requeued', error });
      return this.#requeue(job, token, delayMs, { ...state, requeues });
    }
    await job.updateProgress({ ...state, failure: failureOf(error) });
    this.#report({ id: key, state: 'dead', error });
    throw new UnrecoverableError(error.message);
  }

  async #send(
    job: Job<JobData>,
    message: EmailMessage,
  ): Promise<SendEachOutcome | 'interrupted' | undefined> {
    const { signal } = this.#aborting;
    let outcome: SendEachOutcome | undefined;
    try {
      const given = { journal: jobJournal(job), idempotencyKey: () => job.data.key, signal };
      for await (const each of this.#options.email.sendEach([message], given)) outcome = each;
    } catch (error) {
      if (signal.aborted) return outcome?.ok ? outcome : 'interrupted';
      throw error;
    }
    return outcome;
  }

  async #requeue(job: Job<JobData>, token: string, delayMs: number, state: JobState): Promise<never> {
    await job.updateProgress(state);
    await job.moveToDelayed(Date.now() + delayMs, token);
    throw new DelayedError();
  }

  #report(outcome: Parameters<NonNullable<EmailWorkerOptions['onOutcome']>>[0]): void {
    try {
      this.#options.onOutcome?.(outcome);
    } catch (error) {
      this.#options.onError?.(error instanceof Error ? error : new Error(String(error)));
    }
  }
}

/** Errors of the account, which say nothing about the mail. */
const accountErrors = [
  AuthenticationError,
  CircuitOpenError,
  CredentialError,
  PermissionError,
  QuotaExceededError,
];

function mayPass(error: OrgError): boolean {
  if (error.outcome !== 'not-sent') return false;
  return error.retryable || accountErrors.some((family) => family.isInstance(error));
}

function failureOf(error: OrgError) {
  const { code, message, outcome = 'not-sent', provider } = error;
  return { code, message, outcome, ...(provider === undefined ? {} : { provider }) };
}

function summaryOf({ provider, messageId, replayed }: SendResult): object {
  return { provider, replayed, ...(messageId === undefined ? {} : { messageId }) };
}
