import { connect as connectPlain, isIP, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import type { OpenTunnel } from '../settings/code.ts';
import type { SmtpSettings } from '../settings/settings.ts';
import { opened } from './opened.ts';

/**
 * Opens the connection, through the proxy where there is one. With `secure`, the relay's certificate was
 * checked. An abort destroys it, also later.
 */
export async function openSocket(
  settings: SmtpSettings,
  signal: AbortSignal,
  openTunnel: OpenTunnel | undefined,
): Promise<Socket> {
  const { host, port, secure } = settings;
  const tls = tlsOptions(settings);
  if (openTunnel === undefined) {
    const socket = secure ? connectTls({ host, port, ...tls }) : connectPlain({ host, port });
    return opened(socket, secure ? 'secureConnect' : 'connect', signal);
  }
  const tunnel = await openTunnel({ host, port }, signal);
  if (!secure) return tunnel;
  return opened(connectTls({ socket: tunnel, ...tls }), 'secureConnect', signal);
}

export function tlsOptions({ host, tls }: SmtpSettings): Record<string, unknown> {
  const { ca, servername = isIP(host) === 0 ? host : undefined, minVersion = 'TLSv1.2' } = tls;
  return {
    minVersion,
    rejectUnauthorized: true,
    ...(ca === undefined ? {} : { ca }),
    ...(servername === undefined ? {} : { servername }),
  };
}
