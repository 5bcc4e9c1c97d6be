import { defineRequest } from '@org/core/driver';
import { encodeSend } from './encode.ts';
import { classifySend } from './errors.ts';
import { mapReceipt, provesSend } from './receipt.ts';

export const sendRequest = defineRequest({
  safety: 'keyed', // `headers.idempotencyKey` in the body: "Idempotency for batch emails"
  idempotencyHeader: false,
  encode: encodeSend,
  isAccepted: provesSend,
  decode: mapReceipt,
  classify: classifySend,
});
