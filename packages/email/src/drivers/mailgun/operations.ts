import { composedOf } from './composites.ts';
import { classifyMailgunFailure as classify } from './errors.ts';
import { requestsOf } from './requests.ts';

export { webhookScheme } from './webhooks.ts';

export function operationsOf(domain: string) {
  const requests = requestsOf(domain);
  return { operations: { ...requests, ...composedOf(requests) }, classify };
}
