import { defineOperation, type OperationContext } from '@org/core';
import { defineRequest, textAt } from '@org/core/driver';
import type { PreparedMessage, SendReceipt } from '../../driver.ts';
import { encodeMail } from './encode.ts';
import { mapReceipt, provesSend, provesValidation } from './receipt.ts';

/** A message, and SendGrid's id of its batch when it goes out later. */
export interface MailInput {
  readonly message: PreparedMessage;
  readonly batchId?: string | undefined;
}

/** The batch of a scheduled mail is its id, so that the id of the result is enough to cancel it. */
function idOf({ batchId }: MailInput, { requestId }: OperationContext): string {
  return batchId ?? requestId;
}

function idsOf(messages: readonly PreparedMessage[], { requestId }: OperationContext): string[] {
  return messages.map((_, index) => `${requestId}-${index}`);
}

const mail = {
  name: 'send',
  encode: (input: MailInput, context: OperationContext) =>
    encodeMail({ messages: [input.message], ids: [idOf(input, context)], batchId: input.batchId }),
  decode: (
    response: Parameters<typeof mapReceipt>[0],
    input: MailInput,
    context: OperationContext,
  ): SendReceipt => mapReceipt(response, input.message, idOf(input, context)),
};

export const mailOperations = {
  'mail.send': defineOperation({ ...mail, safety: 'unsafe', isAccepted: provesSend }),
  'mail.validate': defineOperation({ ...mail, safety: 'read', isAccepted: provesValidation }),
  'mail.createBatch': defineRequest({
    // A batch without mails is nothing: it says nothing about the mail.
    safety: 'read',
    encode: (_input: undefined) => ({ method: 'POST', path: '/v3/mail/batch' }),
    decode: (response) => textAt(response.json(), 'batch_id') ?? '',
    isAccepted: (response) => textAt(response.json(), 'batch_id') !== undefined,
  }),
  'send.batch': defineRequest({
    safety: 'unsafe',
    encode: (messages: readonly PreparedMessage[], context) =>
      encodeMail({ messages, ids: idsOf(messages, context) }),
    decode: (response, messages, context): readonly SendReceipt[] => {
      const ids = idsOf(messages, context);
      return messages.map((message, index) => mapReceipt(response, message, ids[index] ?? ''));
    },
    isAccepted: provesSend,
  }),
  'message.cancel': defineRequest({
    safety: 'idempotent',
    encode: (batchId: string) => ({
      method: 'POST',
      path: '/v3/user/scheduled_sends',
      json: { batch_id: batchId, status: 'cancel' },
    }),
    isAccepted: (response) => textAt(response.json(), 'status') === 'cancel',
  }),
};
