import { AbortedError, ConfigurationError, InvalidInputError, isOrgError, type OrgError } from '@org/core';
import { observedCall, oneCall, realWork, wholeNumberOption, wrongKind } from '@org/core/driver';
import { allParts } from '@org/core/parts';
import { fitMessage } from '../content/fit-message.ts';
import { loadDraft } from '../content/load-content.ts';
import type { SenderParts } from '../content/sender-parts.ts';
import { aborted, toMailError } from '../model/mail-error.ts';
import type { EmailMessage } from '../model/message.ts';
import type { SendBatchOptions } from '../send-batch.ts';
import type { SendEachOutcome } from '../send-each.ts';
import { batchEnd } from './batch-end.ts';
import { conclude, type EndedMessage } from './conclude.ts';
import { deliverThrough, failedAll, patiently } from './deliver.ts';
import { earlierEnds } from './earlier-ends.ts';
import { concernsRun, type Deliver, type Mail, type MailEnd, noteEnds, toMails, unstarted } from './mail.ts';
import { planRequests, requestKeys } from './plan-batch.ts';
import { type ReadItem, readItem } from './read-item.ts';
import { type DueMail, JournalFailure, RunJournal } from './run-journal.ts';

/** A message of a batch: its mails, or the reason why it cannot be sent. */
type BatchItem = Omit<EndedMessage, 'ends'> | { readonly error: OrgError };

/** Mails of one request, and its idempotency key. */
interface BatchRequest {
  readonly mails: readonly Mail[];
  readonly key: string | undefined;
}

/** Checks all messages, sends them in requests, a few at a time, and merges the outcomes. */
export async function runBatch(
  parts: SenderParts,
  messages: readonly EmailMessage[],
  given: SendBatchOptions,
): Promise<SendEachOutcome[]> {
  const { provider, observers, runtime } = parts;
  const { signal } = given;
  const about = { provider, observers, runtime, signal, operation: 'batch', safety: 'unsafe' } as const;
  // The caller may change its objects after the call.
  const read = Array.isArray(messages) ? messages.map((each, place) => readItem(each, place, given)) : [];
  const { outcomes } = await observedCall({ ...about, endOf: batchEnd }, async () => {
    checkOptions(messages, given);
    return sendAll(parts, read, given);
  });
  return outcomes;
}

async function sendAll(parts: SenderParts, read: readonly ReadItem[], given: SendBatchOptions) {
  const whole = oneCall(given);
  const { options } = whole;
  const { signal, journal: store, firstIndex = 0 } = options;
  const { provider } = parts;
  let journal: RunJournal | undefined;
  try {
    signal?.throwIfAborted();
    journal = store && (await RunJournal.open({ ...parts, journal: store }));
    const ends = new Map<Mail, MailEnd>();
    const items = await fitAll(parts, read, options, journal, ends);
    const mails = items.flatMap((item) => ('error' in item ? [] : item.mails));
    const requests =
      journal === undefined ? await plan(parts, mails, options) : planDue(parts, mails, journal, ends);
    const { sent, failure } = await sendRequests(parts, requests, options, journal, ends);
    const outcomes = items.map((item, place) => outcomeOf(item, firstIndex + place, ends, provider));
    noteEnds(whole.note, ends.values());
    const isNothingSent = outcomes.every((each) => !each.ok && each.error.outcome === 'not-sent');
    if (failure !== undefined && isNothingSent) throw failure;
    if (signal?.aborted && isNothingSent) throw aborted(signal.reason, 'not-sent');
    if ([...ends.values()].some(({ error }) => AbortedError.isInstance(error))) whole.ended(signal?.reason);
    return { outcomes, requests: sent };
  } catch (error) {
    whole.ended(error);
    throw error instanceof JournalFailure ? error.error : error;
  } finally {
    await journal?.close();
  }
}

function checkOptions(messages: readonly EmailMessage[], options: SendBatchOptions): void {
  if (!Array.isArray(messages))
    throw new InvalidInputError({
      message:
        `sendBatch() takes a list of messages, not ${wrongKind(messages)}. ` +
        'For an iterable, use sendEach().',
      outcome: 'not-sent',
    });
  const { concurrency, firstIndex, journal, idempotencyKey } = options;
  wholeNumberOption('concurrency', concurrency, 10, 1);
  wholeNumberOption('firstIndex', firstIndex, 0, 0);
  if (journal !== undefined && firstIndex === undefined && typeof idempotencyKey !== 'function')
    throw new ConfigurationError({
      message:
        'A batch with a journal needs `firstIndex`, the place of its first message in the whole list, or ' +
        'an `idempotencyKey` for each message: otherwise two batches would have the same keys.',
      outcome: 'not-sent',
    });
}

async function fitAll(
  parts: SenderParts,
  read: readonly ReadItem[],
  { firstIndex = 0, idempotencyKey, ...options }: SendBatchOptions,
  journal: RunJournal | undefined,
  ends: Map<Mail, MailEnd>,
): Promise<BatchItem[]> {
  const given = typeof idempotencyKey === 'function' ? undefined : idempotencyKey;
  const items: BatchItem[] = [];
  for (const [place, item] of read.entries()) {
    if ('thrown' in item) {
      items.push({ error: toMailError(item.thrown, options.signal, 'not-sent') });
      continue;
    }
    const { draft, own } = item;
    const key = journal && (own ?? `${given ?? journal.id}-${firstIndex + place}`);
    try {
      const fitted = await fitMessage(parts, draft, { ...options, idempotencyKey: given }, loadDraft);
      const mails = await realWork.run(() => toMails(fitted.message, key));
      items.push({ ...fitted, mails: journal === undefined ? mails : await findAll(journal, mails) });
    } catch (thrown) {
      if (thrown instanceof JournalFailure) throw thrown;
      const error = toMailError(thrown, options.signal, 'not-sent');
      const mayBeOut = journal !== undefined && key !== undefined && draft.isLate;
      const ended = mayBeOut
        ? await earlierEnds(parts, draft, error, { ...options, journal, key })
        : undefined;
      for (const [at, mail] of ended?.mails.entries() ?? []) ends.set(mail, ended?.ends[at] ?? {});
      items.push(ended ?? { error });
    }
  }
  return items;
}

async function plan(
  { capabilities, batchKey }: SenderParts,
  mails: readonly Mail[],
  { idempotencyKey: key }: SendBatchOptions,
): Promise<BatchRequest[]> {
  const requests = planRequests(mails, capabilities, batchKey);
  const keys = typeof key === 'string' ? await realWork.run(() => requestKeys(key, requests)) : [];
  return requests.map((request, place) => ({ mails: request, key: keys[place] }));
}

async function findAll(journal: RunJournal, mails: readonly Mail[]): Promise<Mail[]> {
  const found: Mail[] = [];
  for (const mail of mails) found.push(await journal.find(mail));
  return found;
}

/** A request that an earlier run left in doubt goes out as it was; the rest is planned anew. */
function planDue(
  { capabilities, batchKey, runtime }: SenderParts,
  mails: readonly Mail[],
  journal: RunJournal,
  ends: Map<Mail, MailEnd>,
): BatchRequest[] {
  // The mails of a message that this run cannot read have their ends.
  const due = mails.filter((mail): mail is DueMail => !ends.has(mail));
  const planned = journal.plan(due);
  for (const [mail, end] of planned.ends) ends.set(mail, end);
  return [
    ...planned.repeats.map((group) => ({ mails: group, key: group[0]?.earlier?.request.key })),
    ...planRequests(planned.fresh, capabilities, batchKey).map((group) => ({
      mails: group,
      key: group.length > 1 ? runtime.randomUUID() : undefined,
    })),
  ];
}

async function sendRequests(
  parts: SenderParts,
  requests: readonly BatchRequest[],
  {
    concurrency = 10,
    onLossy: _,
    idempotencyKey: __,
    journal: ___,
    firstIndex: ____,
    ...common
  }: SendBatchOptions,
  journal: RunJournal | undefined,
  ends: Map<Mail, MailEnd>,
): Promise<{ readonly sent: number; readonly failure?: JournalFailure | undefined }> {
  const direct = deliverThrough(parts.session.execute, parts.provider);
  const recorded: Deliver = async (mails, options) =>
    journal === undefined
      ? direct(mails, options)
      : journal.deliver(direct, mails as readonly DueMail[], options);
  const deliver = patiently(recorded, parts.runtime);
  let sent = 0;
  let stop: OrgError | undefined;
  let failure: JournalFailure | undefined;
  /** No request starts without an entry; those in flight write their ends, and have their outcomes. */
  const fail = (mails: readonly Mail[], thrown: unknown): readonly MailEnd[] => {
    if (!(thrown instanceof JournalFailure)) throw thrown;
    failure ??= thrown;
    stop ??= toMailError(thrown.error, common.signal, 'not-sent');
    return failedAll(mails, stop);
  };
  await allParts<BatchRequest, readonly MailEnd[], OrgError>({
    parts: requests,
    concurrency,
    run({ mails, key }) {
      sent += 1;
      return deliver(mails, { ...common, idempotencyKey: key }).catch((thrown) => fail(mails, thrown));
    },
    judge(ended, { mails }) {
      for (const [place, mail] of mails.entries()) {
        const end = ended[place] ?? {};
        ends.set(mail, journal?.endOf(mail as DueMail, end) ?? end);
      }
      return { skip: stop ?? ended.flatMap(({ error }) => error ?? []).find(concernsRun), fail: undefined };
    },
    skip: async ({ mails }, _place, stop) => mails.map(() => unstarted(stop)),
  });
  return { sent, failure };
}

function outcomeOf(
  item: BatchItem,
  index: number,
  ends: ReadonlyMap<Mail, MailEnd>,
  provider: string,
): SendEachOutcome {
  if ('error' in item) return { index, ok: false, error: item.error };
  try {
    const { mails } = item;
    return {
      index,
      ok: true,
      result: conclude({ ...item, ends: mails.map((mail) => ends.get(mail) ?? {}) }, provider),
    };
  } catch (error) {
    if (isOrgError(error)) return { index, ok: false, error };
    throw error;
  }
}
