import type { ServiceResponse } from '@org/core';
import { textAt } from '@org/core/driver';
import { ownValue } from '../../driver.ts';
import type { WriteReceipt } from '../../resources.ts';

/** Does a 2xx response prove a write? It has the id of what was written. */
export function hasId(response: ServiceResponse): boolean {
  return textAt(response.json(), 'id') !== undefined;
}

/** The response to work that SendGrid does later has the id of the job. */
export function hasJob(response: ServiceResponse): boolean {
  return mapJob(response).jobId !== undefined;
}

export function mapJob(response: ServiceResponse): WriteReceipt {
  return { state: 'pending', jobId: textAt(response.json(), 'job_id') };
}

/** The service's own 404, and not that of a proxy or a wrong base URL. */
export function isMissing(response: ServiceResponse): boolean {
  return response.status === 404 && Array.isArray(ownValue(response.json(), 'errors'));
}

/** The response to a deletion is 204; a missing entry is as good as a removed one. */
export function isGone(response: ServiceResponse): boolean {
  return response.status === 204 || isMissing(response);
}

export function fromEpochSeconds(seconds: number | null | undefined): Date | undefined {
  return seconds === null || seconds === undefined ? undefined : new Date(seconds * 1_000);
}

export function toEpochSeconds(at: Date | undefined): number | undefined {
  return at && Math.floor(at.getTime() / 1_000);
}
