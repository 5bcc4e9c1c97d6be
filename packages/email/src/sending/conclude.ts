import type { OrgError } from '@org/core';
import { IncompleteSendError, RecipientRejectedError, RecipientSuppressedError } from '../model/errors.ts';
import type { LossyMapping } from '../model/fit/fit-message.ts';
import { aborted } from '../model/mail-error.ts';
import { recipientsOf } from '../model/message.ts';
import { ownValue } from '../model/reader.ts';
import { isAccepted, type RecipientOutcome, type SendResult } from '../model/send-result.ts';
import { isAborted, isEarlierSend, type Mail, type MailEnd } from './mail.ts';

/** A message that ended: its mails, how each of them ended, and what the service could not carry. */
export interface EndedMessage {
  readonly mails: readonly Mail[];
  readonly ends: readonly MailEnd[];
  readonly lossy: readonly LossyMapping[];
}

/**
 * The result of a message, from the ends of its mails.
 *
 * @throws the first error when no mail is out, IncompleteSendError when one may be
 */
export function conclude({ mails, ends, lossy }: EndedMessage, provider: string): SendResult {
  const [only = {}] = ends;
  if (mails.length === 1 && only.error !== undefined) throw only.error;
  const outcomes = mails.flatMap((mail, place) => outcomesOf(mail, ends[place] ?? {}));
  requireAccepted(outcomes, ends, provider);
  const accepted = outcomes.find(isAccepted);
  const messageId = accepted?.messageId;
  const response = mails.length === 1 ? only.receipt?.response : undefined;
  return {
    provider: accepted?.provider ?? provider,
    outcomes,
    replayed: ends.every(({ receipt, error }) => receipt?.replayed === true || isEarlierSend(error)),
    lossy,
    ...(messageId === undefined ? {} : { messageId }),
    ...(response === undefined ? {} : { response }),
  };
}

/** What a mail's end means for each of its recipients. */
export function outcomesOf(
  { message }: Pick<Mail, 'message'>,
  { receipt, error }: MailEnd,
): readonly RecipientOutcome[] {
  if (receipt !== undefined) return receipt.outcomes;
  return recipientsOf(message).map((recipient) =>
    error === undefined ? { recipient, status: 'rejected' } : failed(recipient, error),
  );
}

function failed(recipient: string, error: OrgError): RecipientOutcome {
  const { outcome } = error;
  if (outcome === 'sent' || outcome === 'unknown') {
    const messageId = ownValue(error.details, 'messageId');
    const status = outcome === 'sent' ? 'accepted' : 'unknown';
    // The driver puts the `Message-ID` of a mail that may be out into the error's `details`.
    return { recipient, status, error, ...(typeof messageId === 'string' ? { messageId } : {}) };
  }
  return { recipient, status: RecipientSuppressedError.isInstance(error) ? 'suppressed' : 'rejected', error };
}

function requireAccepted(
  outcomes: readonly RecipientOutcome[],
  ends: readonly MailEnd[],
  provider: string,
): void {
  const accepted = outcomes.filter(isAccepted).length;
  const unknown = outcomes.filter(({ status }) => status === 'unknown').length;
  const abort = ends.find(isAborted)?.error;
  if (accepted > 0 && abort === undefined) return;
  const failure = outcomes.find(({ status }) => unknown === 0 || status === 'unknown')?.error;
  if (accepted + unknown === 0) {
    if (abort !== undefined) throw aborted(abort.cause, 'not-sent');
    throw failure ?? refusedWithoutReason(provider);
  }
  throw new IncompleteSendError({
    message:
      `The send ${abort === undefined ? 'failed' : 'was interrupted'}: of ${outcomes.length} recipients, ` +
      `${accepted} were accepted and ${unknown} may have been. Read \`outcomes\` before you send it again.`,
    provider,
    operation: 'send',
    outcome: accepted > 0 ? 'sent' : 'unknown',
    outcomes,
    cause: abort === undefined ? failure : abort.cause,
  });
}

function refusedWithoutReason(provider: string): RecipientRejectedError {
  return new RecipientRejectedError({
    message: `${provider} refused the message, and gave no reason.`,
    provider,
    operation: 'send',
    outcome: 'not-sent',
  });
}
