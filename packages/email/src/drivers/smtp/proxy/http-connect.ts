import { isIPv6, type Socket } from 'node:net';
import { proxyError, proxySignInError, readBytes } from './read-bytes.ts';
import type { ProxyAccount, TunnelTarget } from './target.ts';

const maxHeadBytes = 16 * 1024;

/** CONNECT (RFC 9110, section 9.3.6). */
export async function connectOverHttp(
  socket: Socket,
  { host, port }: TunnelTarget,
  account: ProxyAccount | undefined,
): Promise<void> {
  const authority = `${isIPv6(host) ? `[${host}]` : host}:${port}`;
  const lines = [`CONNECT ${authority} HTTP/1.1`, `Host: ${authority}`];
  if (account !== undefined) {
    const pair = Buffer.from(`${account.user}:${account.password}`, 'utf8').toString('base64');
    lines.push(`Proxy-Authorization: Basic ${pair}`);
  }
  socket.write(`${lines.join('\r\n')}\r\n\r\n`);
  const head = await readHead(socket);
  const [, status] = /^HTTP\/1\.[01] (\d{3})\b/.exec(head) ?? [];
  if (status === undefined) throw proxyError('its answer is not HTTP');
  if (status === '407')
    throw proxySignInError(account === undefined ? 'it wants a sign-in (407)' : 'it answers 407');
  if (!status.startsWith('2')) throw proxyError(`it answers ${status}`);
}

/** Byte by byte: what follows the head belongs to the relay. */
async function readHead(socket: Socket): Promise<string> {
  let head = '';
  while (!head.endsWith('\r\n\r\n')) {
    if (head.length >= maxHeadBytes) throw proxyError('its answer is too long');
    head += (await readBytes(socket, 1)).toString('latin1');
    // The relay itself would wait for us, and we for the end of the head.
    if (head.length === 5 && head !== 'HTTP/') throw proxyError('its answer is not HTTP');
  }
  return head;
}
