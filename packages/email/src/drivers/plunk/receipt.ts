import { type OperationContext, ResponseFormatError, type ServiceResponse } from '@org/core';
import { type JsonObject, readJson } from '../../internal/json-object.ts';
import type { PreparedMessage } from '../../model/message.ts';
import type { RecipientOutcome, SendReceipt } from '../../model/send-result.ts';
import { isEarlierAcceptance } from './errors.ts';
import { hasField } from './failure-body.ts';

interface SentEmail {
  readonly id: string;
  readonly recipient: string | undefined;
}

/** The emails of the response, which the current service wraps in `data` and the first version does not. */
function readSent(answer: ServiceResponse): readonly SentEmail[] | undefined {
  const result = readJson(answer.json(), (json) =>
    (json.optionalObject('data') ?? json).list('emails', readEmail),
  );
  return result.issues === undefined ? result.value : undefined;
}

function readEmail(json: JsonObject): SentEmail {
  const recipient = json.optionalObject('contact')?.required('string', 'email');
  return { id: json.required('string', 'email'), recipient };
}

/** Does a 2xx response to a send prove that mail was accepted? */
export function provesSend(answer: ServiceResponse, context: OperationContext): boolean {
  if (isEarlierAcceptance(answer, context)) return true;
  const emails = readSent(answer);
  return emails === undefined ? hasField(answer, 'success', true) : emails.length > 0;
}

/** The response to a send has an id for each recipient. */
export function mapPlunkReceipt(
  answer: ServiceResponse,
  message: PreparedMessage,
  context: OperationContext,
): SendReceipt {
  if (isEarlierAcceptance(answer, context)) {
    const outcomes = message.to.map(({ address }) => ({ recipient: address, status: 'accepted' as const }));
    return { outcomes, replayed: true };
  }
  const emails = readSent(answer);
  if (emails === undefined)
    throw new ResponseFormatError({
      message: 'Plunk accepted the mail, but its response has no list of emails: the ids are not known.',
      status: answer.status,
    });
  return { outcomes: message.to.map(({ address }) => outcomeOf(address, emails, message)) };
}

/** Plunk keeps addresses in lower case (`ContactService` of its source). */
function outcomeOf(
  recipient: string,
  emails: readonly SentEmail[],
  { to }: PreparedMessage,
): RecipientOutcome {
  const [only, ...others] = emails;
  const found = emails.find((sent) => sent.recipient?.toLowerCase() === recipient.toLowerCase());
  const sent = found ?? (to.length + others.length === 1 ? only : undefined);
  return sent === undefined
    ? { recipient, status: 'unknown' }
    : { recipient, status: 'accepted', messageId: sent.id };
}
