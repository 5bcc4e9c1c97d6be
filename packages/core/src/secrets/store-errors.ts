import { isOrgError } from '../errors/org-error.ts';

/** A property of something that came from outside; `undefined` when it is not there, or cannot be read. @internal */
export function read(from: unknown, key: string): unknown {
  if (typeof from !== 'object' || from === null) return undefined;
  try {
    return Reflect.get(from, key);
  } catch {
    return undefined;
  }
}

/** The HTTP status that a store's client hung on its error, wherever clients do that. @internal */
export function statusOf(error: unknown): number | undefined {
  const response = read(error, 'response');
  const places = [
    read(error, 'status'),
    read(error, 'statusCode'),
    read(response, 'status'),
    read(response, 'statusCode'),
    read(read(error, '$metadata'), 'httpStatusCode'),
  ];
  return places.find((status) => typeof status === 'number');
}

const transientClientErrors = new Set([408, 425, 429]);

// gRPC: invalid argument, not found, permission denied, failed precondition, unimplemented, unauthenticated.
const lastingCodes = new Set<unknown>([3, 5, 7, 9, 12, 16]);

/** Will the store answer the same question in the same way until somebody changes something? @internal */
export function isLasting(error: unknown): boolean {
  if (isOrgError(error)) return !error.retryable;
  // AWS throttles with status 400.
  if (/throttl|too ?many ?requests/i.test(String(read(error, 'name')))) return false;
  const status = statusOf(error);
  if (status === undefined) return lastingCodes.has(read(error, 'code'));
  return status >= 400 && status < 500 && !transientClientErrors.has(status);
}
