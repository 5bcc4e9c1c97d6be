import {
  AuthenticationError,
  CircuitOpenError,
  CredentialError,
  type OrgError,
  PermissionError,
  QuotaExceededError,
} from '@org/core';
import { numberOption, wholeNumberOption } from '@org/core/driver';
import { UnrecoverableError, Worker } from 'bullmq';
import { IncompleteSendError } from '../model/errors.ts';
import type { EmailMessage } from '../model/message.ts';
import { isAccepted, type RecipientOutcome, type SendResult } from '../model/send-result.ts';
import type { SendEachOutcome } from '../send-each.ts';
import { HeldJob, lockMs } from './held-job.ts';
import type { DeadRecipient, JobData } from './job-data.ts';
import { jobJournal } from './job-journal.ts';
import { deserializeMessage } from './serialize-message.ts';
import type { EmailWorker, EmailWorkerOptions, JobOutcome } from './worker-options.ts';

/** A crash of a worker gives its mails back; more often than this, a mail itself is the likely cause. */
const maxStalledCount = 5;

export function openWorker(options: EmailWorkerOptions): EmailWorker {
  const { connection, name = 'email', prefix, concurrency = 10, onError } = options;
  wholeNumberOption('concurrency', concurrency, undefined, 1);
  const sending = new MailSender(options);
  const worker = new Worker<JobData>(
    name,
    (job, token = '') => sending.run(job.data, new HeldJob(job, token)),
    {
      connection,
      concurrency,
      lockDuration: lockMs,
      maxStalledCount,
      ...(prefix === undefined ? {} : { prefix }),
    },
  );
  // Without a listener, an error of the connection would end the process.
  worker.on('error', (error) => onError?.(error));
  let closing: Promise<void> | undefined;
  return {
    async close(given) {
      const waitMs = numberOption('graceMs', given?.graceMs, 30_000);
      closing ??= closeWithin(waitMs, () => worker.close(), sending);
      await closing;
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
  readonly #onOutcome: (outcome: JobOutcome) => void;
  readonly #aborting = new AbortController();

  constructor(options: EmailWorkerOptions) {
    this.#options = options;
    this.#onOutcome = options.onOutcome ?? warnOnce();
    this.#maxRequeues = wholeNumberOption('maxRequeues', options.maxRequeues, 10, 0);
    this.#requeueDelayMs = numberOption('requeueDelayMs', options.requeueDelayMs, 5_000, 0);
  }

  abort(): void {
    this.#aborting.abort(new Error('The worker closes.'));
  }

  async run({ key, message }: JobData, job: HeldJob): Promise<object> {
    if (message === undefined) return {};
    const outcome = await this.#send(job, deserializeMessage(message));
    // The next worker goes on where this one ended: the entries say what may be out.
    if (outcome === undefined || (this.#aborting.signal.aborted && !isDone(outcome))) return job.delay(0);
    const error = failureIn(outcome);
    if (outcome.ok && error === undefined) {
      await job.dropContent();
      this.#report({ id: key, state: 'sent', result: outcome.result });
      return summaryOf(outcome.result);
    }
    if (error === undefined) throw new Error('A message that was not sent has an error.');
    const { state } = job;
    const requeues = (state.requeues ?? 0) + 1;
    if (!isInDoubt(outcome) && mayPass(error) && requeues <= this.#maxRequeues) {
      const backOffMs = this.#requeueDelayMs * 2 ** Math.min(requeues - 1, 7);
      const delayMs = Math.max(backOffMs, error.retryAfterMs ?? 0);
      await job.write({ ...state, requeues });
      this.#report({ id: key, state: 'requeued', error });
      return job.delay(delayMs);
    }
    await job.write({ ...state, failure: failureOf(error), recipients: recipientsIn(outcome) });
    this.#report({ id: key, state: 'dead', error });
    throw new UnrecoverableError(error.message);
  }

  /** The outcome of the message; `undefined` when the worker ended before it started. */
  async #send(job: HeldJob, message: EmailMessage): Promise<SendEachOutcome | undefined> {
    const { signal } = this.#aborting;
    let outcome: SendEachOutcome | undefined;
    try {
      const given = { journal: jobJournal(job), idempotencyKey: () => job.key, signal };
      for await (const each of this.#options.email.sendEach([message], given)) outcome = each;
    } catch (error) {
      if (!signal.aborted) throw error;
    }
    return outcome;
  }

  #report(outcome: JobOutcome): void {
    try {
      this.#onOutcome(outcome);
    } catch (error) {
      this.#options.onError?.(error instanceof Error ? error : new Error(String(error)));
    }
  }
}

/** Without a listener, a wrong credential would only be seen as a queue that grows. */
function warnOnce(): (outcome: JobOutcome) => void {
  const warned = new Set<string>();
  return (outcome) => {
    if (outcome.state === 'sent' || warned.has(outcome.error.code)) return;
    const { code, message } = outcome.error;
    warned.add(code);
    process.emitWarning(`A mail of the queue is ${outcome.state}: ${message}`, {
      code,
      detail: 'Later failures of this code are not shown: pass onOutcome to startEmailWorker().',
    });
  };
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
  // An earlier worker may have sent it; the service, which recognises its key, did not take the second send.
  if (IncompleteSendError.isInstance(error) && error.outcome === 'unknown') return error.retryable;
  if (error.outcome !== 'not-sent') return false;
  return error.retryable || accountErrors.some((family) => family.isInstance(error));
}

function outcomesIn(outcome: SendEachOutcome): readonly RecipientOutcome[] {
  if (outcome.ok) return outcome.result.outcomes;
  return IncompleteSendError.isInstance(outcome.error) ? outcome.error.outcomes : [];
}

/** May a mail be out whose end nobody knows, and which must not be sent again? */
function isInDoubt(outcome: SendEachOutcome): boolean {
  const outcomes = outcomesIn(outcome);
  if (!outcome.ok && outcomes.length === 0)
    return outcome.error.outcome === 'unknown' && !mayPass(outcome.error);
  return outcomes.some(({ status, error }) => status === 'unknown' && !(error && mayPass(error)));
}

/** Nothing is left to send: no recipient without a mail whose cause may pass. */
function isDone(outcome: SendEachOutcome): boolean {
  return outcome.ok && failureIn(outcome) === undefined;
}

/** Why the message, or its mail for one recipient, is not done: one that may pass before a final one. */
function failureIn(outcome: SendEachOutcome): OrgError | undefined {
  const errors = outcomesIn(outcome).flatMap(({ error, status }) =>
    error === undefined || status === 'accepted' ? [] : [error],
  );
  const passing = errors.find(mayPass);
  if (!outcome.ok) return passing ?? outcome.error;
  return errors.find(({ outcome }) => outcome === 'unknown') ?? passing;
}

function recipientsIn(outcome: SendEachOutcome): readonly DeadRecipient[] {
  return outcomesIn(outcome).map((each) => {
    const { recipient, status, messageId } = each;
    const known = status === 'unknown' ? 'unknown' : isAccepted(each) ? 'sent' : 'not-sent';
    return { recipient, outcome: known, ...(messageId === undefined ? {} : { messageId }) };
  });
}

function failureOf(error: OrgError) {
  const { code, message, outcome = 'not-sent', provider } = error;
  return { code, message, outcome, ...(provider === undefined ? {} : { provider }) };
}

function summaryOf({ provider, messageId, replayed }: SendResult): object {
  return { provider, replayed, ...(messageId === undefined ? {} : { messageId }) };
}
