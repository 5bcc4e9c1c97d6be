import type { ServiceResponse } from '@org/core';
import { defineRequest } from '@org/core/driver';
import { findWords } from '@org/core/tables';
import { type PreparedMessage, readJson, receiptOfEach, type SendReceipt } from '../../driver.ts';
import { refusedAs } from '../../tables/index.ts';
import * as z from '../../wire/schema.ts';
import { encodeSend } from './encode.ts';

export { classify } from './errors.ts';
export { webhookScheme } from './webhooks.ts';

const transmission = z.object({
  results: z.object({
    id: z.string(),
    total_accepted_recipients: z.number(),
    total_rejected_recipients: z.number(),
  }),
});

const resultsOf = (response: ServiceResponse) => readJson(transmission, response.json())?.results;

export const operations = {
  send: defineRequest({
    safety: 'unsafe',
    encode: (message: PreparedMessage) => encodeSend(message),
    isAccepted: (response) => resultsOf(response) !== undefined,
    decode: decodeReceipt,
  }),
};

/** The response counts refused recipients and names none: of some, each is in doubt. */
function decodeReceipt(response: ServiceResponse, message: PreparedMessage): SendReceipt {
  const {
    id,
    total_accepted_recipients: accepted,
    total_rejected_recipients: refused,
  } = resultsOf(response) ?? { total_accepted_recipients: 0, total_rejected_recipients: 0 };
  const words = findWords(response.json(), 'results.rcpt_to_errors');
  return receiptOfEach(message, () => {
    if (refused === 0 && accepted > 0) return { messageId: id };
    if (accepted === 0) return { error: refusedAs('recipient-rejected', { provider: 'sparkpost', words }) };
    return undefined;
  });
}
