import { connect as connectPlain, isIP, type Socket } from 'node:net';
import { type ConnectionOptions, connect as connectTls } from 'node:tls';
import { opened } from '../connection/opened.ts';
import type { SmtpProxyOptions } from '../settings/options.ts';
import { proxyPlace } from '../settings/signing-and-proxy.ts';
import { connectOverHttp } from './http-connect.ts';
import { proxyError } from './read-bytes.ts';
import { connectOverSocks } from './socks.ts';
import type { TunnelTarget } from './target.ts';

interface TunnelContext {
  readonly signal: AbortSignal;
  readonly password: string | undefined;
}

/** Connects to the relay through a proxy. An abort destroys the connection. */
export async function openTunnel(
  { url, user, ca }: SmtpProxyOptions,
  target: TunnelTarget,
  { signal, password = '' }: TunnelContext,
): Promise<Socket> {
  const { protocol, host, port } = proxyPlace(url);
  const isTls = protocol === 'https:';
  const open = isTls ? connectTls({ host, port, ...tlsTo(host, ca) }) : connectPlain({ host, port });
  const socket = await opened(open, isTls ? 'secureConnect' : 'connect', signal).catch((error: unknown) => {
    if (signal.aborted) throw error;
    throw unreachable(error, `${host}:${port}`);
  });
  const account = user === undefined ? undefined : { user, password };
  const connect = protocol.startsWith('socks5') ? connectOverSocks : connectOverHttp;
  try {
    await connect(socket, target, account);
    return socket;
  } catch (error) {
    socket.destroy();
    throw error;
  }
}

function tlsTo(host: string, ca: SmtpProxyOptions['ca']): ConnectionOptions {
  return {
    ...(isIP(host) === 0 ? { servername: host } : {}),
    ...(ca === undefined ? {} : { ca: [ca].flat() }),
  };
}

/** The proxy is the cause, not the relay. */
function unreachable(error: unknown, place: string): Error {
  const { code = 'failed' } = error as { readonly code?: string };
  const isCertificate = /CERT|SELF_SIGNED|UNABLE_TO_|HOSTNAME_MISMATCH|INVALID_CA/.test(code);
  return Object.assign(
    proxyError(
      isCertificate
        ? `its certificate is not trusted (${code}); set proxy.ca for a private authority`
        : `it cannot be reached at ${place} (${code})`,
    ),
    { cause: error },
  );
}
