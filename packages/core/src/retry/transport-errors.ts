import { NetworkError } from '../errors/transport-errors.ts';
import type { Failure } from './failure.ts';
import { type CodedError, findProxyRefusal, proxyMessage } from './proxy-refusal.ts';

/** What a failed network attempt means: whether the service may have acted, and so whether it may be repeated. */
export function classifyTransportError(error: unknown): Failure {
  const coded = findCoded(error);
  const [outcome, replay, message] = meaningOf(coded, error);
  return { type: NetworkError, message, outcome, replay, providerCode: coded?.code, cause: error };
}

type Meaning = readonly [outcome: Failure['outcome'], replay: Failure['replay'], message: string];

function meaningOf(coded: CodedError | undefined, error: unknown): Meaning {
  // A browser tells a page nothing.
  if (coded === undefined)
    return ambiguous(cut, ' In a browser it may be that the service does not allow the page (CORS).');
  const { code } = coded;
  const final = finalMeaning(code);
  if (final !== undefined) return final;
  const refusal = findProxyRefusal(coded);
  // What a proxy says about our credential or address stays true; what broke may not.
  if (refusal !== undefined)
    return ['not-sent', (refusal.status ?? 500) < 500 ? 'never' : 'always', proxyMessage(refusal)];
  if (isRefusedStream(coded))
    return ['not-sent', 'always', `The service refused the request before it looked at it (${code}).`];
  const socket = findSocket(error);
  const isUnreached = neverReached.test(code) || isConnectTimeout(coded);
  if (!isUnreached && (isHandshakeCut(coded) || socket?.secureConnecting === true))
    return handshakeFailed(code);
  // Node's fetch tells how many bytes had left on the socket: none means the service saw nothing.
  if (isUnreached || socket?.bytesWritten === 0)
    return [
      'not-sent',
      'always',
      `The service could not be reached (${code}). Check the network and the base URL.`,
    ];
  if (zlibCode.test(code)) return ambiguous(`The response body is damaged or cut short (${code})`);
  return ambiguous(`${cut} (${code})`);
}

const cut = 'The connection failed before the answer was complete';

function ambiguous(what: string, hint = ''): Meaning {
  return ['unknown', 'if-safe', `${what}; whether the service acted is not known.${hint}`];
}

const zlibCode = /^(?:Z_|ERR__ERROR_|ZSTD_)/;

// Before there was a connection: name, route or port. The last three are Bun's names; the one before is made of Deno's words.
const neverReached =
  /^(?:ENOTFOUND|EAI_AGAIN|ECONNREFUSED|E(?:HOST|NET)(?:UNREACH|DOWN)|EADDRNOTAVAIL|UND_ERR_CONNECT_TIMEOUT|Connect|ConnectionRefused|FailedToOpenSocket|UNABLE_TO_CONNECT)$/;

const tlsCode =
  /^(?:ERR_TLS_|ERR_SSL_|CERT_|UNABLE_TO_(?:VERIFY|GET)_|HOSTNAME_MISMATCH$|INVALID_CA$|EPROTO$)|SELF_SIGNED_CERT/;

/** What would be the same the next time. */
function finalMeaning(code: string): Meaning | undefined {
  if (tlsCode.test(code)) return handshakeFailed(code);
  // The program may not use the network: Node's and Deno's permissions.
  if (code === 'ERR_ACCESS_DENIED' || code === 'NotCapable')
    return [
      'not-sent',
      'never',
      `This program may not connect to the service (${code}). Give it the permission (\`--allow-net\`).`,
    ];
  if (code === badPort)
    return [
      'not-sent',
      'never',
      'The fetch in use blocks the port of the base URL. Use another port or the transport of @org/core/node.',
    ];
  if (code === 'ERR_INVALID_URL' || code === 'UND_ERR_INVALID_ARG')
    return [
      'not-sent',
      'never',
      `The request could not be made (${code}). Check the \`fetch\` or \`transport\` in use.`,
    ];
  // Undici counts the bytes of the headers itself; Node's parser does.
  if (code.startsWith('HPE_') || code === 'UND_ERR_HEADERS_OVERFLOW')
    return ['unknown', 'never', `The service does not answer in proper HTTP (${code}).`];
  return undefined;
}

function handshakeFailed(code: string): Meaning {
  const check = 'Check the base URL, the trusted certificates and the network in between.';
  return ['not-sent', 'never', `The TLS handshake failed (${code}). ${check}`];
}

const deepest = 10;

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

/** What Node's fetch says of a port on the list of the Fetch standard (§2.9, "bad port"). */
const badPort = 'bad port';

/** The parser of Node 24's fetch says why in words only, and so does Deno: of what it may not do, and of a connection that did not come about. */
function codeInWords(link: object): string | undefined {
  const name: unknown = Reflect.get(link, 'name');
  if (name === 'HTTPParserError') return 'HPE_INVALID';
  if (name === 'NotCapable') return name;
  const message = String(Reflect.get(link, 'message'));
  if (message === badPort) return badPort;
  return message.includes('client error (Connect)') ? 'Connect' : undefined;
}

/** Nobody answered the knock; the same code of a connection that stood says nothing. */
function isConnectTimeout({ code, syscall }: CodedError): boolean {
  return code === 'ETIMEDOUT' && syscall === 'connect';
}

/** HTTP/2's way to say that nothing was done (RFC 9113 §8.7). Node says it in words alone. */
function isRefusedStream({ code, error }: CodedError): boolean {
  return (
    code === 'ERR_HTTP2_STREAM_ERROR' &&
    String(Reflect.get(error, 'message')).endsWith('NGHTTP2_REFUSED_STREAM')
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
