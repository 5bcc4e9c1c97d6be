import { defineRequest } from '@org/core/driver';
import type { PreparedMessage, SendReceipt } from '../../driver.ts';
import { activityOperations } from './activity.ts';
import { contactOperations } from './contacts.ts';
import { convertToPlunkSend } from './encode.ts';
import { classifyPlunkFailure as classify } from './errors.ts';
import { mapPlunkReceipt, provesSend } from './receipt.ts';
import { suppressionOperations } from './suppressions.ts';
import { templateOperations } from './templates.ts';

/** The single requests. */
export const requests = {
  send: defineRequest<PreparedMessage, SendReceipt>({
    safety: 'keyed', // the header Idempotency-Key: docs.useplunk.com, guides, "Idempotency"
    encode: convertToPlunkSend,
    decode: mapPlunkReceipt,
    isAccepted: provesSend,
    // Decides alone: for a send, some answers with 409 are a success.
    classify,
  }),
  ...templateOperations,
  ...contactOperations,
  ...suppressionOperations,
  ...activityOperations,
};
