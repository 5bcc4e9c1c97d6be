import { composedOf } from './composites.ts';
import type { SesSettings } from './encode.ts';
import { classify } from './errors.ts';
import { requestsOf } from './requests.ts';

/** The operations, with the driver's options that they need. */
export function createOperations(settings: SesSettings) {
  const requests = requestsOf(settings);
  return { operations: { ...requests, ...composedOf(requests) }, classify };
}
