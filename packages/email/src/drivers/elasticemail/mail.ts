import { defineRequest } from '@org/core/driver';
import { allAccepted, type PreparedMessage, type SendReceipt } from '../../driver.ts';
import { encodeBulk } from './encode.ts';
import { isAccepted, mapReceipt, sendRequest, transactionOf } from './send-request.ts';

export const mailOperations = {
  send: sendRequest,
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
