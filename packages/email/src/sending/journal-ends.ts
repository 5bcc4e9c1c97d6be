import type { OrgError } from '@org/core';
import { IncompleteSendError } from '../model/errors.ts';
import { type PreparedMessage, recipientsOf } from '../model/message.ts';
import { isAccepted, type RecipientStatus, type SendReceipt } from '../model/send-result.ts';
import type { EntryState, JournalEntry, JournalMail } from '../send-journal.ts';
import { outcomesOf } from './conclude.ts';
import { concernsMessage, type Mail, type MailEnd } from './mail.ts';

const statusOf: Readonly<Record<EntryState, RecipientStatus>> = {
  sent: 'accepted',
  'not-sent': 'rejected',
  unknown: 'unknown',
  started: 'unknown',
};

/** What an earlier run wrote of a mail that was sent. */
export function receiptOf(message: PreparedMessage, { states, messageId }: JournalMail): SendReceipt {
  const outcomes = recipientsOf(message).map((recipient, place) => {
    const status = states === undefined ? 'accepted' : statusOf[states[place] ?? 'unknown'];
    const id = messageId === undefined || status === 'rejected' ? {} : { messageId };
    return { recipient, status, fromJournal: true as const, ...id };
  });
  return { outcomes, replayed: true };
}

/** A mail that ended: its state, and that of each recipient where they differ. */
export function mailOf(mail: Mail & { readonly key: string }, end: MailEnd): JournalMail {
  const outcomes = outcomesOf(mail, end);
  const states = outcomes.map((outcome): EntryState => {
    if (isAccepted(outcome)) return 'sent';
    return outcome.status === 'unknown' ? 'unknown' : 'not-sent';
  });
  const state = (['sent', 'unknown'] as const).find((each) => states.includes(each)) ?? 'not-sent';
  const isMixed = state === 'sent' && states.some((each) => each !== 'sent');
  const messageId = outcomes.find((outcome) => outcome.messageId !== undefined)?.messageId;
  return {
    key: mail.key,
    state,
    ...(messageId === undefined ? {} : { messageId }),
    ...(isMixed ? { states } : {}),
  };
}

export function endNotWritten({ outcomes }: SendReceipt, cause: unknown): MailEnd {
  const message =
    'The mail was sent, but the journal could not write that. See `cause`; do not send it again.';
  return {
    error: new IncompleteSendError({ message, operation: 'send', outcome: 'sent', outcomes, cause }),
  };
}

const neverEnded = 'An earlier run started this mail and wrote no end: whether it was sent is not known.';
const lookUp = 'Look it up at the service before you send it again.';

export function keyless(provider: string): IncompleteSendError {
  return inDoubt(`${neverEnded} ${provider} would not recognise a second send. ${lookUp}`, provider);
}

export function expired(provider: string): IncompleteSendError {
  return inDoubt(`${neverEnded} ${provider} no longer recognises its key. ${lookUp}`, provider);
}

/** The mail was in a request with others, and this run does not have them all. */
export function incomplete({ mails: { length } }: JournalEntry): IncompleteSendError {
  return inDoubt(
    `${neverEnded} Its request had ${length} mails and can be repeated only with all of them, which this ` +
      'run does not have. Resume with `sendBatch`, the same messages and the same journal.',
  );
}

function inDoubt(message: string, provider?: string): IncompleteSendError {
  return new IncompleteSendError({ message, provider, operation: 'send', outcome: 'unknown' });
}

export function stillInDoubt(provider: string, cause: OrgError | undefined): IncompleteSendError {
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
