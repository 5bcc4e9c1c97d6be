import { defineRequest } from '@org/core/driver';
import { encodeSend } from './encode.ts';
import { classifySend } from './errors.ts';
import { mapReceipt, provesSend } from './receipt.ts';

export const sendRequest = defineRequest({
  safety: 'unsafe', // MailerSend has no idempotency keys
  limitGroup: 'send',
  encode: encodeSend,
  isAccepted: provesSend,
  decode: mapReceipt,
  classify: classifySend,
});
