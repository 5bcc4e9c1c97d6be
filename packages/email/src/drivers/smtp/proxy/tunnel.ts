import { connect as connectPlain, isIP, type Socket } from 'node:net';
import { type ConnectionOptions, connect as connectTls } from 'node:tls';
import { cachedCredential, credentialFrom, fromEnv, type Runtime } from '@org/core';
import { loadCredential } from '@org/core/driver';
import { opened } from '../connection/opened.ts';
import type { OpenTunnel, SmtpProxy } from '../settings/code.ts';
import type { SmtpProxyOptions } from '../settings/options.ts';
import { connectOverHttp } from './http-connect.ts';
import { proxyError } from './read-bytes.ts';
import { connectOverSocks } from './socks.ts';
import type { ProxyAccount, TunnelTarget } from './target.ts';

/** The password of the proxy is loaded with the first mail, and cached. */
export function openTunnels(proxy: SmtpProxy, runtime: Runtime): OpenTunnel {
  const { user } = proxy;
  const source = cachedCredential(
    credentialFrom(proxy.password, fromEnv('SMTP_PROXY_PASSWORD'), 'proxy.password'),
  );
  return async (relay, signal) => {
    const loaded =
      user === undefined ? undefined : await loadCredential(source, { runtime, signal, refresh: false });
    const account = user === undefined ? undefined : { user, password: loaded?.secret.reveal() ?? '' };
    return openTunnel(proxy, relay, signal, account);
  };
}

async function openTunnel(
  { place: { protocol, host, port }, ca }: SmtpProxy,
  target: TunnelTarget,
  signal: AbortSignal,
  account: ProxyAccount | undefined,
): Promise<Socket> {
  const isTls = protocol === 'https:';
  const open = isTls ? connectTls({ host, port, ...tlsTo(host, ca) }) : connectPlain({ host, port });
  const socket = await opened(open, isTls ? 'secureConnect' : 'connect', signal).catch((error: unknown) => {
    if (signal.aborted) throw error;
    throw unreachable(error, `${host}:${port}`);
  });
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
