import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo, Server } from 'node:net';
import { connect, createServer as createTcpServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { createServer as createTlsServer } from 'node:tls';
import { fileURLToPath } from 'node:url';
import Pusher from 'pusher';
import { type Certificate, makeCertificate } from '../../../../core/test/certificates.ts';
import { type RealtimeService, startRealtimeService } from '../../../../sandbox/src/realtime/index.ts';
import { bundleClientSpec, type TestedClass } from './official-client-spec.ts';

/** One test of a suite. */
export interface OfficialTest {
  readonly name: string;
  readonly status: string;
  readonly reason: string;
}

// The key of the app is written in the spec, and its host is the one of its cluster.
const app = { id: '1', key: 'c49a449b916bb4246729', secret: 'secret' };
const host = 'ws-mt1.pusher.com';
/** How long the spec waits for something that must not happen; 5 s or 10 s in the original. */
const quietMs = 400;
const here = (name: string) => fileURLToPath(new URL(name, import.meta.url));

/** Runs the integration spec of `pusher-js` for WebSockets, with and without TLS, on our server. */
export async function runClientSuite(
  packages: string,
  tested: TestedClass,
): Promise<readonly OfficialTest[]> {
  const workspace = await mkdtemp(join(tmpdir(), 'official-'));
  const certificate = makeCertificate({ subject: host, names: [host], isAuthority: true });
  const service = await startRealtimeService({ app });
  const servers = [
    await listen(createTlsServer(certificate, (socket) => forward(socket, service))),
    await listen(createTcpServer((socket) => forward(socket, service))),
    await listen(createIntegrationServer(service)),
  ];
  const [tls, plain, integration] = servers.map((server) => (server.address() as AddressInfo).port);
  try {
    const spec = await bundleClientSpec(packages, workspace, tested);
    await writeFile(join(workspace, 'ca.pem'), (certificate satisfies Certificate).cert);
    const output = await runNode(
      ['--require', here('official-preload.cjs'), here('official-jasmine.cjs'), spec],
      {
        NODE_PATH: packages,
        NODE_EXTRA_CA_CERTS: join(workspace, 'ca.pem'),
        OFFICIAL_QUIET_MS: String(quietMs),
        OFFICIAL_TARGETS: JSON.stringify({
          [`${host}:443`]: tls,
          [`${host}:80`]: plain,
          'localhost:3000': integration,
        }),
      },
    );
    const lines = output.split('\n').filter((line) => line.startsWith('{"name"'));
    return lines.map((line) => JSON.parse(line) as OfficialTest);
  } finally {
    for (const server of servers) server.close();
    await service.close();
    await rm(workspace, { recursive: true, force: true });
  }
}

/** Runs the suite `tests/remote` of `pusher` on our server. */
export async function runServerSuite(packages: string): Promise<readonly OfficialTest[]> {
  await using service = await startRealtimeService();
  const { id, key, secret } = service.app;
  const mocha = join(packages, 'mocha/bin/_mocha');
  const files = join(packages, 'pusher/tests/remote/**/*.js');
  const output = await runNode([mocha, '--exit', '--reporter', 'json', files], {
    PUSHER_URL: `http://${key}:${secret}@127.0.0.1:${service.port}/apps/${id}`,
  });
  const report = JSON.parse(output.slice(output.indexOf('{'))) as {
    readonly tests: readonly { fullTitle: string; err: { message?: string } }[];
  };
  return report.tests.map(({ fullTitle, err }) => ({
    name: fullTitle,
    status: err.message === undefined ? 'passed' : 'failed',
    reason: err.message ?? '',
  }));
}

/** The server of the package's own integration tests: authorizes channels, and triggers events. */
function createIntegrationServer(service: RealtimeService): Server {
  const { app: of, port } = service;
  const pusher = new Pusher({
    appId: of.id,
    key: of.key,
    secret: of.secret,
    host: '127.0.0.1',
    port: String(port),
  });
  return createServer(async (request, response) => {
    const url = new URL(request.url ?? '/', 'http://localhost');
    if (url.pathname.startsWith('/v2/send/')) {
      const decode = (name: string) => Buffer.from(url.searchParams.get(name) ?? '', 'base64').toString();
      await pusher.trigger(decode('channel'), decode('event'), JSON.parse(decode('data')));
      return void response.end('done');
    }
    const form = new URLSearchParams(await text(request));
    const socketId = form.get('socket_id') ?? '';
    const user = { name: `Integration ${socketId}`, email: `integration-${socketId}@example.com` };
    const member = { user_id: socketId, user_info: user };
    const answer = pusher.authorizeChannel(socketId, form.get('channel_name') ?? '', member);
    response.setHeader('content-type', 'application/json').end(JSON.stringify(answer));
  });
}

/** Joins a socket with the service, which takes requests for this machine only. */
function forward(socket: NodeJS.ReadWriteStream & { destroy(): void }, service: RealtimeService): void {
  const target = connect(service.port, service.host);
  socket.once('data', (head: Buffer) => {
    target.write(
      head.toString('latin1').replace(/^host:.*$/im, `Host: ${service.host}:${service.port}`),
      'latin1',
    );
    socket.pipe(target).pipe(socket);
  });
  target.on('error', () => socket.destroy());
  socket.on('error', () => target.destroy());
}

async function listen(server: Server): Promise<Server> {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return server;
}

const limitMs = 80_000;

export async function runNode(args: readonly string[], env: NodeJS.ProcessEnv): Promise<string> {
  const child = spawn(process.execPath, args, {
    env: { ...process.env, NODE_OPTIONS: '', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: limitMs,
  });
  const [output, errors] = await Promise.all([text(child.stdout), text(child.stderr)]);
  if (child.exitCode === null) await once(child, 'exit').catch(() => {});
  if (output === '') throw new Error(`The suite printed nothing: ${errors.slice(-400)}`);
  return output;
}
