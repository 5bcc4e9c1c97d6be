import { IncompleteSendError, RecipientRejectedError } from '../model/errors.ts';
import type { LossyMapping } from '../model/fit-message.ts';
import type { RecipientOutcome, SendResult } from '../model/send-result.ts';
import type { SplitReceipt } from './send-parts.ts';

/**
 * The result of a message.
 *
 * @throws the first error when no mail is out, IncompleteSendError when one may be
 */
export function concludeSend(
  receipt: SplitReceipt,
  lossy: readonly LossyMapping[],
  provider: string,
): SendResult {
  requireAccepted(receipt, provider);
  const { outcomes, replayed = false, response } = receipt;
  const accepted = outcomes.find(isAccepted);
  const messageId = accepted?.messageId;
  return {
    provider: accepted?.provider ?? provider,
    outcomes,
    replayed,
    lossy,
    ...(messageId === undefined ? {} : { messageId }),
    ...(response === undefined ? {} : { response }),
  };
}

function isAccepted({ status }: RecipientOutcome): boolean {
  return status === 'accepted' || status === 'scheduled' || status === 'validated';
}

function requireAccepted({ outcomes, isSplit, stop }: SplitReceipt, provider: string): void {
  const accepted = outcomes.filter(isAccepted).length;
  const unknown = outcomes.filter(({ status }) => status === 'unknown').length;
  // The response to one mail may list other recipients only: then it proves nothing about these.
  if (!isSplit && unknown < outcomes.length) return;
  const isInterrupted = stop?.isInterrupted === true;
  if (accepted > 0 && !isInterrupted) return;
  const failed = outcomes.find(({ status }) => unknown === 0 || status === 'unknown');
  const cause = isInterrupted ? stop?.error : failed?.error;
  if (accepted + unknown === 0) throw isInterrupted ? cause : (cause ?? refusedWithoutReason(provider));
  throw new IncompleteSendError({
    message:
      `The send ${isInterrupted ? 'was interrupted' : 'failed'}: of ${outcomes.length} recipients, ` +
      `${accepted} were accepted and ${unknown} may have been. Read \`outcomes\` before you send it again.`,
    provider,
    operation: 'send',
    outcome: accepted > 0 ? 'sent' : 'unknown',
    outcomes,
    cause,
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
