import { isOrgError } from '../errors/org-error.ts';
import { readProperty } from '../observe/read-property.ts';

/** The HTTP status of a store client's error, from any of the usual properties. @internal */
export function statusOf(error: unknown): number | undefined {
  const response = readProperty(error, 'response');
  const places = [
    readProperty(error, 'status'),
    readProperty(error, 'statusCode'),
    readProperty(response, 'status'),
    readProperty(response, 'statusCode'),
    readProperty(readProperty(error, '$metadata'), 'httpStatusCode'),
  ];
  return places.find((status) => typeof status === 'number');
}

const transientClientErrors = new Set([408, 425, 429]);

// gRPC: invalid argument, not found, permission denied, failed precondition, unimplemented, unauthenticated.
const lastingCodes = new Set<unknown>([3, 5, 7, 9, 12, 16]);

/** Whether a retry of the same request would fail in the same way. @internal */
export function isLasting(error: unknown): boolean {
  if (isOrgError(error)) return !error.retryable;
  // AWS throttles with status 400.
  if (/throttl|too ?many ?requests/i.test(String(readProperty(error, 'name')))) return false;
  const status = statusOf(error);
  if (status === undefined) return lastingCodes.has(readProperty(error, 'code'));
  return status >= 400 && status < 500 && !transientClientErrors.has(status);
}
