import { writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../../../../../test/support/free-port.ts';
import { cached } from '../../../../routing/test/peers/support/cache.ts';
import { npmInstall } from '../../../../routing/test/peers/support/npm-install.ts';
import { type PeerServer, run, startServer } from '../../../../routing/test/peers/support/process.ts';
import { loadWithOlderGlibc } from './older-glibc.ts';

/** An app with every feature, and one without sign-in and client events. */
export const soketiApp = { id: 'app-1', key: 'soketi-key', secret: 'soketi-secret' };
export const plainApp = { id: 'app-2', key: 'plain-key', secret: 'plain-secret' };

/** The minor version of glibc that the native module was built against. */
const newestGlibc = 38;

/** The folder of soketi 1.6.1. */
export async function installSoketi(): Promise<string> {
  return cached('soketi-1.6.1', async (directory) => {
    await npmInstall(directory, {
      dependencies: { '@soketi/soketi': '1.6.1' },
      // The original comes from a Git repository, and has no build for Node above 18. This is the same
      // project, published to npm.
      overrides: { 'uWebSockets.js': 'npm:@btc-vision/uwebsockets.js@20.57.0' },
    });
    await makeNativeLoad(join(directory, 'node_modules/uWebSockets.js'));
  });
}

async function makeNativeLoad(folder: string): Promise<void> {
  const { platform, arch, versions } = process;
  const { header } = process.report.getReport() as { header: { glibcVersionRuntime?: string } };
  const [, minor = '0'] = (header.glibcVersionRuntime ?? '').split('.');
  if (platform === 'linux' && arch === 'x64' && Number(minor) < newestGlibc)
    await loadWithOlderGlibc(join(folder, `uws_linux_x64_${versions.modules}.node`));
  await run({ command: process.execPath, args: ['-e', 'require("./uws.js")'], cwd: folder });
}

/** Starts soketi on loopback with one app, which posts its webhooks to `webhookUrl`. */
export async function startSoketi(directory: string, webhookUrl: string): Promise<PeerServer> {
  const workspace = await mkdtemp(join(tmpdir(), 'soketi-'));
  const configuration = join(workspace, 'soketi.json');
  const ports = { 'metrics.port': await freePort(), 'cluster.port': await freePort() };
  const program = join(directory, 'node_modules/@soketi/soketi/bin/server.js');
  const server = await startServer(
    {
      command: process.execPath,
      args(port) {
        writeFileSync(configuration, JSON.stringify({ ...options(webhookUrl), ...ports, port }));
        return [program, 'start', `--config=${configuration}`];
      },
      env: { ...process.env, NODE_OPTIONS: '' },
    },
    '/ready',
  );
  return {
    url: server.url,
    async close() {
      await server.close();
      await rm(workspace, { recursive: true, force: true });
    },
  };
}

const webhookEvents = [
  'channel_occupied',
  'channel_vacated',
  'member_added',
  'member_removed',
  'client_event',
  'cache_miss',
];

// The keys are paths, as soketi takes them. The UDP port of its discovery stays on loopback.
const options = (webhookUrl: string) => ({
  host: '127.0.0.1',
  'metrics.host': '127.0.0.1',
  'cluster.hostname': '127.0.0.1',
  'cluster.broadcast': '127.0.0.1',
  shutdownGracePeriod: 100,
  'appManager.array.apps': [
    {
      ...soketiApp,
      enabled: true,
      enableClientMessages: true,
      enableUserAuthentication: true,
      maxConnections: -1,
      maxBackendEventsPerSecond: -1,
      maxClientEventsPerSecond: 20,
      maxReadRequestsPerSecond: -1,
      webhooks: [{ url: webhookUrl, event_types: webhookEvents }],
    },
    { ...plainApp, enabled: true, enableClientMessages: false, maxConnections: -1, webhooks: [] },
  ],
});
