import { type OperationContext, ResponseFormatError, type ServiceResponse } from '@org/core';
import {
  allAccepted,
  type PreparedMessage,
  type RecipientOutcome,
  readJson,
  type SendReceipt,
} from '../../driver.ts';
import * as z from '../../wire/schema.ts';
import { isEarlierAcceptance } from './errors.ts';
import { hasField } from './failure-body.ts';

const sentEmails = z.array(
  z.object({ email: z.string(), contact: z.nullish(z.object({ email: z.string() })) }),
);

type SentEmail = z.infer<typeof sentEmails>[number];

// The current service wraps its response in `data`; the first version, still in use, does not.
const sendBody = z.object({ emails: sentEmails });
const wrappedSendBody = z.object({ data: sendBody });

function readSent(answer: ServiceResponse): readonly SentEmail[] | undefined {
  const json = answer.json();
  return (readJson(wrappedSendBody, json)?.data ?? readJson(sendBody, json))?.emails;
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
  if (isEarlierAcceptance(answer, context)) return { ...allAccepted(message), replayed: true };
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
  const found = emails.find((sent) => sent.contact?.email.toLowerCase() === recipient.toLowerCase());
  const sent = found ?? (to.length + others.length === 1 ? only : undefined);
  return sent === undefined
    ? { recipient, status: 'unknown' }
    : { recipient, status: 'accepted', messageId: sent.email };
}
