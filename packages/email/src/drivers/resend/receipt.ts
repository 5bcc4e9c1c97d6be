import { BadRequestError, type ServiceResponse } from '@org/core';
import {
  allAccepted,
  allRejected,
  type BatchReceipts,
  batchReceipts,
  type PreparedMessage,
  quotableWords,
  readJson,
  type SendReceipt,
} from '../../driver.ts';
import * as z from '../../wire/schema.ts';
import { provider } from './wire.ts';

const batchBody = z.object({
  data: z.array(z.object({ id: z.string() })),
  errors: z.nullish(z.array(z.object({ index: z.number(), message: z.string() }))),
});

/** A list that names no message is not of this batch. */
export function provesBatch(response: ServiceResponse): boolean {
  const { data, errors } = readJson(batchBody, response.json()) ?? { data: [] };
  return data.length + (errors ?? []).length > 0;
}

/**
 * `data` has an id for each accepted message, in order; `errors` names the others by their index. With an
 * error about no message, no id has a place.
 */
export function mapBatch(response: ServiceResponse, messages: readonly PreparedMessage[]): BatchReceipts {
  const { data, errors } = readJson(batchBody, response.json()) ?? { data: [] };
  const problems = new Map((errors ?? []).map(({ index, message }) => [index, message]));
  if ([...problems.keys()].some((index) => messages[index] === undefined)) return [];
  const ids = data.values();
  const entries = messages.map((_, index) => problems.get(index) ?? ids.next().value);
  return batchReceipts(messages, entries, (entry, message) => {
    if (typeof entry === 'string') return refused(message, entry);
    return entry && allAccepted(message, entry.id);
  });
}

function refused(message: PreparedMessage, problem: string): SendReceipt {
  const words = quotableWords(problem);
  const error = new BadRequestError({
    message: `Resend refused this message of the batch as invalid. The service says: ${words}`,
    provider,
    operation: 'send.batch',
    outcome: 'not-sent',
  });
  return allRejected(message, error);
}
