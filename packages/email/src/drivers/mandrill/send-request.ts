import type { ServiceResponse } from '@org/core';
import { defineRequest } from '@org/core/driver';
import {
  lookUp,
  type PreparedMessage,
  type RecipientAnswer,
  readJson,
  receiptOfEach,
  type SendReceipt,
} from '../../driver.ts';
import { type ErrorKind, refusedAs } from '../../tables/index.ts';
import * as z from '../../wire/schema.ts';
import { encodeSend } from './encode.ts';

const answers = z.array(
  z.object({
    email: z.string(),
    status: z.enum(['sent', 'queued', 'scheduled', 'rejected', 'invalid']),
    _id: z.optionalText(),
    reject_reason: z.optionalText(),
  }),
);

type Answer = z.infer<typeof answers>[number];

const answersOf = (response: ServiceResponse) => readJson(answers, response.json()) ?? [];

export const sendRequest = defineRequest({
  safety: 'unsafe',
  encode: (message: PreparedMessage) => encodeSend(message),
  isAccepted: (response) => answersOf(response).length > 0,
  decode: decodeReceipt,
});

/** One answer for each recipient; a success may hold refusals. */
function decodeReceipt(response: ServiceResponse, message: PreparedMessage): SendReceipt {
  const byAddress = new Map(answersOf(response).map((answer) => [answer.email.toLowerCase(), answer]));
  return receiptOfEach(message, (address) => toRecipientAnswer(byAddress.get(address)));
}

function toRecipientAnswer(answer: Answer | undefined): RecipientAnswer | undefined {
  if (answer === undefined) return undefined;
  const { status, _id: messageId, reject_reason } = answer;
  if (status !== 'rejected' && status !== 'invalid') return { messageId: messageId ?? undefined };
  const code = reject_reason ?? status;
  return { error: refusedAs(lookUp(reasons, code) ?? 'recipient-rejected', { provider: 'mandrill', code }) };
}

const reasons: Readonly<Record<string, ErrorKind>> = {
  'hard-bounce': 'recipient-suppressed',
  'soft-bounce': 'recipient-suppressed',
  spam: 'recipient-suppressed',
  unsub: 'recipient-suppressed',
  custom: 'recipient-suppressed',
  'invalid-sender': 'sender-not-verified',
  unsigned: 'sender-not-verified',
  'test-mode-limit': 'quota-exceeded',
  rule: 'message-rejected',
};
