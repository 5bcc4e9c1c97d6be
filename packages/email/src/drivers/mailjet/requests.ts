import { defineRequest } from '@org/core/driver';
import type { PreparedMessage } from '../../driver.ts';
import { contactOperations } from './contacts.ts';
import { encodeSend } from './encode.ts';
import { endpointOperations } from './endpoints.ts';
import { jobOperations } from './jobs.ts';
import { listOperations } from './lists.ts';
import { messageOperations } from './messages.ts';
import { propertyOperations } from './properties.ts';
import { classifyBatch, classifySend, mapBatch, mapSend, provesSend } from './receipt.ts';
import { templateOperations } from './templates.ts';

const path = '/v3.1/send';

/** The single requests. */
export const requests = {
  send: defineRequest({
    safety: 'unsafe', // Mailjet has no idempotency keys
    encode: (message: PreparedMessage) => ({ method: 'POST', path, json: encodeSend([message]) }),
    decode: mapSend,
    isAccepted: provesSend,
    classify: classifySend,
  }),
  'send.batch': defineRequest({
    safety: 'unsafe',
    encode: (messages: readonly PreparedMessage[]) => ({ method: 'POST', path, json: encodeSend(messages) }),
    decode: mapBatch,
    isAccepted: provesSend,
    classify: classifyBatch,
  }),
  ...templateOperations,
  ...contactOperations,
  ...propertyOperations,
  ...jobOperations,
  ...listOperations,
  ...messageOperations,
  ...endpointOperations,
};
