import { defineRequest } from '@org/core/driver';
import type { PreparedMessage } from '../../driver.ts';
import { encodeSend } from './encode.ts';
import { classifySend, mapSend, provesSend } from './receipt.ts';

export const path = '/v3.1/send';

export const sendRequest = defineRequest({
  safety: 'unsafe', // Mailjet has no idempotency keys
  encode: (message: PreparedMessage) => ({ method: 'POST', path, json: encodeSend([message]) }),
  decode: mapSend,
  isAccepted: provesSend,
  classify: classifySend,
});
