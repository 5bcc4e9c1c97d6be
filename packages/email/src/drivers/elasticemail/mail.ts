import type { ServiceResponse } from '@org/core';
import { defineRequest, textAt } from '@org/core/driver';
import { allAccepted, type PreparedMessage, recipientsOf, type SendReceipt } from '../../driver.ts';
import { encodeBulk, encodeMail } from './encode.ts';

const transactionOf = (response: ServiceResponse) => textAt(response.json(), 'TransactionID');

/** The id of the mail when there is one, else that of the transaction: its events say whose they are. */
function mapReceipt(response: ServiceResponse, message: PreparedMessage): SendReceipt {
  const transaction = transactionOf(response);
  const messageId = textAt(response.json(), 'MessageID');
  const isOne = recipientsOf(message).length === 1;
  return {
    ...allAccepted(message, (isOne ? messageId : undefined) ?? transaction),
    response: `TransactionID: ${transaction}`,
  };
}

const isAccepted = (response: ServiceResponse) => transactionOf(response) !== undefined;

export const mailOperations = {
  send: defineRequest({
    safety: 'unsafe',
    encode: (message: PreparedMessage, { nowMs }) => encodeMail(message, nowMs),
    decode: mapReceipt,
    isAccepted,
  }),
  'send.batch': defineRequest({
    safety: 'unsafe',
    encode: (messages: readonly PreparedMessage[], { nowMs }) => encodeBulk(messages, nowMs),
    decode: (response, messages): readonly SendReceipt[] => {
      const [only, ...others] = messages;
      if (only !== undefined && others.length === 0) return [mapReceipt(response, only)];
      return messages.map((message) => allAccepted(message, transactionOf(response)));
    },
    isAccepted,
  }),
};
