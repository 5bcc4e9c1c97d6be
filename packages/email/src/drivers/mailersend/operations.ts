import { composedOf } from './composites.ts';
import { requestsOf } from './requests.ts';

export { classify } from './errors.ts';
export { webhookScheme } from './webhooks.ts';

export function createOperations(domainId: string | undefined) {
  const requests = requestsOf(domainId);
  return { ...requests, ...composedOf(requests) };
}
