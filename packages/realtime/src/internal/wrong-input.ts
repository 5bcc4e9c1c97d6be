import { ConfigurationError, InvalidInputError, TimeoutError } from '@org/core';

const provider = 'realtime';

/** The value that the caller passed at `path` cannot be used; nothing was sent. @internal */
export function wrongInput(path: string, message: string, cause?: unknown): InvalidInputError {
  return new InvalidInputError({
    message,
    provider,
    outcome: 'not-sent',
    issues: [{ path, message }],
    cause,
  });
}

/** An option cannot work, or not on this platform. @internal */
export function misconfigured(message: string, cause?: unknown): ConfigurationError {
  return new ConfigurationError({ message, provider, outcome: 'not-sent', cause });
}

/** A wait ended; the same may work later. @internal */
export function tookTooLong(operation: string, message: string, cause?: unknown): TimeoutError {
  const outcome = operation === 'subscribe' ? 'unknown' : 'not-sent';
  return new TimeoutError({ message, provider, operation, outcome, retryable: true, cause });
}
