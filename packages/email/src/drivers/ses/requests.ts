import type { ServiceResponse } from '@org/core';
import { defineRequest, textAt } from '@org/core/driver';
import { allAccepted, type PreparedMessage, recipientsOf } from '../../driver.ts';
import { decodeBatch, encodeBatch, provesBatch } from './batch.ts';
import { contactOperations } from './contacts.ts';
import { encodeSend, type SesSettings } from './encode.ts';
import { topicOperations } from './lists.ts';
import { messageGet } from './messages.ts';
import { suppressionOperations } from './suppressions.ts';
import { templateOperations } from './templates.ts';

const messageIdOf = (response: ServiceResponse) => textAt(response.json(), 'MessageId');

/** The single requests, with the driver's options that they need. */
export function requestsOf(settings: SesSettings) {
  const { maxSendRate = 50 } = settings;
  // The sending rate counts recipients. A mail to more recipients than that counts as one full second.
  const costOf = (messages: readonly PreparedMessage[]) =>
    Math.max(1, Math.min(maxSendRate, messages.flatMap(recipientsOf).length));
  return {
    send: defineRequest({
      safety: 'unsafe',
      limitGroup: 'send',
      cost: (message: PreparedMessage) => costOf([message]),
      encode: (message: PreparedMessage, context) => encodeSend(message, settings, context),
      isAccepted: (response) => messageIdOf(response) !== undefined,
      decode: (response, message) => allAccepted(message, messageIdOf(response)),
    }),
    'send.batch': defineRequest({
      safety: 'unsafe',
      limitGroup: 'send',
      cost: costOf,
      encode: (messages: readonly PreparedMessage[]) => encodeBatch(messages, settings),
      isAccepted: provesBatch,
      decode: decodeBatch,
    }),
    'message.get': messageGet,
    ...templateOperations,
    ...contactOperations(settings),
    ...topicOperations(settings),
    ...suppressionOperations,
  };
}
