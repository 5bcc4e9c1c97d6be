import { defineRequest } from '@org/core/driver';
import type { PreparedMessage, SendReceipt } from '../../driver.ts';
import { convertToPlunkSend } from './encode.ts';
import { classifyPlunkFailure as classify } from './errors.ts';
import { mapPlunkReceipt, provesSend } from './receipt.ts';

export const sendRequest = defineRequest<PreparedMessage, SendReceipt>({
  safety: 'keyed', // the header Idempotency-Key: docs.useplunk.com, guides, "Idempotency"
  encode: convertToPlunkSend,
  decode: mapPlunkReceipt,
  isAccepted: provesSend,
  // Decides alone: for a send, some answers with 409 are a success.
  classify,
});
