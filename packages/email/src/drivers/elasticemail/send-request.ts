import type { ServiceResponse } from '@org/core';
import { defineRequest, textAt } from '@org/core/driver';
import { allAccepted, type PreparedMessage, recipientsOf, type SendReceipt } from '../../driver.ts';
import { encodeMail } from './encode.ts';

export const transactionOf = (response: ServiceResponse) => textAt(response.json(), 'TransactionID');

/** The id of the mail when there is one, else that of the transaction: its events say whose they are. */
export function mapReceipt(response: ServiceResponse, message: PreparedMessage): SendReceipt {
  const transaction = transactionOf(response);
  const messageId = textAt(response.json(), 'MessageID');
  const isOne = recipientsOf(message).length === 1;
  return {
    ...allAccepted(message, (isOne ? messageId : undefined) ?? transaction),
    response: `TransactionID: ${transaction}`,
  };
}

export const isAccepted = (response: ServiceResponse) => transactionOf(response) !== undefined;

export const sendRequest = defineRequest({
  safety: 'unsafe',
  encode: (message: PreparedMessage, { nowMs }) => encodeMail(message, nowMs),
  decode: mapReceipt,
  isAccepted,
});
