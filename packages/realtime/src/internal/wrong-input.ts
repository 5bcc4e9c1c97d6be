import { ClosedError, ConfigurationError, InvalidInputError, TimeoutError } from '@org/core';
import { isRecord } from '../protocol/json.ts';

const provider = 'realtime';

/** The error for an invalid value at `path`. Nothing was sent. @internal */
export function wrongInput(path: string, message: string, cause?: unknown): InvalidInputError {
  return new InvalidInputError({
    message,
    provider,
    outcome: 'not-sent',
    issues: [{ path, message }],
    cause,
  });
}

/** The error for an invalid option. @internal */
export function misconfigured(message: string, cause?: unknown): ConfigurationError {
  return new ConfigurationError({ message, provider, outcome: 'not-sent', cause });
}

/** The error for a closed client or channel. @internal */
export function closed(message: string): ClosedError {
  return new ClosedError({ message, provider, outcome: 'not-sent' });
}

/** The error for a wait that timed out. @internal */
export function tookTooLong(operation: string, message: string, cause?: unknown): TimeoutError {
  const outcome = operation === 'subscribe' ? 'unknown' : 'not-sent';
  return new TimeoutError({ message, provider, operation, outcome, retryable: true, cause });
}

/** The caller's options, or none. @throws InvalidInputError @internal */
export function optionsBag<Options extends object>(
  path: string,
  options: Options | undefined,
): Partial<Options> {
  if (options === undefined) return {};
  if (isRecord(options) && !(Symbol.iterator in options)) return options;
  throw wrongInput(path, `${path} must be a plain object.`);
}

/** @throws InvalidInputError @internal */
export function requireSignal(signal: AbortSignal | undefined): void {
  if (signal === undefined) return;
  const { aborted, addEventListener } = Object(signal);
  if (typeof aborted !== 'boolean' || typeof addEventListener !== 'function')
    throw wrongInput('signal', 'signal must be an AbortSignal.');
}
