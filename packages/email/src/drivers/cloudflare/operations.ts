import type { ServiceResponse } from '@org/core';
import { defineRequest, isRecord, textAt } from '@org/core/driver';
import { listIn, ownValue, type PreparedMessage, receiptOfEach, type SendReceipt } from '../../driver.ts';
import { refusedAs } from '../../tables/index.ts';
import { encodeMail } from './encode.ts';
import { classify } from './errors.ts';
import { suppressionOperations } from './suppressions.ts';

const names = { address: 'address', replyTo: 'reply_to', contentId: 'content_id' };

export const createOperations = (account: `/accounts/${string}`) => ({
  classify,
  operations: {
    send: defineRequest({
      safety: 'unsafe',
      encode: (message: PreparedMessage) => ({
        method: 'POST',
        path: `${account}/send`,
        json: encodeMail(message, names),
      }),
      isAccepted: (response) =>
        ownValue(response.json(), 'success') === true && isRecord(ownValue(response.json(), 'result')),
      decode: decodeReceipt,
    }),
    ...suppressionOperations(`${account}/suppressions`),
  },
});

/** The response has the addresses, by what became of them. */
function decodeReceipt(response: ServiceResponse, message: PreparedMessage): SendReceipt {
  const result = ownValue(response.json(), 'result');
  const messageId = textAt(result, 'message_id');
  const isIn = (name: string, address: string) =>
    listIn(result, name).some((each) => `${each}`.toLowerCase() === address);
  return receiptOfEach(message, (address) => {
    if (isIn('permanent_bounces', address)) return { error: refusedAs('recipient-rejected', bounced) };
    return isIn('delivered', address) || isIn('queued', address) ? { messageId } : undefined;
  });
}

const bounced = { provider: 'cloudflare', code: 'permanent_bounce', words: 'a permanent bounce' };
