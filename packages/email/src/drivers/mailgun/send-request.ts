import { defineRequest } from '@org/core/driver';
import type { PreparedMessage, SendReceipt } from '../../driver.ts';
import { encodeSend } from './encode.ts';
import { decodeReceipt, provesSend } from './receipt.ts';

export const path = '/v3/{domain}/messages';

/** The domain is part of almost every path. */
export function sendRequestOf(domain: string) {
  const params = { domain };
  return defineRequest<PreparedMessage, SendReceipt>({
    safety: 'unsafe',
    encode: (message, context) => ({ ...encodeSend(message, path, context), params }),
    isAccepted: provesSend,
    decode: decodeReceipt,
  });
}
