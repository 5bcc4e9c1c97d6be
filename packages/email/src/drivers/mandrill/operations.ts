import { sendRequest } from './send-request.ts';
import { suppressionOperations } from './suppressions.ts';

export { classify } from './errors.ts';
export { webhookScheme } from './webhooks.ts';

export const operations = { send: sendRequest, ...suppressionOperations };
