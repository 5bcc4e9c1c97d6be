import { isOrgError } from '../errors/org-error.ts';
import { propertyOf } from '../options/own.ts';

/** The HTTP status of a store client's error, from any of the usual properties. */
export function statusOf(error: unknown): number | undefined {
  const response = propertyOf(error, 'response');
  const places = [
    propertyOf(error, 'status'),
    propertyOf(error, 'statusCode'),
    propertyOf(response, 'status'),
    propertyOf(response, 'statusCode'),
    propertyOf(propertyOf(error, '$metadata'), 'httpStatusCode'),
  ];
  return places.find((status) => typeof status === 'number');
}

const transientClientErrors = new Set([408, 425, 429]);

// gRPC: invalid argument, not found, permission denied, failed precondition, unimplemented, unauthenticated.
const lastingCodes = new Set<unknown>([3, 5, 7, 9, 12, 16]);

/** Whether a retry of the same request would fail in the same way. */
export function isLasting(error: unknown): boolean {
  if (isOrgError(error)) return !error.retryable;
  // AWS throttles with status 400.
  if (/throttl|too ?many ?requests/i.test(String(propertyOf(error, 'name')))) return false;
  const status = statusOf(error);
  if (status === undefined) return lastingCodes.has(propertyOf(error, 'code'));
  return status >= 400 && status < 500 && !transientClientErrors.has(status);
}
