import { connect as connectPlain, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { opened } from '../connection/opened.ts';
import type { SmtpProxyOptions } from '../settings/options.ts';
import { proxyPlace } from '../settings/signing-and-proxy.ts';
import { connectOverHttp } from './http-connect.ts';
import { connectOverSocks } from './socks.ts';
import type { TunnelTarget } from './target.ts';

interface TunnelContext {
  readonly signal: AbortSignal;
  readonly password: string | undefined;
}

/** Connects to the relay through a proxy. An abort destroys the connection. */
export async function openTunnel(
  { url, user }: SmtpProxyOptions,
  target: TunnelTarget,
  { signal, password = '' }: TunnelContext,
): Promise<Socket> {
  const { protocol, host, port } = proxyPlace(url);
  const isTls = protocol === 'https:';
  const open = isTls ? connectTls({ host, port, servername: host }) : connectPlain({ host, port });
  const socket = await opened(open, isTls ? 'secureConnect' : 'connect', signal);
  const account = user === undefined ? undefined : { user, password };
  const connect = protocol === 'socks5:' ? connectOverSocks : connectOverHttp;
  try {
    await connect(socket, target, account);
    return socket;
  } catch (error) {
    socket.destroy();
    throw error;
  }
}
