import { NetworkError } from '../errors/transport-errors.ts';
import type { Failure } from '../operation.ts';

/** What a failed network attempt means: whether the service may have acted, and so whether it may be repeated. */
export function classifyTransportError(error: unknown): Failure {
  const code = findCode(error);
  if (code !== undefined && (neverReached.has(code) || nothingWritten(error))) {
    return failure(code, 'not-sent', 'always', reachedMessage(code), error);
  }
  if (code !== undefined && isFinal(code)) {
    return failure(code, isTls(code) ? 'not-sent' : 'unknown', 'never', finalMessage(code), error);
  }
  return failure(code, 'unknown', 'if-safe', cutMessage(code), error);
}

function failure(
  code: string | undefined,
  outcome: Failure['outcome'],
  replay: Failure['replay'],
  message: string,
  cause: unknown,
): Failure {
  return { type: NetworkError, message, outcome, replay, providerCode: code, cause };
}

// Before a connection stood: name, route or port. Bun's names are the last three.
const neverReached = new Set([
  'ENOTFOUND',
  'EAI_AGAIN',
  'ECONNREFUSED',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENETDOWN',
  'EHOSTDOWN',
  'EADDRNOTAVAIL',
  'UND_ERR_CONNECT_TIMEOUT',
  'ConnectionRefused',
  'FailedToOpenSocket',
  'UNABLE_TO_CONNECT',
]);

const tlsCodes = new Set([
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'HOSTNAME_MISMATCH',
  'INVALID_CA',
  'EPROTO',
]);

function isTls(code: string): boolean {
  return tlsCodes.has(code) || /^(?:ERR_TLS_|ERR_SSL_|CERT_)/.test(code);
}

function isFinal(code: string): boolean {
  return (
    isTls(code) || code.startsWith('HPE_') || code === 'ERR_INVALID_URL' || code === 'UND_ERR_INVALID_ARG'
  );
}

function reachedMessage(code: string): string {
  return `The service could not be reached (${code}). Check the network and the base URL.`;
}

function finalMessage(code: string): string {
  return isTls(code)
    ? `The service's TLS certificate or handshake was not acceptable (${code}). Check the base URL and the trusted certificates.`
    : `The service does not answer in proper HTTP (${code}).`;
}

function cutMessage(code: string | undefined): string {
  return `The connection failed before the answer was complete${code === undefined ? '' : ` (${code})`}; whether the service acted is not known.`;
}

const deepest = 10;

/** The first error code on the chain of causes; connection attempts to several addresses give an AggregateError, whose last counts. */
function findCode(error: unknown): string | undefined {
  let current = error;
  for (let depth = 0; depth < deepest && typeof current === 'object' && current !== null; depth += 1) {
    const code: unknown = Reflect.get(current, 'code');
    if (typeof code === 'string' && /^[\w.-]{1,64}$/.test(code)) return code;
    // The parser of Node 24's fetch says why in words only.
    if (Reflect.get(current, 'name') === 'HTTPParserError') return 'HPE_INVALID';
    const several: unknown = Reflect.get(current, 'errors');
    current = Array.isArray(several) && several.length > 0 ? several.at(-1) : Reflect.get(current, 'cause');
  }
  return undefined;
}

/** Node's fetch tells how many bytes had left on the socket: none means the service saw nothing. */
function nothingWritten(error: unknown): boolean {
  let current = error;
  for (let depth = 0; depth < deepest && typeof current === 'object' && current !== null; depth += 1) {
    const socket: unknown = Reflect.get(current, 'socket');
    if (typeof socket === 'object' && socket !== null) return Reflect.get(socket, 'bytesWritten') === 0;
    current = Reflect.get(current, 'cause');
  }
  return false;
}
