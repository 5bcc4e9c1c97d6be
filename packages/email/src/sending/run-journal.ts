import { AbortedError, type CallOptions, type OrgError, type Runtime } from '@org/core';
import type { EmailCapabilities } from '../model/capabilities.ts';
import { IncompleteSendError } from '../model/errors.ts';
import { aborted } from '../model/mail-error.ts';
import { type PreparedMessage, recipientsOf } from '../model/message.ts';
import { allAccepted, isAccepted, type RecipientStatus, type SendReceipt } from '../model/send-result.ts';
import type { EntryState, JournalEntries, JournalEntry, SendJournal } from '../send-journal.ts';
import { outcomesOf } from './conclude.ts';
import { concernsMessage, type Deliver, isEarlierSend, type Mail, type MailEnd, unstarted } from './mail.ts';

export interface JournalParts {
  readonly journal: SendJournal;
  readonly provider: string;
  readonly capabilities: Pick<EmailCapabilities, 'idempotency' | 'idempotencyWindowMs'>;
  readonly runtime: Pick<Runtime, 'now'>;
}

/** A mail of a run that is to be sent: for the first time, or again with its key. */
export interface DueMail extends Mail {
  readonly entryKey: string;
  readonly startedAtMs: number;
  /** An earlier run started it in this request, whose key the service recognises. */
  readonly earlier?: { readonly key: string; readonly size: number } | undefined;
}

/** The journal failed: the run ends, because nothing may be sent without an entry. */
export class JournalFailure {
  readonly error: unknown;

  constructor(error: unknown) {
    this.error = error;
  }
}

/** The shortest window that a service with keys documents: Brevo's. */
const shortestWindowMs = 15 * 60_000;

/** The journal of one run: what is due, and what becomes of it. */
export class RunJournal {
  /** Part of the keys of messages without one. */
  readonly id: string;
  readonly #parts: JournalParts;
  readonly #entries: JournalEntries;

  private constructor(parts: JournalParts, entries: JournalEntries) {
    this.id = entries.id;
    this.#parts = parts;
    this.#entries = entries;
  }

  static async open(parts: JournalParts): Promise<RunJournal> {
    return new RunJournal(parts, await parts.journal.open(parts.provider));
  }

  close(): Promise<void> {
    return this.#parts.journal.close();
  }

  /** A mail that is due; or how an earlier run ended it, or left it in doubt. */
  async check(mail: Mail): Promise<{ due?: DueMail; end?: MailEnd }> {
    const { message, key = '', entryKey = '' } = mail;
    const entry = await this.#entries.find(entryKey);
    if (entry?.state === 'sent') return { end: { receipt: receiptOf(message, entry) } };
    if (entry === undefined || entry.state === 'not-sent')
      return { due: { ...mail, entryKey, startedAtMs: this.#parts.runtime.now() } };
    const { startedAtMs, request: earlier = { key, size: 1 } } = entry;
    const due = { ...mail, entryKey, startedAtMs, earlier };
    return this.#isRecognised(entry) ? { due } : { end: await this.inDoubt(due) };
  }

  /** A mail that may be out, and cannot be sent again. */
  async inDoubt(mail: DueMail): Promise<MailEnd> {
    const end = { error: neverEnded(this.#parts.provider) };
    await this.#write([entryOf(mail, end, requestOf(mail))]);
    return end;
  }

  /** The end of a mail over all runs: an earlier one may have sent what this one did not. */
  endOf({ earlier }: DueMail, end: MailEnd): MailEnd {
    if (earlier === undefined || !isNotSent(end)) return end;
    const error = end.error ?? end.receipt?.outcomes[0]?.error;
    if (AbortedError.isInstance(error)) return { error: aborted(error.cause, 'unknown') };
    return { error: stillInDoubt(this.#parts.provider, error) };
  }

  /** The end of a mail that does not start in this run, because another one failed. */
  async skip(mail: Mail, stop: OrgError): Promise<MailEnd> {
    const { due, end } = await this.check(mail);
    return end ?? (due === undefined ? unstarted(stop) : this.endOf(due, unstarted(stop)));
  }

  /** Writes the start of each mail, sends them in one request, and writes how each ended. */
  async deliver(
    deliver: Deliver,
    mails: readonly DueMail[],
    { idempotencyKey, ...options }: CallOptions,
  ): Promise<readonly MailEnd[]> {
    const request =
      mails.length > 1 && idempotencyKey !== undefined
        ? { key: idempotencyKey, size: mails.length }
        : undefined;
    await this.#write(
      mails.map(({ entryKey: key, startedAtMs }) => ({ key, state: 'started', startedAtMs, request })),
    );
    const hasKeys = this.#parts.capabilities.idempotency !== 'none';
    const given = hasKeys ? mails : mails.map((mail) => ({ ...mail, key: undefined }));
    const ends = await deliver(given, hasKeys ? { ...options, idempotencyKey } : options);
    const known = mails.map((mail, place) => recognised(mail, ends[place] ?? {}));
    const entries = mails.map((mail, place) => entryOf(mail, this.endOf(mail, known[place] ?? {}), request));
    try {
      await this.#write(entries);
      return known;
    } catch (failure) {
      if (!(failure instanceof JournalFailure)) throw failure;
      return known.map((end) =>
        end.receipt === undefined ? end : endNotWritten(end.receipt, failure.error),
      );
    }
  }

  #isRecognised({ startedAtMs }: JournalEntry): boolean {
    const { capabilities, runtime } = this.#parts;
    const { idempotency, idempotencyWindowMs = shortestWindowMs } = capabilities;
    const ageMs = runtime.now() - startedAtMs;
    // An entry of the future has an unknown age: the clock was wrong then, or is now.
    return idempotency !== 'none' && ageMs >= 0 && ageMs < idempotencyWindowMs;
  }

  /** At once: a journal may write them together. */
  async #write(entries: readonly JournalEntry[]): Promise<void> {
    const { journal } = this.#parts;
    const written = await Promise.allSettled(entries.map((entry) => journal.write(withoutUnset(entry))));
    for (const result of written) if (result.status === 'rejected') throw new JournalFailure(result.reason);
  }
}

function withoutUnset(entry: JournalEntry): JournalEntry {
  return Object.fromEntries(
    Object.entries(entry).filter(([, value]) => value !== undefined),
  ) as unknown as JournalEntry;
}

/** The service refuses a key that it knows: an earlier run of this journal sent the mail. */
function recognised({ message, earlier }: DueMail, end: MailEnd): MailEnd {
  if (earlier === undefined || !isEarlierSend(end.error)) return end;
  return { receipt: { ...allAccepted(message), replayed: true } };
}

const statusOf: Readonly<Record<EntryState, RecipientStatus>> = {
  sent: 'accepted',
  'not-sent': 'rejected',
  unknown: 'unknown',
  started: 'unknown',
};

/** Nobody has the mail, as far as this run knows. */
function isNotSent({ receipt, error }: MailEnd): boolean {
  if (receipt === undefined) return error === undefined || error.outcome === 'not-sent';
  return receipt.outcomes.every(({ status }) => status === 'rejected' || status === 'suppressed');
}

/** The request of several mails that an earlier run had this one in. */
function requestOf({ earlier }: DueMail): JournalEntry['request'] {
  return earlier !== undefined && earlier.size > 1 ? earlier : undefined;
}

/** What an earlier run wrote. */
function receiptOf(
  message: PreparedMessage,
  { states, messageId }: Pick<JournalEntry, 'states' | 'messageId'>,
): SendReceipt {
  const outcomes = recipientsOf(message).map((recipient, place) => {
    const status = states === undefined ? 'accepted' : statusOf[states[place] ?? 'unknown'];
    const id = messageId === undefined || status === 'rejected' ? {} : { messageId };
    return { recipient, status, fromJournal: true as const, ...id };
  });
  return { outcomes, replayed: true };
}

/** The entry of a mail that ended: its state, and that of each recipient where they differ. */
function entryOf(mail: DueMail, end: MailEnd, request: JournalEntry['request']): JournalEntry {
  const outcomes = outcomesOf(mail, end);
  const states = outcomes.map((outcome): EntryState => {
    if (isAccepted(outcome)) return 'sent';
    return outcome.status === 'unknown' ? 'unknown' : 'not-sent';
  });
  const state = (['sent', 'unknown'] as const).find((each) => states.includes(each)) ?? 'not-sent';
  const isMixed = state === 'sent' && states.some((each) => each !== 'sent');
  const messageId = outcomes.find((outcome) => outcome.messageId !== undefined)?.messageId;
  return {
    key: mail.entryKey,
    state,
    startedAtMs: mail.startedAtMs,
    ...(messageId === undefined ? {} : { messageId }),
    ...(isMixed ? { states } : {}),
    // A later run may only repeat the request as it was.
    ...(state === 'unknown' && request !== undefined ? { request } : {}),
  };
}

function endNotWritten({ outcomes }: SendReceipt, cause: unknown): MailEnd {
  const message =
    'The mail was sent, but the journal could not write that. See `cause`; do not send it again.';
  return {
    error: new IncompleteSendError({ message, operation: 'send', outcome: 'sent', outcomes, cause }),
  };
}

function neverEnded(provider: string): IncompleteSendError {
  return new IncompleteSendError({
    message:
      'An earlier run started this message and wrote no end: whether the service has it is not known. ' +
      `${provider} would not recognise a second send. Look it up there before you send it again.`,
    provider,
    operation: 'send',
    outcome: 'unknown',
  });
}

function stillInDoubt(provider: string, cause: OrgError | undefined): IncompleteSendError {
  return new IncompleteSendError({
    message:
      'An earlier run may have sent this mail, and this run could not send it again. See `cause`; resume ' +
      'with the same journal.',
    provider,
    operation: 'send',
    outcome: 'unknown',
    // The next run repeats it with its key.
    retryable: cause === undefined || cause.retryable || concernsMessage(cause),
    retryAfterMs: cause?.retryAfterMs,
    cause,
  });
}
