import { defineRequest } from '@org/core/driver';
import type { BatchReceipts, PreparedMessage } from '../../driver.ts';
import { encodeBatch } from './encode.ts';
import { endpointOperations } from './endpoints.ts';
import { messageOperations } from './messages.ts';
import { decodeReceipts, provesBatch } from './receipt.ts';
import { sendRequest } from './send-request.ts';
import { suppressionOperations } from './suppressions.ts';
import { templateOperations } from './templates.ts';

export const requests = {
  send: sendRequest,
  'send.batch': defineRequest<readonly PreparedMessage[], BatchReceipts>({
    safety: 'unsafe',
    encode: encodeBatch,
    isAccepted: provesBatch,
    decode: decodeReceipts,
  }),
  ...templateOperations,
  ...suppressionOperations,
  ...messageOperations,
  ...endpointOperations,
};
