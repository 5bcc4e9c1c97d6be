import { isIP, type Socket } from 'node:net';
import { proxyError, proxySignInError, readBytes } from './read-bytes.ts';
import type { ProxyAccount, TunnelTarget } from './target.ts';

const version = 5;
const noSignIn = 0;
const userAndPassword = 2;
const connect = 1;
const ipv4 = 1;
const name = 3;
const ipv6 = 4;

/** RFC 1928, section 6. */
const refusals: ReadonlyMap<number, string> = new Map([
  [1, 'it reports a general failure'],
  [2, 'its rules do not allow the connection'],
  [3, 'it cannot reach the network'],
  [4, 'it cannot reach the host'],
  [5, 'the relay refused the connection'],
  [6, 'the time to live expired'],
  [7, 'it does not know CONNECT'],
  [8, 'it does not know this type of address'],
]);

/** SOCKS 5 (RFC 1928), with user and password (RFC 1929). The proxy resolves the name of the relay. */
export async function connectOverSocks(
  socket: Socket,
  { host, port }: TunnelTarget,
  account: ProxyAccount | undefined,
): Promise<void> {
  const methods = account === undefined ? [noSignIn] : [noSignIn, userAndPassword];
  socket.write(Uint8Array.of(version, methods.length, ...methods));
  const [answered, method] = await readBytes(socket, 2);
  if (answered !== version) throw proxyError('its answer is not SOCKS 5');
  if (method === userAndPassword && account !== undefined) await signIn(socket, account);
  else if (method !== noSignIn)
    throw proxySignInError(account === undefined ? 'it wants a sign-in' : 'it knows no sign-in by password');
  const portBytes = Buffer.alloc(2);
  portBytes.writeUInt16BE(port);
  socket.write(Buffer.concat([Uint8Array.of(version, connect, 0), addressOf(host), portBytes]));
  const [, status = 1, , type] = await readBytes(socket, 4);
  if (status !== 0) throw proxyError(refusals.get(status) ?? `it refuses with ${status}`);
  await readBytes(socket, (await boundAddressBytes(socket, type)) + 2);
}

async function signIn(socket: Socket, { user, password }: ProxyAccount): Promise<void> {
  const parts = [user, password].map((text) => Buffer.from(text, 'utf8'));
  if (parts.some(({ length }) => length === 0 || length > 255))
    throw proxySignInError('its user and password must have 1 to 255 bytes each');
  socket.write(
    Buffer.concat([Uint8Array.of(1), ...parts.flatMap((part) => [Uint8Array.of(part.length), part])]),
  );
  const [, status] = await readBytes(socket, 2);
  if (status !== 0) throw proxySignInError('it refuses user and password');
}

function addressOf(host: string): Uint8Array {
  if (isIP(host) === 4) return Uint8Array.of(ipv4, ...host.split('.').map(Number));
  const text = isIP(host) === 6 ? undefined : Buffer.from(host, 'latin1');
  return text === undefined
    ? Uint8Array.of(ipv6, ...groupsOf(host))
    : Uint8Array.of(name, text.length, ...text);
}

/** The 16 bytes of an IPv6 address. */
function groupsOf(host: string): number[] {
  const { hostname } = new URL(`http://[${host}]/`);
  const [head = '', tail] = hostname.slice(1, -1).split('::');
  const left = head === '' ? [] : head.split(':');
  const right = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros = Array.from({ length: 8 - left.length - right.length }, () => '0');
  return [...left, ...zeros, ...right].flatMap((group) => {
    const value = Number.parseInt(group, 16);
    return [value >> 8, value & 255];
  });
}

async function boundAddressBytes(socket: Socket, type: number | undefined): Promise<number> {
  if (type === ipv4) return 4;
  if (type === ipv6) return 16;
  if (type === name) return (await readBytes(socket, 1))[0] ?? 0;
  throw proxyError('its answer is not SOCKS 5');
}
