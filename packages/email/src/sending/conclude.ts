import { AbortedError, type OrgError } from '@org/core';
import { warn } from '../content/fit-message.ts';
import { IncompleteSendError, RecipientRejectedError, RecipientSuppressedError } from '../model/errors.ts';
import type { LossyMapping, OnLossy } from '../model/fit/lossy.ts';
import { aborted } from '../model/mail-error.ts';
import { recipientsOf } from '../model/message.ts';
import { ownValue } from '../model/reader.ts';
import { isAccepted, type RecipientOutcome, type SendResult } from '../model/send-result.ts';
import { isEarlierSend, type Mail, type MailEnd } from './mail.ts';

/** A message that ended: its mails, how each of them ended, and what the service could not carry. */
export interface EndedMessage {
  readonly mails: readonly Mail[];
  readonly ends: readonly MailEnd[];
  readonly lossy: readonly LossyMapping[];
  readonly onLossy?: OnLossy | undefined;
}

/**
 * The result of a message, from the ends of its mails.
 *
 * @throws the first error when no mail is out, IncompleteSendError when one may be
 */
export function conclude({ mails, ends, lossy, onLossy }: EndedMessage, provider: string): SendResult {
  const [only = {}] = ends;
  if (mails.length === 1 && only.error !== undefined) throw only.error;
  const outcomes = mails.flatMap((mail, place) => outcomesOf(mail, ends[place] ?? {}));
  const errors = ends.flatMap(({ error }) => error ?? []);
  const isReplayed = ({ receipt, error }: MailEnd) =>
    error === undefined ? receipt?.replayed === true : isEarlierSend(error);
  const replayed = ends.every(isReplayed);
  const own = ends.flatMap(({ receipt }) => receipt?.lossy ?? []);
  const accepted = outcomes.filter(isAccepted);
  const abort = errors.find((error) => AbortedError.isInstance(error));
  if (accepted.length === 0 || abort !== undefined)
    throw notAccepted(outcomes, accepted.length, abort, provider);
  const [first] = accepted;
  const response = mails.length === 1 ? only.receipt?.response : undefined;
  return {
    provider: first?.provider ?? provider,
    outcomes,
    replayed,
    lossy: own.length > 0 ? [...lossy, ...lossesOf(own, onLossy, first?.provider ?? provider)] : lossy,
    ...(first?.messageId === undefined ? {} : { messageId: first.messageId }),
    ...(response === undefined ? {} : { response }),
  };
}

/** Each loss once: the mails of a message may have gone through several services. */
function lossesOf(
  all: readonly LossyMapping[],
  onLossy: OnLossy | undefined,
  provider: string,
): readonly LossyMapping[] {
  const own = [...new Map(all.map((loss) => [`${loss.field}: ${loss.detail}`, loss])).values()];
  if (onLossy === 'warn') warn(own, provider);
  return own;
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

/** The error of a message that nobody accepted, or whose send was interrupted. */
function notAccepted(
  outcomes: readonly RecipientOutcome[],
  accepted: number,
  abort: OrgError | undefined,
  provider: string,
): OrgError {
  const unknown = outcomes.filter(({ status }) => status === 'unknown').length;
  const failure = outcomes.find(({ status }) => unknown === 0 || status === 'unknown')?.error;
  if (accepted + unknown === 0) {
    if (abort !== undefined) return aborted(abort.cause, 'not-sent');
    return failure ?? refusedWithoutReason(provider);
  }
  return new IncompleteSendError({
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
