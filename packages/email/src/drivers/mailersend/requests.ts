import { defineRequest } from '@org/core/driver';
import { inGroup } from '../../driver.ts';
import { encodeSend } from './encode.ts';
import { endpointOperations } from './endpoints.ts';
import { classifySend } from './errors.ts';
import { mapReceipt, provesSend } from './receipt.ts';
import { messageOperations, templateOperations } from './stores.ts';
import { suppressionOperations } from './suppressions.ts';

export const requestsOf = (domainId: string | undefined) => ({
  send: defineRequest({
    safety: 'unsafe', // MailerSend has no idempotency keys
    limitGroup: 'send',
    encode: encodeSend,
    isAccepted: provesSend,
    decode: mapReceipt,
    classify: classifySend,
  }),
  ...inGroup('other', {
    ...templateOperations,
    ...messageOperations,
    ...suppressionOperations,
    ...endpointOperations(domainId),
  }),
});
