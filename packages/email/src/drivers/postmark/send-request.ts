import { defineRequest } from '@org/core/driver';
import type { PreparedMessage, SendReceipt } from '../../driver.ts';
import { encodeSend } from './encode.ts';
import { decodeReceipt, provesSend } from './receipt.ts';

export const sendRequest = defineRequest<PreparedMessage, SendReceipt>({
  safety: 'unsafe',
  encode: encodeSend,
  isAccepted: provesSend,
  decode: decodeReceipt,
});
