import type { ServiceResponse } from '@org/core';
import { defineRequest } from '@org/core/driver';
import { findWords } from '@org/core/tables';
import {
  allRejected,
  batchReceipts,
  listIn,
  ownValue,
  type PreparedMessage,
  readJson,
  receiptOfEach,
  recipientsOf,
  type SendReceipt,
} from '../../driver.ts';
import { classifyByCodes, refusedAs } from '../../tables/index.ts';
import * as z from '../../wire/schema.ts';
import { encodeMail } from './encode.ts';

export { webhookScheme } from './webhooks.ts';

/** Mailtrap has no codes: the status decides, and `errors` or `error` has the words. */
const classify = classifyByCodes({ refusal: { field: 'success' } });

const accepted = z.object({ success: z.boolean(), message_ids: z.array(z.string()) });

/** With the number of a sandbox at the end of each path. */
export const createOperations = (inbox: string) => ({
  classify,
  operations: {
    send: defineRequest({
      safety: 'unsafe',
      encode: (message: PreparedMessage) => ({
        method: 'POST',
        path: `/api/send${inbox}`,
        json: encodeMail(message),
      }),
      isAccepted: (response) => readJson(accepted, response.json())?.success === true,
      decode: (response, message) => receiptOf(response.json(), message),
    }),
    'send.batch': defineRequest({
      safety: 'unsafe',
      encode: (messages: readonly PreparedMessage[]) => ({
        method: 'POST',
        path: `/api/batch${inbox}`,
        json: { requests: messages.map(encodeMail) },
      }),
      isAccepted: (response) => responsesOf(response).length > 0,
      decode: (response, messages) => batchReceipts(messages, responsesOf(response), itemReceipt),
    }),
  },
});

const responsesOf = (response: ServiceResponse) => listIn(response.json(), 'responses');

/** A mail of a batch that Mailtrap refuses stands in a success. */
function itemReceipt(item: unknown, message: PreparedMessage): SendReceipt | undefined {
  if (readJson(accepted, item)?.success === true) return receiptOf(item, message);
  if (ownValue(item, 'success') !== false) return undefined;
  return allRejected(message, refusedAs('bad-request', { provider: 'mailtrap', words: findWords(item) }));
}

/** An id for each recipient, in the order of `to`, `cc` and `bcc`. */
function receiptOf(item: unknown, message: PreparedMessage): SendReceipt {
  const ids = readJson(accepted, item)?.message_ids ?? [];
  const isWhole = ids.length === recipientsOf(message).length;
  return receiptOfEach(message, (_address, place) => ({ messageId: isWhole ? ids[place] : undefined }));
}
