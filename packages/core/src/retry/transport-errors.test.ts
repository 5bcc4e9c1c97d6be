import { describe, expect, it } from 'vitest';
import { classifyTransportError } from './transport-errors.ts';

const fetchFailed = (cause: unknown) => new TypeError('fetch failed', { cause });
const coded = (code: string, extra: object = {}) => Object.assign(new Error(code), { code }, extra);

describe('classifyTransportError', () => {
  it.each([
    'ENOTFOUND',
    'EAI_AGAIN',
    'ECONNREFUSED',
    'EHOSTUNREACH',
    'UND_ERR_CONNECT_TIMEOUT',
    'ConnectionRefused',
  ])('C3: %s never reached the service: any operation may be repeated', (code) => {
    expect(classifyTransportError(fetchFailed(coded(code)))).toMatchObject({
      outcome: 'not-sent',
      replay: 'always',
    });
  });

  it.each(['ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'UND_ERR_SOCKET', 'UND_ERR_BODY_TIMEOUT'])(
    'C3: after %s it is not known whether the service acted',
    (code) => {
      expect(classifyTransportError(fetchFailed(coded(code)))).toMatchObject({
        outcome: 'unknown',
        replay: 'if-safe',
      });
    },
  );

  it('nothing was sent when no byte had left', () => {
    const error = fetchFailed(coded('UND_ERR_SOCKET', { socket: { bytesWritten: 0 } }));
    expect(classifyTransportError(error)).toMatchObject({ outcome: 'not-sent', replay: 'always' });
    const later = fetchFailed(coded('UND_ERR_SOCKET', { socket: { bytesWritten: 1 } }));
    expect(classifyTransportError(later)).toMatchObject({ outcome: 'unknown' });
  });

  it('nothing was sent without a connection', () => {
    const timedOut = coded('ETIMEDOUT', { syscall: 'connect' });
    const ofMany = Object.assign(new AggregateError([timedOut]), { code: 'ETIMEDOUT' });
    for (const error of [timedOut, fetchFailed(timedOut), fetchFailed(ofMany)]) {
      expect(classifyTransportError(error)).toMatchObject({ outcome: 'not-sent', replay: 'always' });
    }
    expect(classifyTransportError(coded('ETIMEDOUT', { syscall: 'read' }))).toMatchObject({
      outcome: 'unknown',
    });
  });

  it("reads Deno's errors by their words: no connection, and no permission", () => {
    const words = 'error sending request for url (https://a.example/): client error (Connect): dns error';
    expect(classifyTransportError(fetchFailed(new Error(words)))).toMatchObject({
      message: 'The service could not be reached (Connect). Check the network and the base URL.',
      outcome: 'not-sent',
      replay: 'always',
    });
    const forbidden = Object.assign(new Error('Requires net access'), { name: 'NotCapable' });
    for (const error of [forbidden, coded('ERR_ACCESS_DENIED', { permission: 'Net' })]) {
      expect(classifyTransportError(error)).toMatchObject({
        message: expect.stringContaining('`--allow-net`'),
        outcome: 'not-sent',
        replay: 'never',
      });
    }
  });

  it('names CORS for a browser, which gives no reason', () => {
    const failure = classifyTransportError(new TypeError('Failed to fetch'));
    expect(failure).toMatchObject({ message: expect.stringContaining('CORS'), outcome: 'unknown' });
    expect(classifyTransportError(coded('ECONNRESET')).message).not.toContain('CORS');
  });

  it('C19: an interrupted handshake is not retried', () => {
    const ended = coded('ECONNRESET', { host: '127.0.0.1', port: 443, localAddress: null, path: null });
    const reset = coded('ECONNRESET', {
      syscall: 'read',
      socket: { bytesWritten: 0, secureConnecting: true },
    });
    for (const error of [fetchFailed(ended), reset]) {
      expect(classifyTransportError(error)).toMatchObject({ outcome: 'not-sent', replay: 'never' });
    }
  });

  it('C19: a rejected certificate is no unreachable service', () => {
    const error = coded('CERT_HAS_EXPIRED', { socket: { bytesWritten: 0, secureConnecting: true } });
    expect(classifyTransportError(error)).toMatchObject({ outcome: 'not-sent', replay: 'never' });
  });

  it.each([
    'DEPTH_ZERO_SELF_SIGNED_CERT',
    'CERT_HAS_EXPIRED',
    'ERR_TLS_CERT_ALTNAME_INVALID',
    'ERR_SSL_WRONG_VERSION_NUMBER',
  ])('C19: %s is refused and not retried', (code) => {
    expect(classifyTransportError(fetchFailed(coded(code)))).toMatchObject({
      outcome: 'not-sent',
      replay: 'never',
    });
  });

  it('does not repeat after invalid HTTP', () => {
    for (const code of ['HPE_INVALID_CONSTANT', 'HPE_HEADER_OVERFLOW', 'UND_ERR_HEADERS_OVERFLOW'])
      expect(classifyTransportError(fetchFailed(coded(code)))).toMatchObject({ replay: 'never' });
  });

  it('finds the code behind several addresses and several causes', () => {
    const several = fetchFailed(new AggregateError([coded('ECONNREFUSED'), coded('ECONNREFUSED')]));
    expect(classifyTransportError(several).providerCode).toBe('ECONNREFUSED');
    expect(classifyTransportError(new Error('a', { cause: fetchFailed(coded('EPIPE')) })).providerCode).toBe(
      'EPIPE',
    );
  });

  it('accepts any thrown value, also cycles', () => {
    const cycle = new Error('round');
    Object.assign(cycle, { cause: cycle });
    for (const thrown of [undefined, null, 'text', 7, {}, cycle]) {
      expect(classifyTransportError(thrown)).toMatchObject({ outcome: 'unknown', replay: 'if-safe' });
    }
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

  it('an abort without a proxy is a cut connection', () => {
    expect(classifyTransportError(coded('UND_ERR_ABORTED'))).toMatchObject({
      outcome: 'unknown',
      replay: 'if-safe',
    });
  });

  it('a request that the platform rejects was not sent', () => {
    expect(classifyTransportError(fetchFailed(coded('UND_ERR_INVALID_ARG')))).toMatchObject({
      outcome: 'not-sent',
      replay: 'never',
    });
  });

  it('C19: knows the codes of TLS with a slash in them', () => {
    expect(
      classifyTransportError(fetchFailed(coded('ERR_SSL_SSL/TLS_ALERT_HANDSHAKE_FAILURE'))),
    ).toMatchObject({
      outcome: 'not-sent',
      replay: 'never',
    });
  });
});
