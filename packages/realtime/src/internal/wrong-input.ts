import type { OrgError } from '@org/core';
import {
  ClosedError,
  ConfigurationError,
  InvalidInputError,
  TimeoutError,
  UnsupportedError,
} from '@org/core/basics';

const provider = 'realtime';

/** The fields of an error before anything was sent. */
export const notSent = { provider, outcome: 'not-sent' } as const;

/** The error for an invalid value at `path`. Nothing was sent. */
export function wrongInput(path: string, message: string, cause?: unknown): InvalidInputError {
  return new InvalidInputError({ ...notSent, message, issues: [{ path, message }], cause });
}

/** The error for an invalid option. */
export function misconfigured(message: string, cause?: unknown): ConfigurationError {
  return new ConfigurationError({ ...notSent, message, cause });
}

/** The error for a feature that this channel, or this client, does not have. */
export function unsupported(operation: string, message: string): UnsupportedError {
  return new UnsupportedError({ ...notSent, operation, message });
}

/** A method of pusher-js. */
export const refuseBind = (): never => {
  throw unsupported('bind', 'There is no bind: use on(name, listener), or onAny().');
};

/** The error for a closed client or channel. */
export function closed(message: string): ClosedError {
  return new ClosedError({ ...notSent, message });
}

/** The error for a wait that timed out, with the last failure as its cause. */
export function tookTooLong(operation: string, what: string, cause?: OrgError): TimeoutError {
  const message = cause === undefined ? what : `${what} The last failure: ${cause.message}`;
  const outcome = operation === 'subscribe' ? 'unknown' : 'not-sent';
  return new TimeoutError({ message, provider, operation, outcome, retryable: true, cause });
}

/** @throws InvalidInputError */
export function requireSignal(signal: AbortSignal | undefined): void {
  if (signal === undefined) return;
  const { aborted, addEventListener } = Object(signal);
  if (typeof aborted !== 'boolean' || typeof addEventListener !== 'function')
    throw wrongInput('signal', 'signal must be an AbortSignal.');
}
