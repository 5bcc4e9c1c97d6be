import { describe, expect, it } from 'vitest';
import { classifyTransportError } from './transport-errors.ts';

const fetchFailed = (cause: unknown) => new TypeError('fetch failed', { cause });
const coded = (code: string, extra: object = {}) => Object.assign(new Error(code), { code }, extra);

const unsent = { outcome: 'not-sent', replay: 'always' } as const;
const hopeless = { outcome: 'not-sent', replay: 'never' } as const;
const ambiguous = { outcome: 'unknown', replay: 'if-safe' } as const;

describe('classifyTransportError', () => {
  it.each([
    'ENOTFOUND',
    'EAI_AGAIN',
    'ECONNREFUSED',
    'EHOSTUNREACH',
    'UND_ERR_CONNECT_TIMEOUT',
    'ConnectionRefused',
  ])('C3: %s never reached the service: any operation may be repeated', (code) => {
    expect(classifyTransportError(fetchFailed(coded(code)))).toMatchObject(unsent);
  });

  it.each(['ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'UND_ERR_SOCKET', 'UND_ERR_BODY_TIMEOUT'])(
    'C3: after %s it is not known whether the service acted',
    (code) => {
      expect(classifyTransportError(fetchFailed(coded(code)))).toMatchObject(ambiguous);
    },
  );

  it.each([
    'DEPTH_ZERO_SELF_SIGNED_CERT',
    'CERT_HAS_EXPIRED',
    'ERR_TLS_CERT_ALTNAME_INVALID',
    'ERR_SSL_WRONG_VERSION_NUMBER',
    'ERR_SSL_SSL/TLS_ALERT_HANDSHAKE_FAILURE',
  ])('C19: %s is refused and not retried', (code) => {
    expect(classifyTransportError(fetchFailed(coded(code)))).toMatchObject(hopeless);
  });

  const timedOut = coded('ETIMEDOUT', { syscall: 'connect' });
  const ofMany = Object.assign(new AggregateError([timedOut]), { code: 'ETIMEDOUT' });
  const handshake = { bytesWritten: 0, secureConnecting: true };

  it.each<readonly [string, unknown, object]>([
    ['no byte had left', fetchFailed(coded('UND_ERR_SOCKET', { socket: { bytesWritten: 0 } })), unsent],
    ['a byte had left', fetchFailed(coded('UND_ERR_SOCKET', { socket: { bytesWritten: 1 } })), ambiguous],
    ['no connection in time', timedOut, unsent],
    ['no connection in time, over fetch', fetchFailed(timedOut), unsent],
    ['no connection in time to any address', fetchFailed(ofMany), unsent],
    ['no answer in time on a connection', coded('ETIMEDOUT', { syscall: 'read' }), ambiguous],
    ...['EMFILE', 'ENFILE', 'ENOBUFS', 'EACCES', 'EPERM'].flatMap((code) =>
      ['connect', 'socket', 'bind', 'getaddrinfo', 'queryA'].map(
        (syscall) => [`${code} of ${syscall}`, fetchFailed(coded(code, { syscall })), unsent] as const,
      ),
    ),
    ['ENOBUFS on a connection', coded('ENOBUFS', { syscall: 'write' }), ambiguous],
    [
      'C19: a handshake that ended',
      fetchFailed(coded('ECONNRESET', { host: '127.0.0.1', port: 443, localAddress: null, path: null })),
      hopeless,
    ],
    [
      'C19: a handshake that was reset',
      coded('ECONNRESET', { syscall: 'read', socket: handshake }),
      hopeless,
    ],
    ['C19: a rejected certificate', coded('CERT_HAS_EXPIRED', { socket: handshake }), hopeless],
    ['an abort without a proxy', coded('UND_ERR_ABORTED'), ambiguous],
    ['a request that the platform rejects', fetchFailed(coded('UND_ERR_INVALID_ARG')), hopeless],
    ['invalid HTTP', fetchFailed(coded('HPE_INVALID_CONSTANT')), { replay: 'never' }],
    ['too many headers', fetchFailed(coded('HPE_HEADER_OVERFLOW')), { replay: 'never' }],
    ['too many headers, over undici', fetchFailed(coded('UND_ERR_HEADERS_OVERFLOW')), { replay: 'never' }],
  ])('%s', (_what, error, meaning) => {
    expect(classifyTransportError(error)).toMatchObject(meaning);
  });

  it.each([
    ['Z_BUF_ERROR', 'The response body is damaged or cut short (Z_BUF_ERROR)'],
    ['HPE_INVALID_CHUNK_SIZE', 'The response is not valid HTTP (HPE_INVALID_CHUNK_SIZE).'],
  ])('says what is wrong with a response: %s', (code, words) => {
    expect(classifyTransportError(fetchFailed(coded(code))).message).toContain(words);
  });

  it("reads Deno's errors by their words: no connection, and no permission", () => {
    const words = 'error sending request for url (https://a.example/): client error (Connect): dns error';
    expect(classifyTransportError(fetchFailed(new Error(words)))).toMatchObject({
      message: 'The service could not be reached (Connect). Check the network and the base URL.',
      ...unsent,
    });
    const forbidden = Object.assign(new Error('Requires net access'), { name: 'NotCapable' });
    for (const error of [forbidden, coded('ERR_ACCESS_DENIED', { permission: 'Net' })]) {
      const message = expect.stringContaining('`--allow-net`');
      expect(classifyTransportError(error)).toMatchObject({ message, ...hopeless });
    }
  });

  it('names CORS for a browser, which gives no reason', () => {
    const failure = classifyTransportError(new TypeError('Failed to fetch'));
    expect(failure).toMatchObject({ message: expect.stringContaining('CORS'), outcome: 'unknown' });
    expect(classifyTransportError(coded('ECONNRESET')).message).not.toContain('CORS');
  });

  it('finds the code behind several addresses and several causes', () => {
    const several = fetchFailed(new AggregateError([coded('ECONNREFUSED'), coded('ECONNREFUSED')]));
    expect(classifyTransportError(several).providerCode).toBe('ECONNREFUSED');
    const deep = new Error('a', { cause: fetchFailed(coded('EPIPE')) });
    expect(classifyTransportError(deep).providerCode).toBe('EPIPE');
  });

  it('accepts any thrown value, also cycles', () => {
    const cycle = new Error('round');
    Object.assign(cycle, { cause: cycle });
    for (const thrown of [undefined, null, 'text', 7, {}, cycle])
      expect(classifyTransportError(thrown)).toMatchObject(ambiguous);
  });

  it.each([
    ['ERR_PROXY_TUNNEL', { statusCode: 407 }, 'never'],
    ['ERR_PROXY_TUNNEL', { statusCode: 502 }, 'always'],
    ['ERR_PROXY_TUNNEL', {}, 'always'],
    ['UND_ERR_PRX_CONN', {}, 'always'],
    ['UND_ERR_ABORTED', { message: 'Proxy response (403) !== 200 when HTTP Tunneling' }, 'never'],
    ['UND_ERR_ABORTED', { message: 'Proxy response (503) !== 200 when HTTP Tunneling' }, 'always'],
  ] as const)('a proxy that opens no way (%s %o): nothing was sent, repeated %s', (code, extra, replay) => {
    const failure = classifyTransportError(fetchFailed(coded(code, extra)));
    expect(failure).toMatchObject({ outcome: 'not-sent', replay, providerCode: code });
    expect(failure.message).toContain('proxy');
  });
});
