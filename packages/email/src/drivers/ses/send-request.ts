import type { ServiceResponse } from '@org/core';
import { defineRequest, textAt } from '@org/core/driver';
import { allAccepted, type PreparedMessage, recipientsOf } from '../../driver.ts';
import { encodeSend, type SesSettings } from './encode.ts';

const messageIdOf = (response: ServiceResponse) => textAt(response.json(), 'MessageId');

/** The sending rate counts recipients. A mail to more recipients than that counts as one full second. */
export function costOf(messages: readonly PreparedMessage[], { maxSendRate = 50 }: SesSettings): number {
  return Math.max(1, Math.min(maxSendRate, messages.flatMap(recipientsOf).length));
}

export function sendRequestOf(settings: SesSettings) {
  return defineRequest({
    safety: 'unsafe',
    limitGroup: 'send',
    cost: (message: PreparedMessage) => costOf([message], settings),
    encode: (message: PreparedMessage, context) => encodeSend(message, settings, context),
    isAccepted: (response) => messageIdOf(response) !== undefined,
    decode: (response, message) => allAccepted(message, messageIdOf(response)),
  });
}
