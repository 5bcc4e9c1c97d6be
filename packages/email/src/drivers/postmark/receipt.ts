import { ResponseFormatError, type ServiceResponse } from '@org/core';
import {
  allAccepted,
  allRejected,
  type BatchReceipts,
  batchReceipts,
  type PreparedMessage,
  readJson,
  type SendReceipt,
} from '../../driver.ts';
import * as z from '../../wire/schema.ts';
import { errorOfItem } from './errors.ts';

const result = z.object({
  ErrorCode: z.number(),
  Message: z.string(),
  MessageID: z.optionalText(),
  To: z.optionalText(),
});
const results = z.array(result);

type Result = z.infer<typeof result>;

export function provesSend(response: ServiceResponse): boolean {
  const read = readJson(result, response.json());
  return read?.ErrorCode === 0 && Boolean(read.MessageID);
}

/** A list that names no message is not of this batch. */
export function provesBatch(response: ServiceResponse): boolean {
  return (readJson(results, response.json()) ?? []).length > 0;
}

export function decodeReceipt(response: ServiceResponse, message: PreparedMessage): SendReceipt {
  const read = readJson(result, response.json());
  if (read !== undefined) return receiptOf(read, message);
  throw new ResponseFormatError({
    message: 'Postmark accepted the request, but its response has no result.',
  });
}

/** One result for each message, in their order; each may have failed, and then has no `To`. */
export function decodeReceipts(
  response: ServiceResponse,
  messages: readonly PreparedMessage[],
): BatchReceipts {
  const read = readJson(results, response.json()) ?? [];
  return batchReceipts(messages, read, receiptOf, names);
}

function names({ To }: Result, { to }: PreparedMessage): boolean {
  const words = new Set(To?.toLowerCase().split(/[\s,<>]+/));
  return to.length > 0 && to.every(({ address }) => words.has(address.toLowerCase()));
}

function receiptOf(
  { ErrorCode: code, Message: words, MessageID }: Result,
  message: PreparedMessage,
): SendReceipt {
  if (code === 406) return suppressed(allRejected(message, errorOfItem(code, words)));
  if (code !== 0) return allRejected(message, errorOfItem(code, words));
  const { outcomes } = allAccepted(message, MessageID ?? undefined);
  const inactive = inactiveIn(words);
  if (inactive.length === 0) return { outcomes };
  const error = errorOfItem(406, '');
  return {
    outcomes: outcomes.map((outcome) =>
      inactive.includes(outcome.recipient.toLowerCase())
        ? { recipient: outcome.recipient, status: 'suppressed', error }
        : outcome,
    ),
  };
}

function suppressed({ outcomes }: SendReceipt): SendReceipt {
  return { outcomes: outcomes.map((outcome) => ({ ...outcome, status: 'suppressed' })) };
}

/**
 * The addresses that Postmark left out of an accepted message, in lower case: "Message OK, but will not
 * deliver to these inactive addresses: a@example.com, b@example.com. Inactive recipients are …" (the official
 * SDKs read the same text).
 */
function inactiveIn(words: string): readonly string[] {
  const [, list = ''] = /inactive addresses: ([^\s,]+(?:, ?[^\s,]+)*)/.exec(words) ?? [];
  return list === '' ? [] : list.replace(/\.$/, '').toLowerCase().split(/, ?/);
}
