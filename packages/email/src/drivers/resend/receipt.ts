import { BadRequestError, ResponseFormatError, type ServiceResponse } from '@org/core';
import {
  allAccepted,
  allRejected,
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

export function provesBatch(response: ServiceResponse): boolean {
  return readJson(batchBody, response.json()) !== undefined;
}

/** `data` has an id for each accepted message, in order; `errors` names the others by their index. */
export function mapBatch(response: ServiceResponse, messages: readonly PreparedMessage[]): SendReceipt[] {
  const { data, errors } = readJson(batchBody, response.json()) ?? { data: [], errors: [] };
  const problems = new Map((errors ?? []).map(({ index, message }) => [index, message]));
  const refusedCount = messages.filter((_, index) => problems.has(index)).length;
  if (refusedCount !== problems.size || data.length + problems.size !== messages.length)
    throw new ResponseFormatError({
      message:
        `Resend's response to a batch of ${messages.length} has ${data.length} ids and ${problems.size} ` +
        'errors: the outcome of each message is not known.',
      provider,
      status: response.status,
    });
  const ids = data.map(({ id }) => id).values();
  return messages.map((message, index) => {
    const problem = problems.get(index);
    return problem === undefined ? allAccepted(message, ids.next().value) : refused(message, problem);
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
