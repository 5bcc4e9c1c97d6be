import { quotableWords, recipientsOf } from '../../driver.ts';
import { RecipientRejectedError } from '../../model/errors.ts';
import type { PreparedMessage } from '../../model/message.ts';
import type { RecipientOutcome, SendReceipt } from '../../model/send-result.ts';
import { classifySmtpFailure } from './errors.ts';
import type { NodemailerSent, SmtpReplyError } from './nodemailer.ts';
import type { SmtpProgress } from './phase.ts';

/** The server's reply for each recipient, when it accepted the message for at least one. */
export function mapSmtpReceipt(
  message: PreparedMessage,
  sent: NodemailerSent,
  progress: SmtpProgress,
  messageId: string,
): SendReceipt {
  const refusals = new Map((sent.rejectedErrors ?? []).map((error) => [error.recipient, error]));
  const outcomes = recipientsOf(message).map((recipient): RecipientOutcome => {
    const refusal = refusals.get(recipient);
    if (refusal === undefined) return { recipient, status: 'accepted', messageId };
    return { recipient, status: 'rejected', error: mapRefusal(refusal, progress) };
  });
  return { outcomes, response: quotableWords(sent.response) };
}

function mapRefusal(refusal: SmtpReplyError, progress: SmtpProgress): RecipientRejectedError {
  const { message, words = '', status, providerCode, replay } = classifySmtpFailure(refusal, progress);
  return new RecipientRejectedError({
    message: `${message} The service says: ${quotableWords(words)}`,
    status,
    providerCode,
    provider: 'smtp',
    operation: 'send',
    outcome: 'not-sent',
    retryable: replay === 'always',
  });
}
