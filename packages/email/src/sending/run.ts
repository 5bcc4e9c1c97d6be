import { AbortedError, InvalidInputError, type OrgError } from '@org/core';
import { type OneCall, oneCall, realWork, wholeNumberOption, wrongKind } from '@org/core/driver';
import { type PartSource, PartsRun, type PartVerdict } from '@org/core/parts';
import { fitMessage } from '../content/fit-message.ts';
import { loadDraft } from '../content/load-content.ts';
import type { SenderParts } from '../content/sender-parts.ts';
import { toMailError } from '../model/mail-error.ts';
import { readMessage } from '../model/message/read-message.ts';
import type { EmailMessage } from '../model/message.ts';
import type { SendResult } from '../model/send-result.ts';
import type { SendEachOptions, SendEachOutcome, SendEachOutcomes } from '../send-each.ts';
import { conclude } from './conclude.ts';
import { deliverThrough, patiently } from './deliver.ts';
import { earlierEnds } from './earlier-ends.ts';
import { concernsRun, type Deliver, type Mail, noteEnds, toMails, unstarted } from './mail.ts';
import { type DueMail, JournalFailure, RunJournal } from './run-journal.ts';
import { sendMails } from './send-mails.ts';

export type Messages = PartSource<EmailMessage>;

/** Sends one message of a run; after a refusal of the account, it says what is known without a request. */
export type SendOne = (message: EmailMessage, index: number, refusal?: OrgError) => Promise<SendResult>;

/** The outcome of one message, and what it means for the run. */
interface EndedMessage {
  readonly outcome: SendEachOutcome;
  readonly verdict: PartVerdict<OrgError>;
}

const none = { skip: undefined, fail: undefined };

type MessagesRun = PartsRun<EmailMessage, EndedMessage, OrgError>;

/** Keeps `concurrency` messages in flight and yields the outcome of every message. */
export function startRun(parts: SenderParts, messages: Messages, given: SendEachOptions): SendEachOutcomes {
  requireIterable(messages);
  const whole = oneCall(given);
  const { options } = whole;
  const { journal: store } = options;
  let journal: RunJournal | undefined;
  const open = async () => {
    if (store !== undefined) journal = await RunJournal.open({ ...parts, journal: store });
    const sendOne = sendOneWith(parts, whole, journal);
    // An earlier run may have sent what this one does not start.
    return runMessages(sendOne, messages, options, journal && sendOne);
  };
  return iterate(open, async () => journal?.close(), whole.ended);
}

/** A text is iterable, and is no list of messages. @throws InvalidInputError */
function requireIterable(messages: unknown): void {
  const { [Symbol.iterator]: each, [Symbol.asyncIterator]: later } = Object(messages);
  if (typeof messages === 'object' && typeof (each ?? later) === 'function') return;
  const message = `sendEach() takes a list of messages, or another iterable, not ${wrongKind(messages)}.`;
  throw new InvalidInputError({ message, issues: [{ path: '', message }], outcome: 'not-sent' });
}

/** Without `skip`, a message that does not start has the error of the refusal. */
export function runMessages(
  send: SendOne,
  messages: Messages,
  { concurrency, firstIndex, ordered, signal }: SendEachOptions,
  skip?: SendOne,
): MessagesRun {
  const first = wholeNumberOption('firstIndex', firstIndex, 0, 0);
  const endOf = async (
    place: number,
    result: (index: number) => Promise<SendResult>,
  ): Promise<EndedMessage> => {
    const index = first + place;
    try {
      return { outcome: { index, ok: true, result: await result(index) }, verdict: none };
    } catch (thrown) {
      const { error, verdict } = judge(thrown, signal);
      return { outcome: { index, ok: false, error }, verdict };
    }
  };
  return new PartsRun({
    parts: messages,
    concurrency: wholeNumberOption('concurrency', concurrency, 10, 1),
    ordered,
    signal,
    run: (message, place) => endOf(place, (index) => send(message, index)),
    judge: ({ verdict }) => verdict,
    skip: (message, place, refusal) =>
      endOf(place, (index) => skip?.(message, index, refusal) ?? Promise.reject(refusal)),
  });
}

/** The error of one message, and what it means for the run. */
function judge(
  thrown: unknown,
  signal: AbortSignal | undefined,
): { readonly error: OrgError; readonly verdict: PartVerdict<OrgError> } {
  if (thrown instanceof JournalFailure)
    // Without an entry in the journal, nothing was sent.
    return {
      error: toMailError(thrown.error, signal, 'not-sent'),
      verdict: { skip: undefined, fail: thrown },
    };
  const error = toMailError(thrown, signal, 'unknown');
  if (AbortedError.isInstance(error) && signal?.aborted)
    return { error, verdict: { skip: undefined, fail: { error: signal.reason } } };
  return { error, verdict: concernsRun(error) ? { skip: error, fail: undefined } : none };
}

/** The outcomes of a run, to iterate over. */
export function iterate(
  open: () => Promise<MessagesRun>,
  close: () => Promise<void>,
  ended: (error: unknown) => void = () => {},
): SendEachOutcomes {
  let opening: Promise<MessagesRun> | undefined;
  const opened = () => {
    opening ??= open();
    return opening;
  };
  const outcomes = (async function* () {
    try {
      for await (const { end } of await opened()) yield end.outcome;
    } catch (error) {
      ended(error);
      // That the journal does not close either is the lesser news.
      await close().catch(() => {});
      throw error;
    }
    await close();
  })();
  return {
    next: () => outcomes.next(),
    async return() {
      await (await opened()).return();
      await close();
      return { done: true, value: undefined };
    },
    [Symbol.asyncIterator]() {
      return this;
    },
  };
}

/** Sends one message of a run: each of its mails waits for its turn, and has an entry in the journal. */
function sendOneWith(
  parts: SenderParts,
  { options, note }: OneCall<SendEachOptions>,
  journal: RunJournal | undefined,
): SendOne {
  const { idempotencyKey, concurrency: _, ordered: __, firstIndex: ___, journal: ____, ...common } = options;
  const { onLossy: _____, ...callOptions } = common;
  const direct = deliverThrough(parts.session.execute, parts.provider);
  const deliver =
    journal === undefined ? patiently(direct, parts.runtime) : recorded(journal, direct, parts.runtime);
  const skip = async (mail: Mail, stop: OrgError) => journal?.skip(mail, stop) ?? unstarted(stop);
  return async (message, index, refusal) => {
    const given = idempotencyKey?.(message, index);
    const draft = readMessage(message);
    const key = given ?? (journal && `${journal.id}-${index}`);
    const fitting = fitMessage(parts, draft, { ...common, idempotencyKey: given }, loadDraft);
    const read = await fitting.catch(async (error: unknown) => {
      if (journal === undefined || key === undefined || !draft.isLate) throw error;
      const ended = await earlierEnds(parts, draft, error, { ...common, journal, key });
      if (ended === undefined) throw error;
      return ended;
    });
    if ('ends' in read) return conclude(read, parts.provider);
    const { message: fitted, ...losses } = read;
    const mails = await realWork.run(() => toMails(fitted, key));
    const ends = await sendMails(deliver, mails, callOptions, { skip, refusal });
    noteEnds(note, ends);
    return conclude({ mails, ends, ...losses }, parts.provider);
  };
}

/** Each mail with its entries in the journal; one that an earlier run ended is not sent. */
function recorded(journal: RunJournal, direct: Deliver, runtime: SenderParts['runtime']): Deliver {
  const deliver = patiently(
    (mails, options) => journal.deliver(direct, mails as readonly DueMail[], options),
    runtime,
  );
  return async ([mail], options) => {
    if (mail === undefined) return [];
    const due = await journal.find(mail);
    const { ends, repeats } = journal.plan([due]);
    const known = ends.get(due);
    if (known !== undefined) return [known];
    const idempotencyKey = repeats.length > 0 ? due.earlier?.request.key : undefined;
    return (await deliver([due], { ...options, idempotencyKey })).map((end) => journal.endOf(due, end));
  };
}
