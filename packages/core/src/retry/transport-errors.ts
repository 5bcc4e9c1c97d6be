import { NetworkError } from '../errors/transport-errors.ts';
import { propertyOf } from '../options/own.ts';
import type { Failure } from './failure.ts';
import { ambiguous, cut, type Meaning, unexplained } from './unexplained-failure.ts';

/**
 * What a failed network attempt means: whether the service may have acted, and so whether it may be repeated.
 */
export function classifyTransportError(error: unknown): Failure {
  const coded = findCoded(error);
  const [outcome, replay, message] = meaningOf(coded, error);
  return { type: NetworkError, message, outcome, replay, providerCode: coded?.code, cause: error };
}

function meaningOf(coded: CodedError | undefined, error: unknown): Meaning {
  if (coded === undefined) return unexplained;
  const { code } = coded;
  const lasting = lastingMeaning(code) ?? proxyMeaning(coded, proxyOf(error));
  if (lasting !== undefined) return lasting;
  if (isRefusedStream(coded))
    return unsent(`The service refused the request before it looked at it (${code}).`);
  const socket = findSocket(error);
  const isUnreached = neverReached.has(code) || neverReached.has(coded.syscall);
  if (!isUnreached && (isHandshakeCut(coded) || socket?.secureConnecting === true))
    return handshakeFailed(code);
  // Node's fetch gives the number of bytes that left on the socket: none means that the service saw nothing.
  if (isUnreached || socket?.bytesWritten === 0) {
    const proxy = proxyOf(error);
    if (proxy !== undefined) return unsent(`The proxy${proxy} could not be reached (${code}). ${checkProxy}`);
    return unsent(`The service could not be reached (${code}). Check the network and the base URL.`);
  }
  if (zlibCode.test(code)) return ambiguous(`The response body is damaged or cut short (${code})`);
  return ambiguous(`${cut} (${code})`);
}

function unsent(message: string): Meaning {
  return ['not-sent', 'always', message];
}

function hopeless(message: string): Meaning {
  return ['not-sent', 'never', message];
}

const zlibCode = /^(?:Z_|ERR__ERROR_|ZSTD_)/;

// Before there was a connection: system calls that look a name up or connect, whatever their code (EMFILE),
// and codes for name, route or port, also those of undici, Deno (`Connect`) and Bun.
const neverReached: ReadonlySet<unknown> = new Set(
  (
    'connect socket bind getaddrinfo queryA queryAaaa ' +
    'ENOTFOUND EAI_AGAIN ECONNREFUSED EHOSTUNREACH EHOSTDOWN ENETUNREACH ENETDOWN EADDRNOTAVAIL ' +
    'UND_ERR_CONNECT_TIMEOUT Connect ConnectionRefused FailedToOpenSocket UNABLE_TO_CONNECT'
  ).split(' '),
);

const tlsCode =
  /^(?:ERR_(?:TLS|SSL)_|CERT_|UNABLE_TO_(?:VERIFY|GET)_|HOSTNAME_|INVALID_CA|EPROTO)|SELF_SIGNED_CERT/;

/** What would fail again. */
function lastingMeaning(code: string): Meaning | undefined {
  if (tlsCode.test(code)) return handshakeFailed(code);
  // Node's and Deno's permissions.
  if (code === 'ERR_ACCESS_DENIED' || code === 'NotCapable')
    return hopeless(`This program may not connect to the service (${code}). Run it with \`--allow-net\`.`);
  if (code === badPort)
    return hopeless(
      'The fetch in use blocks the port of the base URL. ' + 'Use another port, or createNodeTransport().',
    );
  if (/_INVALID_(?:URL|ARG)$/.test(code))
    return hopeless(`The request could not be made (${code}). Check the \`fetch\` or \`transport\` in use.`);
  // Undici counts the bytes of headers and body itself; Node's parser does.
  if (/^(?:HPE_|UND_ERR_(?:HEADERS_OVERFLOW|RES_CONTENT_))/.test(code))
    return ['unknown', 'never', `The response is not valid HTTP (${code}).`];
  return undefined;
}

function handshakeFailed(code: string): Meaning {
  const check = 'Check the base URL, the trusted certificates and the network in between.';
  return hopeless(`The TLS handshake failed (${code}). ${check}`);
}

const checkProxy = 'Check its address, and whether it runs.';

/** The proxy that a transport on Node names in an error of its connection, after a space. */
function proxyOf(error: unknown): string | undefined {
  for (const link of causes(error)) {
    const proxy: unknown = propertyOf(link, 'proxy');
    if (typeof proxy === 'string') return ` ${proxy.slice(0, 300)}`;
  }
  return undefined;
}

/** A proxy that did not connect to the service: nothing has reached it. */
function proxyMeaning({ code, error }: CodedError, proxy = ''): Meaning | undefined {
  let status: unknown;
  if (code === 'ERR_PROXY_TUNNEL') status = propertyOf(error, 'statusCode');
  else if (code === 'UND_ERR_ABORTED') {
    // Undici has it in words alone. Other words mean a connection that was cut: the careful side.
    const words = /^Proxy response \((\d{3})\)/.exec(String(propertyOf(error, 'message')));
    if (words === null) return undefined;
    status = Number(words[1]);
  } else if (code !== 'UND_ERR_PRX_CONN') return undefined;
  const known = typeof status === 'number' && status >= 100 && status <= 599 ? status : undefined;
  const why = known === undefined ? code : `${code}, status ${known}`;
  const check = known === 407 ? 'its user and password' : 'its address and its rules';
  const message = `The proxy${proxy} opened no way to the service (${why}). Check ${check}.`;
  // A wrong credential or address of the proxy stays wrong; an outage may end.
  return known !== undefined && known < 500 ? hopeless(message) : unsent(message);
}

/** The error with the code, of a chain of causes. */
interface CodedError {
  readonly code: string;
  readonly syscall: unknown;
  readonly error: object;
}

/** Connection attempts to several addresses give an AggregateError, of which the last one counts. */
function findCoded(error: unknown): CodedError | undefined {
  for (const link of causes(error)) {
    const own: unknown = propertyOf(link, 'code');
    const syscall: unknown = propertyOf(link, 'syscall') ?? propertyOf(lastOf(link) ?? link, 'syscall');
    const code = typeof own === 'string' && /^[\w./-]{1,64}$/.test(own) ? own : codeInWords(link);
    if (code !== undefined) return { code, syscall, error: link };
  }
  return undefined;
}

/** The message of Node's fetch for a port on the list of the Fetch standard (§2.9, "bad port"). */
const badPort = 'bad port';

/** The parser of Node 24's fetch, and Deno, give the reason in words only. */
function codeInWords(link: object): string | undefined {
  const name: unknown = propertyOf(link, 'name');
  if (name === 'HTTPParserError') return 'HPE_INVALID';
  if (name === 'NotCapable') return name;
  const message = String(propertyOf(link, 'message'));
  if (message === badPort) return badPort;
  return message.includes('client error (Connect)') ? 'Connect' : undefined;
}

/** HTTP/2: nothing was done (RFC 9113 §8.7). Node gives it in words alone. */
function isRefusedStream({ code, error }: CodedError): boolean {
  return (
    code === 'ERR_HTTP2_STREAM_ERROR' &&
    String(propertyOf(error, 'message')).endsWith('NGHTTP2_REFUSED_STREAM')
  );
}

/** Node's TLS gives a connection that ended in the handshake its address, and no failed system call. */
function isHandshakeCut({ code, syscall, error }: CodedError): boolean {
  return code === 'ECONNRESET' && syscall === undefined && 'localAddress' in error && 'host' in error;
}

function findSocket(
  error: unknown,
): { readonly bytesWritten?: unknown; readonly secureConnecting?: unknown } | undefined {
  for (const link of causes(error)) {
    const socket: unknown = propertyOf(link, 'socket');
    if (typeof socket === 'object' && socket !== null) return socket;
  }
  return undefined;
}

const deepest = 10;

function* causes(error: unknown): Generator<object> {
  let link = error;
  for (let depth = 0; depth < deepest && typeof link === 'object' && link !== null; depth += 1) {
    yield link;
    link = lastOf(link) ?? propertyOf(link, 'cause');
  }
}

function lastOf(error: object): object | undefined {
  const several: unknown = propertyOf(error, 'errors');
  const last: unknown = Array.isArray(several) ? several.at(-1) : undefined;
  return typeof last === 'object' && last !== null ? last : undefined;
}
