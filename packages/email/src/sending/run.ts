import { InvalidInputError, type OrgError } from '@org/core';
import { type OneCall, oneCall, realWork, wrongKind } from '@org/core/driver';
import { fitMessage } from '../content/fit-message.ts';
import { hasLateContent, ownMessage } from '../content/late-content.ts';
import type { SenderParts } from '../content/sender-parts.ts';
import type { EmailMessage } from '../model/message.ts';
import type { SendEachOptions, SendEachOutcomes } from '../send-each.ts';
import { conclude } from './conclude.ts';
import { deliverThrough, patiently } from './deliver.ts';
import { type Messages, SendEachRun, type SendOne, type SkipOne } from './each-run.ts';
import { earlierEnds } from './earlier-ends.ts';
import { type Deliver, type Mail, noteEnds, toMails, unstarted } from './mail.ts';
import { type DueMail, RunJournal } from './run-journal.ts';
import { sendMails } from './send-mails.ts';

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
    return new SendEachRun(sendOne, messages, options, journal && sendOne);
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

/** The outcomes of a run, to iterate over. */
export function iterate(
  open: () => Promise<SendEachRun>,
  close: () => Promise<void>,
  ended: (error: unknown) => void = () => {},
): SendEachOutcomes {
  let opening: Promise<SendEachRun> | undefined;
  const opened = () => {
    opening ??= open();
    return opening;
  };
  const outcomes = (async function* () {
    try {
      yield* (await opened()).outcomes();
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
      await (await opened()).stop();
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
): SendOne & SkipOne {
  const { idempotencyKey, concurrency: _, ordered: __, firstIndex: ___, journal: ____, ...common } = options;
  const { onLossy: _____, ...callOptions } = common;
  const direct = deliverThrough(parts.session.execute, parts.provider);
  const deliver =
    journal === undefined ? patiently(direct, parts.runtime) : recorded(journal, direct, parts.runtime);
  const skip = async (mail: Mail, stop: OrgError) => journal?.skip(mail, stop) ?? unstarted(stop);
  return async (message: EmailMessage, index: number, refusal?: OrgError) => {
    const given = idempotencyKey?.(message, index);
    const own = ownMessage(message);
    const key = given ?? (journal && `${journal.id}-${index}`);
    const fitting = fitMessage(parts, own, { ...common, idempotencyKey: given });
    const read = await fitting.catch(async (error: unknown) => {
      if (journal === undefined || key === undefined || !hasLateContent(own)) throw error;
      const ended = await earlierEnds(parts, own, error, { ...common, journal, key });
      if (ended === undefined) throw error;
      return ended;
    });
    if ('ends' in read) return conclude(read, parts.provider);
    const { message: fitted, lossy } = read;
    const mails = await realWork.run(() => toMails(fitted, key));
    const ends = await sendMails(deliver, mails, callOptions, { skip, refusal });
    noteEnds(note, ends);
    return conclude({ mails, ends, lossy }, parts.provider);
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
