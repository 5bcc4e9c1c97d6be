import { defineRequest } from '@org/core/driver';
import type { PreparedMessage } from '../../driver.ts';
import { contactOperations } from './contacts.ts';
import { encodeSend } from './encode.ts';
import { endpointOperations } from './endpoints.ts';
import { jobOperations } from './jobs.ts';
import { listOperations } from './lists.ts';
import { messageOperations } from './messages.ts';
import { propertyOperations } from './properties.ts';
import { classifyBatch, mapBatch, provesSend } from './receipt.ts';
import { path, sendRequest } from './send-request.ts';
import { templateOperations } from './templates.ts';

export const requests = {
  send: sendRequest,
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
