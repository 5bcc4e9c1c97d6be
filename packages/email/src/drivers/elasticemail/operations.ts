import { composed } from './composites.ts';
import { requests } from './requests.ts';

export { classify } from './errors.ts';
export { webhookScheme } from './webhooks.ts';

export const operations = { ...requests, ...composed };
