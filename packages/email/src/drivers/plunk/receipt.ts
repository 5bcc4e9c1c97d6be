import { type OperationContext, ResponseFormatError, type ServiceResponse } from '@org/core';
import {
  allAccepted,
  ownValue,
  type PreparedMessage,
  type RecipientOutcome,
  type SendReceipt,
} from '../../driver.ts';
import { isEarlierAcceptance } from './errors.ts';
import { hasField } from './failure-body.ts';

interface SentEmail {
  readonly messageId: string;
  readonly address: string | undefined;
}

/** The mails of a response. The service wraps them in `data`; its first version, still in use, does not. */
function readSent(answer: ServiceResponse): readonly SentEmail[] | undefined {
  const json = answer.json();
  const emails = ownValue(ownValue(json, 'data') ?? json, 'emails');
  if (!Array.isArray(emails)) return undefined;
  const sent: SentEmail[] = [];
  for (const email of emails as readonly unknown[]) {
    const messageId = ownValue(email, 'email');
    const address = ownValue(ownValue(email, 'contact'), 'email');
    if (typeof messageId !== 'string') return undefined;
    sent.push({ messageId, address: typeof address === 'string' ? address.toLowerCase() : undefined });
  }
  return sent;
}

/** Does a 2xx response to a send prove that mail was accepted? */
export function provesSend(answer: ServiceResponse, context: OperationContext): boolean {
  const emails = readSent(answer);
  if (emails !== undefined) return emails.length > 0;
  return isEarlierAcceptance(answer, context) || hasField(answer, 'success', true);
}

/** The response to a send has an id for each recipient. */
export function mapPlunkReceipt(
  answer: ServiceResponse,
  message: PreparedMessage,
  context: OperationContext,
): SendReceipt {
  const emails = readSent(answer);
  if (emails !== undefined)
    return { outcomes: message.to.map(({ address }) => outcomeOf(address, emails, message)) };
  if (isEarlierAcceptance(answer, context)) return { ...allAccepted(message), replayed: true };
  throw new ResponseFormatError({
    message: 'Plunk accepted the mail, but its response has no list of emails: the ids are not known.',
    status: answer.status,
  });
}

/** Plunk keeps addresses in lower case (`ContactService` of its source). */
function outcomeOf(
  recipient: string,
  emails: readonly SentEmail[],
  { to }: PreparedMessage,
): RecipientOutcome {
  const [only, ...others] = emails;
  const found = emails.find(({ address }) => address === recipient.toLowerCase());
  const sent = found ?? (to.length + others.length === 1 ? only : undefined);
  return sent === undefined
    ? { recipient, status: 'unknown' }
    : { recipient, status: 'accepted', messageId: sent.messageId };
}
