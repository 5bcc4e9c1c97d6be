import { type HttpAnswer, type OperationContext, ResponseFormatError } from '@org/core';
import * as z from 'zod/mini';
import { lazily } from '../../internal/lazily.ts';
import type { PreparedMessage } from '../../model/message.ts';
import type { RecipientOutcome, SendReceipt } from '../../model/send-result.ts';
import { isEarlierAcceptance } from './errors.ts';
import { hasField } from './evidence.ts';

const sentEmails = lazily(() =>
  z.object({
    emails: z.array(z.object({ email: z.string(), contact: z.optional(z.object({ email: z.string() })) })),
  }),
);

// The current service wraps its answer in `data`; the first version, still in use, does not.
function readSent(answer: HttpAnswer): readonly SentEmail[] | undefined {
  const json = answer.json();
  const inner: unknown = typeof json === 'object' && json !== null ? Reflect.get(json, 'data') : undefined;
  return sentEmails().safeParse(inner ?? json).data?.emails;
}

/** Does a 2xx response to a send prove that mail was accepted? */
export function provesSend(answer: HttpAnswer, context: OperationContext): boolean {
  if (isEarlierAcceptance(answer, context)) return true;
  const emails = readSent(answer);
  return emails === undefined ? hasField(answer, 'success', true) : emails.length > 0;
}

/** The answer to a send: an id for each recipient. */
export function mapPlunkReceipt(
  answer: HttpAnswer,
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
      message: 'Plunk accepted the mail, but its answer has no list of emails: the ids are not known.',
      status: answer.status,
    });
  return { outcomes: message.to.map(({ address }) => outcomeOf(address, emails, message)) };
}

type SentEmail = { readonly email: string; readonly contact?: { readonly email: string } | undefined };

/** Plunk keeps addresses in lower case (`ContactService` of its source). */
function outcomeOf(
  recipient: string,
  emails: readonly SentEmail[],
  { to }: PreparedMessage,
): RecipientOutcome {
  const [only, ...others] = emails;
  const found = emails.find(({ contact }) => contact?.email.toLowerCase() === recipient.toLowerCase());
  const sent = found ?? (to.length + others.length === 1 ? only : undefined);
  return sent === undefined
    ? { recipient, status: 'unknown' }
    : { recipient, status: 'accepted', messageId: sent.email };
}
