import { defineOperation, pathSegment } from '@org/core';
import type { PreparedMessage } from '../../model/message.ts';
import type { SendReceipt } from '../../model/send-result.ts';
import { encodeMany, encodeSend } from './encode.ts';
import { endpointOperations } from './endpoints.ts';
import { classifyMailgunFailure as classify } from './errors.ts';
import { listOperations } from './lists.ts';
import { messageOperations } from './messages.ts';
import { decodeReceipt, provesSend } from './receipt.ts';
import { suppressionOperations } from './suppressions.ts';
import { templateOperations } from './templates.ts';

/** The operations of a domain: it is part of almost every path. */
export function operationsOf(domain: string) {
  const path = `/v3/${pathSegment(domain)}/messages`;
  const pathTemplate = '/v3/{domain}/messages';
  const operations = {
    send: defineOperation<PreparedMessage, SendReceipt>({
      name: 'send',
      safety: 'unsafe',
      encode: (message) => ({ ...encodeSend(message, path), pathTemplate }),
      isAccepted: provesSend,
      decode: decodeReceipt,
    }),
    /** One request of `send.batch`: one content for recipients who differ. */
    'send.many': defineOperation<readonly PreparedMessage[], readonly SendReceipt[]>({
      name: 'send.batch',
      safety: 'unsafe',
      encode: (messages) => ({ ...encodeMany(messages, path), pathTemplate }),
      isAccepted: provesSend,
      decode: (response, messages) => messages.map((message) => decodeReceipt(response, message)),
    }),
    ...templateOperations(domain),
    ...listOperations,
    ...suppressionOperations(domain),
    ...messageOperations(domain),
    ...endpointOperations(domain),
  };
  return { operations, classify };
}

export type MailgunOperations = ReturnType<typeof operationsOf>['operations'];
