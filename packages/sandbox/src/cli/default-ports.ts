import { createServer } from 'node:net';
import { listen } from '../http/listen.ts';
import type { SandboxOptions } from '../sandbox.ts';

/** The ports of the command line. In tests, `startSandbox()` uses free ones. */
export const defaultPorts = {
  page: 8025,
  mail: 8026,
  smtp: 1025,
  pop3: 1110,
  smtps: 1465,
  routing: 8002,
  realtime: 6001,
} as const;

/** Gives each service without a port its default, or a free one if another program uses that. */
export async function chooseDefaultPorts(options: SandboxOptions) {
  const notes: string[] = [];
  const choose = async (name: keyof typeof defaultPorts, port: number | undefined): Promise<number> => {
    if (port !== undefined) return port;
    if (await isFree(defaultPorts[name], options.host)) return defaultPorts[name];
    notes.push(`Port ${defaultPorts[name]} is in use. ${labels[name]} uses a free port.`);
    return 0;
  };
  const { page = {}, mail = {}, routing = {}, realtime = {} } = options;
  const chosen: SandboxOptions = {
    ...options,
    page: page && { ...page, port: await choose('page', page.port) },
    mail: mail && {
      ...mail,
      port: await choose('mail', mail.port),
      smtp: {
        ...mail.smtp,
        port: await choose('smtp', mail.smtp?.port),
        ...(options.tls && { tlsPort: await choose('smtps', mail.smtp?.tlsPort) }),
      },
      ...(mail.pop3 && { pop3: { port: await choose('pop3', portOf(mail.pop3)) } }),
    },
    routing: routing && { ...routing, port: await choose('routing', routing.port) },
    realtime: realtime && { ...realtime, port: await choose('realtime', realtime.port) },
  };
  return { options: chosen, notes };
}

const portOf = (pop3: true | { readonly port?: number }) => (pop3 === true ? undefined : pop3.port);

const labels = {
  page: 'The page',
  mail: 'The HTTP API of mail',
  smtp: 'SMTP',
  pop3: 'POP3',
  smtps: 'SMTP with TLS',
  routing: 'Routing',
  realtime: 'Realtime',
} as const;

async function isFree(port: number, host: string | undefined): Promise<boolean> {
  const probe = createServer();
  try {
    await listen(probe, port, host);
    return true;
  } catch {
    return false;
  } finally {
    await new Promise((resolve) => probe.close(resolve));
  }
}
