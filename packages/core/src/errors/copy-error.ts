import type { OrgError } from './org-error.ts';

/**
 * A copy of an error with further fields: a limiter that closes rejects all its waiters with one object. Made
 * without the constructor, because a caller's own class may take other arguments.
 */
export function copyError(error: OrgError, fields: Readonly<Record<string, unknown>>): OrgError {
  const copy: OrgError = Object.setPrototypeOf(new Error(), Object.getPrototypeOf(error));
  const added = Object.entries(fields).map(([name, value]) => [
    name,
    { value, enumerable: name !== 'message', configurable: true },
  ]);
  return Object.defineProperties(copy, {
    ...Object.getOwnPropertyDescriptors(error),
    ...Object.fromEntries(added),
    stack: {
      value: error.stack?.replace(error.message, () => String(fields['message'] ?? error.message)),
      configurable: true,
      writable: true,
    },
  });
}
