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
  // Not the stack of the copy: once it is read, Node does not show the line of an uncaught error.
  const here = new Error().stack;
  const stack = error.stack?.replace(error.message, () => String(fields['message'] ?? error.message));
  return Object.defineProperties(copy, {
    ...Object.getOwnPropertyDescriptors(error),
    ...Object.fromEntries(added),
    stack: { value: stack && withCallers(stack, here), configurable: true, writable: true },
  });
}

/** An error made behind a wait has no frame of the program that made the call; an error made here has. */
function withCallers(stack: string, here = ''): string {
  const callers = here.match(/^ +at async .*/gm) ?? [];
  return [stack, ...callers.filter((frame) => !stack.includes(frame))].join('\n');
}
