import { NetworkError } from '../errors/transport-errors.ts';
import type { Failure } from '../operation.ts';
import { findProxyRefusal, proxyMessage } from './proxy-refusal.ts';

/** What a failed network attempt means: whether the service may have acted, and so whether it may be repeated. */
export function classifyTransportError(error: unknown): Failure {
  const coded = findCoded(error);
  const code = coded?.code;
  if (code !== undefined && isFinal(code)) {
    const outcome = isTls(code) || isUnsendable(code) ? 'not-sent' : 'unknown';
    return failure(code, outcome, 'never', finalMessage(code), error);
  }
  const refusal = coded && findProxyRefusal(coded);
  if (refusal !== undefined) {
    // What a proxy says about our credential or address stays true; what broke may not.
    const replay = (refusal.status ?? 500) < 500 ? 'never' : 'always';
    return failure(code, 'not-sent', replay, proxyMessage(refusal), error);
  }
  if (code !== undefined && (neverReached.has(code) || isConnectTimeout(coded))) {
    return failure(code, 'not-sent', 'always', reachedMessage(code), error);
  }
  if (code !== undefined && isRefusedStream(coded)) {
    const message = `The service refused the request before it looked at it (${code}).`;
    return failure(code, 'not-sent', 'always', message, error);
  }
  const socket = findSocket(error);
  if (coded !== undefined && (isHandshakeCut(coded) || socket?.secureConnecting === true)) {
    return failure(code, 'not-sent', 'never', handshakeMessage(coded.code), error);
  }
  // Node's fetch tells how many bytes had left on the socket: none means the service saw nothing.
  if (code !== undefined && socket?.bytesWritten === 0) {
    return failure(code, 'not-sent', 'always', reachedMessage(code), error);
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

// Before a connection stood: name, route or port. The last three are Bun's names; the one before is made of Deno's words.
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
  'Connect',
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
  return isTls(code) || isImproper(code) || isUnsendable(code);
}

/** Undici counts the bytes of the headers itself; Node's parser does. */
function isImproper(code: string): boolean {
  return code.startsWith('HPE_') || code === 'UND_ERR_HEADERS_OVERFLOW';
}

function isUnsendable(code: string): boolean {
  return code === 'ERR_INVALID_URL' || code === 'UND_ERR_INVALID_ARG' || isForbidden(code);
}

/** The program may not use the network: Node's and Deno's permissions. */
function isForbidden(code: string): boolean {
  return code === 'ERR_ACCESS_DENIED' || code === 'NotCapable';
}

function reachedMessage(code: string): string {
  return `The service could not be reached (${code}). Check the network and the base URL.`;
}

function handshakeMessage(code: string): string {
  return `The TLS handshake was broken off (${code}). Check the base URL, and whether something between here and the service allows TLS.`;
}

function finalMessage(code: string): string {
  if (isForbidden(code))
    return `This program may not connect to the service (${code}). Give it the permission (\`--allow-net\`).`;
  if (isUnsendable(code))
    return `The request could not be made (${code}). Check the \`fetch\` or \`transport\` in use.`;
  return isTls(code)
    ? `The service's TLS certificate or handshake was not acceptable (${code}). Check the base URL and the trusted certificates.`
    : `The service does not answer in proper HTTP (${code}).`;
}

function cutMessage(code: string | undefined): string {
  const told = code === undefined ? '' : ` (${code})`;
  // A browser tells a page nothing.
  const hint =
    code === undefined ? ' In a browser it may be that the service does not allow the page (CORS).' : '';
  return `The connection failed before the answer was complete${told}; whether the service acted is not known.${hint}`;
}

const deepest = 10;

/** The error that has the code. */
export interface CodedError {
  readonly code: string;
  readonly syscall: unknown;
  readonly error: object;
}

/** The first error with a code on the chain of causes; connection attempts to several addresses give an AggregateError, whose last counts. */
function findCoded(error: unknown): CodedError | undefined {
  for (const link of causes(error)) {
    const code: unknown = Reflect.get(link, 'code');
    const syscall: unknown = Reflect.get(link, 'syscall') ?? Reflect.get(lastOf(link) ?? link, 'syscall');
    if (typeof code === 'string' && /^[\w./-]{1,64}$/.test(code)) return { code, syscall, error: link };
    const inWords = codeInWords(link);
    if (inWords !== undefined) return { code: inWords, syscall, error: link };
  }
  return undefined;
}

/** The parser of Node 24's fetch says why in words only, and so does Deno: of what it may not do, and of a connection that did not come about. */
function codeInWords(link: object): string | undefined {
  const name: unknown = Reflect.get(link, 'name');
  if (name === 'HTTPParserError') return 'HPE_INVALID';
  if (name === 'NotCapable') return name;
  return String(Reflect.get(link, 'message')).includes('client error (Connect)') ? 'Connect' : undefined;
}

/** Nobody answered the knock; the same code of a connection that stood says nothing. */
function isConnectTimeout(coded: CodedError | undefined): boolean {
  return coded?.code === 'ETIMEDOUT' && coded.syscall === 'connect';
}

/** HTTP/2's way to say that nothing was done (RFC 9113 §8.7). Node says it in words alone. */
function isRefusedStream(coded: CodedError | undefined): boolean {
  return (
    coded?.code === 'ERR_HTTP2_STREAM_ERROR' &&
    String(Reflect.get(coded.error, 'message')).endsWith('NGHTTP2_REFUSED_STREAM')
  );
}

/** Node's TLS says so of a connection that was ended in the handshake: where it led to, and no system call that failed. */
function isHandshakeCut({ code, syscall, error }: CodedError): boolean {
  return code === 'ECONNRESET' && syscall === undefined && 'localAddress' in error && 'host' in error;
}

/** What is told of the socket that failed. */
function findSocket(
  error: unknown,
): { readonly bytesWritten?: unknown; readonly secureConnecting?: unknown } | undefined {
  for (const link of causes(error)) {
    const socket: unknown = Reflect.get(link, 'socket');
    if (typeof socket === 'object' && socket !== null) return socket;
  }
  return undefined;
}

function* causes(error: unknown): Generator<object> {
  let link = error;
  for (let depth = 0; depth < deepest && typeof link === 'object' && link !== null; depth += 1) {
    yield link;
    link = lastOf(link) ?? Reflect.get(link, 'cause');
  }
}

function lastOf(error: object): object | undefined {
  const several: unknown = Reflect.get(error, 'errors');
  const last: unknown = Array.isArray(several) ? several.at(-1) : undefined;
  return typeof last === 'object' && last !== null ? last : undefined;
}
