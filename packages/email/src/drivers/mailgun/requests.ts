import { defineRequest } from '@org/core/driver';
import type { PreparedMessage, SendReceipt } from '../../driver.ts';
import { encodeMany } from './encode.ts';
import { endpointOperations } from './endpoints.ts';
import { listOperations } from './lists.ts';
import { messageOperations } from './messages.ts';
import { decodeReceipt, provesSend } from './receipt.ts';
import { path, sendRequestOf } from './send-request.ts';
import { suppressionOperations } from './suppressions.ts';
import { templateOperations } from './templates.ts';

/** The single requests of a domain, which is part of almost every path. */
export function requestsOf(domain: string) {
  const params = { domain };
  return {
    send: sendRequestOf(domain),
    /** One content for recipients who differ. */
    'send.batch': defineRequest<readonly PreparedMessage[], readonly SendReceipt[]>({
      safety: 'unsafe',
      encode: (messages) => ({ ...encodeMany(messages, path), params }),
      isAccepted: provesSend,
      decode: (response, messages) => messages.map((message) => decodeReceipt(response, message)),
    }),
    ...templateOperations(domain),
    ...listOperations,
    ...suppressionOperations(domain),
    ...messageOperations(domain),
    ...endpointOperations(domain),
  };
}
