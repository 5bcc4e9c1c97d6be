import { defineRequest } from '@org/core/driver';
import type { BatchReceipts, PreparedMessage, SendReceipt } from '../../driver.ts';
import { encodeBatch, encodeSend } from './encode.ts';
import { endpointOperations } from './endpoints.ts';
import { messageOperations } from './messages.ts';
import { decodeReceipt, decodeReceipts, provesBatch, provesSend } from './receipt.ts';
import { suppressionOperations } from './suppressions.ts';
import { templateOperations } from './templates.ts';

/** The single requests. */
export const requests = {
  send: defineRequest<PreparedMessage, SendReceipt>({
    safety: 'unsafe',
    encode: encodeSend,
    isAccepted: provesSend,
    decode: decodeReceipt,
  }),
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
