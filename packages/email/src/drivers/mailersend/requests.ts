import { inGroup } from '../../driver.ts';
import { endpointOperations } from './endpoints.ts';
import { sendRequest } from './send-request.ts';
import { messageOperations, templateOperations } from './stores.ts';
import { suppressionOperations } from './suppressions.ts';

export const requestsOf = (domainId: string | undefined) => ({
  send: sendRequest,
  ...inGroup('other', {
    ...templateOperations,
    ...messageOperations,
    ...suppressionOperations,
    ...endpointOperations(domainId),
  }),
});
