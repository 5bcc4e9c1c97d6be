// Every reply of a proxy, in whatever pieces it arrives.
import { isOrgError } from '@org/core';
import { describe, expect, it } from 'vitest';
import { byteByByte, startHttpProxy, startSocksProxy } from './proxies.ts';
import { createSmtpStage, message } from './smtp-stage.ts';
import { testCertificate } from './test-certificate.ts';

const { start, client, running } = createSmtpStage();
const tls = { ca: testCertificate.cert, servername: 'localhost' };

type Proxy = Awaited<ReturnType<typeof startHttpProxy>>;
type Start = (write?: typeof byteByByte) => Promise<Proxy>;

const http =
  (status?: string): Start =>
  (write) =>
    startHttpProxy(status, write);
const socks =
  (answers: Parameters<typeof startSocksProxy>[0] = {}): Start =>
  (write) =>
    startSocksProxy(write === undefined ? answers : { ...answers, write });

/** `accepted`, or code and words of the error. */
async function learn(startProxy: Start, protocol: string, account: object, write?: typeof byteByByte) {
  const server = await start({ tls: testCertificate });
  const proxy = await startProxy(write);
  running.push(proxy);
  const url = `${protocol}://127.0.0.1:${proxy.port}`;
  const email = client(server, { tls, proxy: { url, ...account } });
  const error = await email.send(message).catch((thrown: unknown) => thrown);
  expect(server.messages.length).toBe(isOrgError(error) ? 0 : 1);
  if (!isOrgError(error)) return 'accepted';
  expect(error.outcome).toBe('not-sent');
  return `${error.code}: ${/the proxy \S+: (.*?)\. Check/.exec(error.message)?.[1]}`;
}

/** RFC 1928, section 6. */
const refusals: Readonly<Record<number, string>> = {
  1: 'it reports a general failure',
  2: 'its rules do not allow the connection',
  3: 'it cannot reach the network',
  4: 'it cannot reach the host',
  5: 'the relay refused the connection',
  6: 'the time to live expired',
  7: 'it does not know CONNECT',
  8: 'it does not know this type of address',
};
const right = { user: 'ann', password: 'right' };
const wrong = { user: 'ann', password: 'wrong' };

describe('P7: a reply of a proxy, byte by byte, neither freezes the process nor loses a byte', () => {
  it.each<[protocol: string, what: string, start: Start, account: object, expected: string]>([
    ['http', '200', http(), {}, 'accepted'],
    ['http', '200 with an account', http(), right, 'accepted'],
    ['http', '200 with a header', http('200 OK\r\nProxy-Agent: x'), {}, 'accepted'],
    ['http', '403', http('403 Forbidden'), {}, 'network: it answers 403'],
    ['http', '407', http('407 Sign In'), {}, 'authentication: it wants a sign-in (407)'],
    ['http', '407 to an account', http('407 Sign In'), wrong, 'authentication: it answers 407'],
    ['http', '502', http('502 Bad Gateway'), {}, 'network: it answers 502'],
    ['http', 'no status', http('OK'), {}, 'network: its answer is not HTTP'],
    ['socks5', 'a bound IPv4 address', socks({ bound: 1 }), {}, 'accepted'],
    ['socks5', 'a bound name', socks({ bound: 3 }), {}, 'accepted'],
    ['socks5', 'a bound IPv6 address', socks({ bound: 4 }), {}, 'accepted'],
    ['socks5', 'an odd bound address', socks({ bound: 2 }), {}, 'network: its answer is not SOCKS 5'],
    ['socks5', 'a sign-in', socks({ wantsAccount: true }), right, 'accepted'],
    [
      'socks5',
      'a refused sign-in',
      socks({ wantsAccount: true }),
      wrong,
      'authentication: it refuses user and password',
    ],
    ['socks5', 'no method', socks({ wantsAccount: true }), {}, 'authentication: it wants a sign-in'],
    ...[1, 2, 3, 4, 5, 6, 7, 8, 9].map((reply): [string, string, Start, object, string] => [
      'socks5h',
      `refusal ${reply}`,
      socks({ reply }),
      {},
      `network: ${refusals[reply] ?? `it refuses with ${reply}`}`,
    ]),
  ])('%s: %s', async (protocol, _what, startProxy, account, expected) => {
    expect(await learn(startProxy, protocol, account)).toBe(expected);
    // Time of the processor: a busy machine holds the event loop up, too.
    const before = process.threadCpuUsage();
    expect(await learn(startProxy, protocol, account, byteByByte)).toBe(expected);
    const { user, system } = process.threadCpuUsage(before);
    if (account === right) expect((user + system) / 1_000).toBeLessThan(500);
  });
});
