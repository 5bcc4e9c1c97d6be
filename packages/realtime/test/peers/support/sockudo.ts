import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type PeerServer, startServer } from '../../../../routing/test/peers/support/process.ts';

export const sockudoApp = { id: 'app', key: 'key', secret: 'secret' };

/** Starts Sockudo on loopback. `durable`: with a history behind the buffer of five events. */
export async function startSockudo(program: string, durable: boolean): Promise<PeerServer> {
  const workspace = mkdtempSync(join(tmpdir(), 'sockudo-'));
  const path = join(workspace, 'config.json');
  const server = await startServer(
    {
      command: program,
      args(port) {
        writeFileSync(path, JSON.stringify(configuration(port, durable)));
        return ['--config', path];
      },
    },
    '/up',
  );
  return {
    url: server.url,
    async close() {
      await server.close();
      rmSync(workspace, { recursive: true, force: true });
    },
  };
}

const configuration = (port: number, durable: boolean) => ({
  host: '127.0.0.1',
  port,
  adapter: { driver: 'local' },
  app_manager: {
    driver: 'memory',
    array: {
      apps: [
        {
          ...sockudoApp,
          enabled: true,
          max_connections: 100,
          enable_client_messages: true,
          max_client_events_per_second: 100,
        },
      ],
    },
  },
  connection_recovery: { enabled: true, buffer_ttl_seconds: 60, max_buffer_size: 5 },
  history: durable ? { enabled: true, backend: 'memory' } : { enabled: false },
  metrics: { enabled: false },
});
