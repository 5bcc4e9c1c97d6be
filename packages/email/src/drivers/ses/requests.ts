import { defineRequest } from '@org/core/driver';
import type { PreparedMessage } from '../../driver.ts';
import { decodeBatch, encodeBatch, provesBatch } from './batch.ts';
import { contactOperations } from './contacts.ts';
import type { SesSettings } from './encode.ts';
import { topicOperations } from './lists.ts';
import { messageOperations } from './messages.ts';
import { costOf, sendRequestOf } from './send-request.ts';
import { suppressionOperations } from './suppressions.ts';
import { templateOperations } from './templates.ts';

/** The single requests, with the driver's options that they need. */
export function requestsOf(settings: SesSettings) {
  return {
    send: sendRequestOf(settings),
    'send.batch': defineRequest({
      safety: 'unsafe',
      limitGroup: 'send',
      cost: (messages: readonly PreparedMessage[]) => costOf(messages, settings),
      encode: (messages: readonly PreparedMessage[]) => encodeBatch(messages, settings),
      isAccepted: provesBatch,
      decode: decodeBatch,
    }),
    ...messageOperations,
    ...templateOperations,
    ...contactOperations(settings),
    ...topicOperations(settings),
    ...suppressionOperations,
  };
}
