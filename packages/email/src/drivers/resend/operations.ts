import { defineRequest } from '@org/core/driver';
import type { PreparedMessage } from '../../driver.ts';
import { contactOperations } from './contacts.ts';
import { encodeEmail } from './encode.ts';
import { endpointOperations } from './endpoints.ts';
import { importOperations } from './imports.ts';
import { listOperations } from './lists.ts';
import { messageOperations } from './messages.ts';
import { propertyOperations } from './properties.ts';
import { mapBatch, provesBatch } from './receipt.ts';
import { sendRequest } from './send-request.ts';
import { suppressionOperations } from './suppressions.ts';
import { templateOperations } from './templates.ts';

export { classify } from './errors.ts';
export { webhookScheme } from './webhooks.ts';

export const operations = {
  send: sendRequest,
  'send.batch': defineRequest({
    safety: 'keyed', // one key for the whole request
    encode: (messages: readonly PreparedMessage[]) => ({
      method: 'POST',
      path: '/emails/batch',
      headers: { 'x-batch-validation': 'permissive' },
      json: messages.map(encodeEmail),
    }),
    decode: mapBatch,
    isAccepted: provesBatch,
  }),
  ...templateOperations,
  ...contactOperations,
  ...propertyOperations,
  ...importOperations,
  ...listOperations,
  ...suppressionOperations,
  ...messageOperations,
  ...endpointOperations,
};
