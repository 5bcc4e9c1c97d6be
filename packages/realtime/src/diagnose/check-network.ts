import type { Socket } from 'node:net';
import type { Runtime } from '@org/core';
import { type Checks, Skipped } from './checks.ts';

interface Modules {
  readonly dns: typeof import('node:dns/promises');
  readonly net: typeof import('node:net');
  readonly tls: typeof import('node:tls');
}

/** Checks name, port and certificate, where the platform has sockets; and the clock by an HTTP response. */
export async function checkNetwork(
  checks: Checks,
  { url, runtime, isDirect }: { readonly url: URL; readonly runtime: Runtime; readonly isDirect: boolean },
): Promise<void> {
  const isTls = url.protocol === 'wss:';
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const port = Number(url.port || (isTls ? 443 : 80));
  const modules = isDirect ? nodeModules() : undefined;
  if (modules === undefined) {
    const reason = isDirect ? 'this platform has no sockets' : 'the client has its own socket option';
    for (const name of ['dns', 'tcp', 'tls'] as const) checks.skip(name, reason);
  } else {
    await checks.run('dns', async () => {
      const addresses = await modules.dns.lookup(host, { all: true });
      return `${addresses.length} ${addresses.length === 1 ? 'address' : 'addresses'}`;
    });
    await checks.run('tcp', () => connect(modules.net.connect({ host, port }), 'connect', checks.signal));
    if (!isTls) checks.skip('tls', 'the client does not use TLS');
    else
      await checks.run('tls', async () => {
        const servername = modules.net.isIP(host) ? '' : host;
        const socket = modules.tls.connect({ host, port, servername });
        await connect(socket, 'secureConnect', checks.signal);
        return `${socket.getProtocol()}, certificate valid until ${socket.getPeerCertificate().valid_to}`;
      });
  }
  await checks.run('clock', () => compareClock(url, runtime, checks.signal));
}

function nodeModules(): Modules | undefined {
  const { getBuiltinModule } = globalThis.process ?? {};
  const dns = getBuiltinModule?.('node:dns/promises');
  const net = getBuiltinModule?.('node:net');
  const tls = getBuiltinModule?.('node:tls');
  return dns && net && tls && { dns, net, tls };
}

function connect(socket: Socket, event: 'connect' | 'secureConnect', signal: AbortSignal): Promise<string> {
  return new Promise<string>((resolve, reject) => {
    const abort = () => reject(signal.reason);
    signal.addEventListener('abort', abort, { once: true });
    socket.once(event, () => resolve('connected'));
    socket.once('error', reject);
  }).finally(() => socket.destroy());
}

// The `Date` of a response has whole seconds.
const toleranceMs = 2_000;

async function compareClock({ protocol, host }: URL, runtime: Runtime, signal: AbortSignal): Promise<string> {
  const address = `${protocol === 'wss:' ? 'https' : 'http'}://${host}/`;
  const response = await runtime.fetch(address, { method: 'HEAD', signal, redirect: 'manual' }).catch(() => {
    throw new Skipped('no HTTP response to compare with');
  });
  const serverMs = Date.parse(response.headers.get('date') ?? '');
  if (Number.isNaN(serverMs)) throw new Skipped('the HTTP response has no readable Date');
  const offsetMs = serverMs - runtime.now();
  if (Math.abs(offsetMs) <= toleranceMs) return 'equal to the server';
  return `${Math.round(Math.abs(offsetMs) / 1000)} s ${offsetMs > 0 ? 'behind' : 'ahead of'} the server`;
}
