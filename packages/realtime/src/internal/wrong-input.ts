import { InvalidInputError } from '@org/core';

/** What the caller passed at `path` cannot be used; nothing was sent. @internal */
export function wrongInput(path: string, message: string, cause?: unknown): InvalidInputError {
  return new InvalidInputError({
    message,
    provider: 'realtime',
    outcome: 'not-sent',
    issues: [{ path, message }],
    cause,
  });
}
