// The sandbox's mail service, or bare servers that store nothing, in a process of its own.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { startMailService } from '@org/sandbox';
import { SMTPServer } from 'smtp-server';

/** Where it takes mail. */
export interface Ports {
  readonly http: number;
  readonly smtp: number;
}

const portOf = (server: { address(): AddressInfo | string | null }) => (server.address() as AddressInfo).port;

const starts: Readonly<Record<string, () => Promise<Ports>>> = {
  async bare() {
    const http = createServer(async (request, response) => {
      const { subject } = (await json(request)) as { readonly subject: string };
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ id: subject }));
    });
    const relay = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS', 'AUTH'],
      onData: (stream, _session, done) => void stream.resume().on('end', () => done(null, 'queued as 1')),
    });
    await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
    await new Promise<void>((resolve) => relay.listen(0, '127.0.0.1', resolve));
    return { http: portOf(http), smtp: portOf(relay.server) };
  },
  async sandbox() {
    const { apiUrl, smtp } = await startMailService({ rateLimit: false });
    return { http: Number(new URL(apiUrl).port), smtp: smtp.port };
  },
};

const start = starts[process.argv[2] ?? ''];
if (start === undefined) throw new Error(`There is no server "${process.argv[2]}".`);
process.on('message', () => {
  const { user, system } = process.cpuUsage();
  process.send?.(user + system);
});
process.on('disconnect', () => process.exit());
process.send?.(await start());
