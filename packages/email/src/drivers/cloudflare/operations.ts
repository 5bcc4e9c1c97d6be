import type { ServiceResponse } from '@org/core';
import { defineRequest } from '@org/core/driver';
import {
  encodeBase64,
  type PreparedMessage,
  type RecipientAnswer,
  readJson,
  receiptOfEach,
  type SendReceipt,
} from '../../driver.ts';
import { refusedAs } from '../../tables/index.ts';
import * as z from '../../wire/schema.ts';
import { encodeMail, type WireNames } from './encode.ts';
import { suppressionOperations } from './suppressions.ts';

export { classify } from './errors.ts';

const names: WireNames = {
  address: 'address',
  replyTo: 'reply_to',
  contentId: 'content_id',
  content: ({ content }) => encodeBase64(content),
};

const answer = z.object({
  success: z.boolean(),
  result: z.object({
    delivered: z.array(z.string()),
    permanent_bounces: z.array(z.string()),
    queued: z.array(z.string()),
    message_id: z.optionalText(),
  }),
});

const answerOf = (response: ServiceResponse) => readJson(answer, response.json());

export const createOperations = (account: `/accounts/${string}`) => ({
  send: defineRequest({
    safety: 'unsafe',
    encode: (message: PreparedMessage) => ({
      method: 'POST',
      path: `${account}/send`,
      json: encodeMail(message, names),
    }),
    isAccepted: (response) => answerOf(response)?.success === true,
    decode: decodeReceipt,
  }),
  ...suppressionOperations(`${account}/suppressions`),
});

/** The response has the addresses, by what became of them. */
function decodeReceipt(response: ServiceResponse, message: PreparedMessage): SendReceipt {
  const {
    delivered = [],
    permanent_bounces = [],
    queued = [],
    message_id,
  } = answerOf(response)?.result ?? {};
  const answers = new Map<string, RecipientAnswer>();
  for (const address of [...delivered, ...queued])
    answers.set(address.toLowerCase(), { messageId: message_id ?? undefined });
  for (const address of permanent_bounces)
    answers.set(address.toLowerCase(), { error: refusedAs('recipient-rejected', bounced) });
  return receiptOfEach(message, (address) => answers.get(address));
}

const bounced = { provider: 'cloudflare', code: 'permanent_bounce', words: 'a permanent bounce' };
