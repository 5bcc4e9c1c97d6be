import { defineRequest } from '@org/core/driver';
import { inGroup } from '../../driver.ts';
import { fieldOperations } from './contact-fields.ts';
import { contactOperations } from './contacts.ts';
import { encodeBatch } from './encode.ts';
import { endpointOperations } from './endpoints.ts';
import { classifySend } from './errors.ts';
import { listOperations } from './lists.ts';
import { messageOperations } from './messages.ts';
import { mapReceipts, provesSend } from './receipt.ts';
import { sendRequest } from './send-request.ts';
import { suppressionOperations } from './suppressions.ts';
import { templateOperations } from './templates.ts';

export const requests = {
  send: sendRequest,
  'send.batch': defineRequest({
    safety: 'keyed',
    idempotencyHeader: false,
    limitGroup: 'batch',
    encode: encodeBatch,
    isAccepted: provesSend,
    decode: mapReceipts,
    classify: classifySend,
  }),
  ...inGroup('smtp', { ...templateOperations, ...messageOperations }),
  ...inGroup('contacts', { ...contactOperations, ...fieldOperations, ...listOperations }),
  ...suppressionOperations,
  ...inGroup('other', endpointOperations),
};
