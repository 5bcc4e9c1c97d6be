import { connect as connectPlain, isIP, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import type { SmtpSettings } from './settings.ts';

export function openSocket(settings: SmtpSettings): Socket {
  const { host, port } = settings;
  return settings.secure ? connectTls({ host, port, ...tlsOptions(settings) }) : connectPlain({ host, port });
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

/** Resolves when the connection stands and, with `secure`, its certificate was checked. */
export function connected(socket: Socket, { secure }: SmtpSettings): Promise<void> {
  return new Promise((resolve, reject) => {
    const closed = () => reject(Object.assign(new Error('closed'), { code: 'ECONNRESET' }));
    socket.once(secure ? 'secureConnect' : 'connect', () => {
      socket.off('error', reject);
      socket.off('close', closed);
      resolve();
    });
    socket.once('error', reject);
    socket.once('close', closed);
  });
}
