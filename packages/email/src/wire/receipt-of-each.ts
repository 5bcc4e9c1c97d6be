import type { OrgError } from '@org/core';
import { IncompleteSendError, RecipientSuppressedError } from '../model/errors.ts';
import { type PreparedMessage, recipientsOf } from '../model/message.ts';
import { type RecipientOutcome, type SendReceipt, statusOf } from '../model/send-result.ts';

/** What a service says of one recipient: the id of the mail, or why there is none. @public */
export interface RecipientAnswer {
  readonly messageId?: string | undefined;
  readonly error?: OrgError | undefined;
}

/**
 * The receipt of a service that answers each recipient alone, in a success that may hold refusals. A
 * recipient without an answer has the status `unknown`: the acceptance of the others proves nothing about it.
 * @public
 *
 * @example
 * const decode = (response: ServiceResponse, message: PreparedMessage) =>
 *   receiptOfEach(message, (_address, place) => ({ messageId: textAt(response.json(), 'ids', `${place}`) }));
 *
 * @param answerOf - by the address in lower case, or by the place among `to`, `cc` and `bcc`
 */
export function receiptOfEach(
  message: PreparedMessage,
  answerOf: (address: string, place: number) => RecipientAnswer | undefined,
): SendReceipt {
  const outcomes = recipientsOf(message).map((recipient, place): RecipientOutcome => {
    const { messageId, error } = answerOf(recipient.toLowerCase(), place) ?? { error: unnamed() };
    const id = messageId === undefined ? {} : { messageId };
    if (error === undefined) return { recipient, status: statusOf(message), ...id };
    return { recipient, status: refusedStatus(error), error, ...id };
  });
  return { outcomes };
}

/**
 * The same where each answer names its recipient. @public
 *
 * @example
 * const answers = [{ email: 'bob@example.com', id: '17' }];
 * const decode = (_response: ServiceResponse, message: PreparedMessage) =>
 *   receiptByAddress(message, answers, ({ email }) => email, ({ id }) => ({ messageId: id }));
 */
export function receiptByAddress<Answer>(
  message: PreparedMessage,
  answers: readonly Answer[],
  addressOf: (answer: Answer) => string,
  toAnswer: (answer: Answer) => RecipientAnswer,
): SendReceipt {
  const known = new Map(answers.map((answer) => [addressOf(answer).toLowerCase(), toAnswer(answer)]));
  return receiptOfEach(message, (address) => known.get(address));
}

function refusedStatus(error: OrgError): RecipientOutcome['status'] {
  if (error.outcome === 'unknown') return 'unknown';
  return RecipientSuppressedError.isInstance(error) ? 'suppressed' : 'rejected';
}

function unnamed(): IncompleteSendError {
  return new IncompleteSendError({
    message: 'The response does not name this recipient; whether the mail was sent is not known.',
    operation: 'send',
    outcome: 'unknown',
  });
}
