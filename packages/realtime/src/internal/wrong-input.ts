import type { OrgError } from '@org/core';
import {
  ClosedError,
  ConfigurationError,
  InvalidInputError,
  type OptionNames,
  refuseUnknown,
  TimeoutError,
  UnsupportedError,
  wrongKind,
} from '@org/core/basics';
import { isRecord } from './json.ts';

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

/**
 * The caller's options, or none. A copy of the own properties: what pollutes `Object.prototype` is ignored.
 *
 * @throws InvalidInputError
 */
export function optionsBag<Options extends object>(
  path: string,
  options: Options | undefined,
  names?: OptionNames<Options>,
): Partial<Options> {
  const isPlain = isRecord(options) && !(Symbol.iterator in options);
  if (options !== undefined && !isPlain)
    throw wrongInput(path, `${path} must be a plain object, not ${wrongKind(options)}.`);
  if (names !== undefined) refuseUnknown(options, names, path);
  return { __proto__: null, ...options } as object as Partial<Options>;
}

/** @throws InvalidInputError */
export function requireSignal(signal: AbortSignal | undefined): void {
  if (signal === undefined) return;
  const { aborted, addEventListener } = Object(signal);
  if (typeof aborted !== 'boolean' || typeof addEventListener !== 'function')
    throw wrongInput('signal', 'signal must be an AbortSignal.');
}
