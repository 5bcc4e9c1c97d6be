import { AbortedError, type CallOptions, type OrgError, type Runtime } from '@org/core';
import { type PartLedger, throughLedger } from '@org/core/parts';
import type { EmailCapabilities } from '../model/capabilities.ts';
import { aborted } from '../model/mail-error.ts';
import { allAccepted } from '../model/send-result.ts';
import type { JournalEntries, JournalEntry, JournalMail, SendJournal } from '../send-journal.ts';
import {
  endNotWritten,
  expired,
  incomplete,
  keyless,
  mailOf,
  receiptOf,
  stillInDoubt,
} from './journal-ends.ts';
import { type Deliver, isEarlierSend, type Mail, type MailEnd, unstarted } from './mail.ts';

export interface JournalParts {
  readonly journal: SendJournal;
  readonly provider: string;
  readonly capabilities: Pick<EmailCapabilities, 'idempotency' | 'idempotencyWindowMs'>;
  readonly runtime: Pick<Runtime, 'now'>;
  readonly deadlineMs: number;
}

/** A mail of a run, with the last request of an earlier run that had it. */
export interface DueMail extends Mail {
  readonly key: string;
  readonly earlier?: { readonly request: JournalEntry; readonly mail: JournalMail } | undefined;
}

/** The work that earlier runs left. */
interface Plan {
  /** Whole requests in doubt, as they were: each is repeated with its key. */
  readonly repeats: readonly (readonly DueMail[])[];
  /** Mails that surely were not sent. */
  readonly fresh: readonly DueMail[];
  /** The end of each other mail. */
  readonly ends: ReadonlyMap<Mail, MailEnd>;
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

/** The journal of one run: a ledger of its requests, each to do, in doubt or done. */
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

  async find(mail: Mail): Promise<DueMail> {
    const { key = '' } = mail;
    const request = await this.#entries.find(key);
    const written = request?.mails.find((each) => each.key === key);
    if (request === undefined || written === undefined) return { ...mail, key };
    return { ...mail, key, earlier: { request, mail: written } };
  }

  /** What becomes of mails. A request in doubt is repeated if the service recognises it and it is whole. */
  plan(mails: readonly DueMail[]): Plan {
    const repeats: (readonly DueMail[])[] = [];
    const fresh: DueMail[] = [];
    const ends = new Map<Mail, MailEnd>();
    const settle = (mail: DueMail) => {
      const end = this.#endBefore(mail);
      if (end === undefined) fresh.push(mail);
      else ends.set(mail, end);
    };
    const groups = new Map<string, DueMail[]>();
    for (const mail of mails) {
      const request = mail.earlier?.request;
      const group = request && groups.get(request.key);
      if (request === undefined || !isInDoubt(request) || this.#recognisedForMs(request) <= 0) settle(mail);
      else if (group === undefined) groups.set(request.key, [mail]);
      else group.push(mail);
    }
    for (const group of groups.values()) {
      const whole = wholeRequest(group);
      if (whole === undefined) group.forEach(settle);
      else repeats.push(whole);
    }
    return { repeats, fresh, ends };
  }

  /** The end of a mail over all runs: an earlier one may have sent what this one did not. */
  endOf({ message, earlier }: DueMail, end: MailEnd): MailEnd {
    const state = earlier?.mail.state ?? 'not-sent';
    if (earlier !== undefined && state === 'sent') return { receipt: receiptOf(message, earlier.mail) };
    const { receipt, error } = end;
    // A receipt is the answer to the key, and so that of the earlier request.
    const isSettled = receipt !== undefined || (error !== undefined && error.outcome !== 'not-sent');
    if (isSettled || state === 'not-sent') return end;
    if (AbortedError.isInstance(error)) return { error: aborted(error.cause, 'unknown') };
    return { error: stillInDoubt(this.#parts.provider, error) };
  }

  /** The end of a mail that does not start in this run, because another one failed. */
  async skip(mail: Mail, stop: OrgError): Promise<MailEnd> {
    const due = await this.find(mail);
    return this.plan([due]).ends.get(due) ?? this.endOf(due, unstarted(stop));
  }

  /** Writes the start of a request, sends it, and writes its end. The key of an earlier one repeats it. */
  async deliver(
    deliver: Deliver,
    mails: readonly DueMail[],
    { idempotencyKey, ...options }: CallOptions,
  ): Promise<readonly MailEnd[]> {
    const { capabilities, provider, runtime, deadlineMs } = this.#parts;
    const [{ key = '', earlier } = {}] = mails as readonly Partial<DueMail>[];
    const repeated = earlier?.request.key === idempotencyKey ? earlier?.request : undefined;
    const leftMs = repeated === undefined ? Infinity : this.#recognisedForMs(repeated);
    const limit = leftMs < (options.deadlineMs ?? deadlineMs) ? { deadlineMs: leftMs } : {};
    const request = repeated ?? {
      key: idempotencyKey ?? key,
      startedAtMs: runtime.now(),
      mails: mails.map((mail) => ({ key: mail.key, state: 'started' as const })),
    };
    const ledger: PartLedger<readonly DueMail[], readonly MailEnd[]> = {
      isInterruptible: false,
      isStartedByRun: false,
      find: () => {
        if (repeated === undefined) return { state: 'to-do' };
        if (leftMs > 0) return { state: 'in-doubt', repeatable: true };
        // It waited for the limiter meanwhile.
        const end = mails.map(() => ({ error: expired(provider) }));
        return { state: 'in-doubt', repeatable: false, end };
      },
      start: () => this.#write(request),
      end: (_mails, _place, known) => {
        const ended = mails.map((mail, place) => mailOf(mail, this.endOf(mail, known[place] ?? {})));
        return this.#write({ ...request, mails: ended });
      },
      failed(failure, _mails, known) {
        if (known === undefined || !(failure instanceof JournalFailure)) throw failure;
        return known.map((end) =>
          end.receipt === undefined ? end : endNotWritten(end.receipt, failure.error),
        );
      },
    };
    const hasKeys = capabilities.idempotency !== 'none';
    const given = hasKeys ? mails : mails.map((mail) => ({ ...mail, key: undefined }));
    return throughLedger(ledger, { part: mails, index: 0, isSkipped: false, signal: undefined }, async () => {
      const ends = await deliver(given, { ...options, ...limit, ...(hasKeys ? { idempotencyKey } : {}) });
      return mails.map((mail, place) => {
        const end = ends[place] ?? {};
        return repeated === undefined ? end : recognised(mail, end);
      });
    });
  }

  /** The end of a mail that this run does not send. */
  #endBefore({ message, earlier }: DueMail): MailEnd | undefined {
    if (earlier === undefined || earlier.mail.state === 'not-sent') return undefined;
    if (earlier.mail.state === 'sent') return { receipt: receiptOf(message, earlier.mail) };
    const { capabilities, provider } = this.#parts;
    if (capabilities.idempotency === 'none') return { error: keyless(provider) };
    const isRecognised = this.#recognisedForMs(earlier.request) > 0;
    return { error: isRecognised ? incomplete(earlier.request) : expired(provider) };
  }

  /** For how long the service still recognises the key of a request. */
  #recognisedForMs({ startedAtMs }: JournalEntry): number {
    const { capabilities, runtime } = this.#parts;
    const { idempotency, idempotencyWindowMs = shortestWindowMs } = capabilities;
    const ageMs = runtime.now() - startedAtMs;
    // An entry of the future has an unknown age: the clock was wrong then, or is now.
    return idempotency === 'none' || ageMs < 0 ? 0 : idempotencyWindowMs - ageMs;
  }

  async #write(entry: JournalEntry): Promise<void> {
    try {
      await this.#parts.journal.write(entry);
    } catch (error) {
      throw new JournalFailure(error);
    }
  }
}

function isInDoubt({ mails }: JournalEntry): boolean {
  return mails.some(({ state }) => state === 'started' || state === 'unknown');
}

/** All mails of a request in its order, so that its body is the same; `undefined` if one is missing. */
function wholeRequest(group: readonly DueMail[]): readonly DueMail[] | undefined {
  const { mails = [] } = group[0]?.earlier?.request ?? {};
  const byKey = new Map(group.map((mail) => [mail.key, mail]));
  const whole = mails.flatMap(({ key }) => byKey.get(key) ?? []);
  return whole.length === mails.length && group.length === mails.length ? whole : undefined;
}

/** The service refuses a key that it knows: an earlier run of this journal sent the mail. */
function recognised({ message }: DueMail, end: MailEnd): MailEnd {
  return isEarlierSend(end.error) ? { receipt: { ...allAccepted(message), replayed: true } } : end;
}
