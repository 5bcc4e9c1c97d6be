import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it, onTestFinished, vi } from 'vitest';
import { createRealtimeServerClient } from './server-client.ts';

const app = { appId: '3', key: 'k', secret: 's' };

async function startService(): Promise<number> {
  const server = createServer((_request, response) => void response.end('{}')).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  onTestFinished(() => void server.close());
  return (server.address() as AddressInfo).port;
}

it('sends through node:http on Node, and ends its connections when it is closed', async () => {
  const port = await startService();
  const fetch = vi.spyOn(globalThis, 'fetch');
  onTestFinished(() => fetch.mockRestore());
  const server = createRealtimeServerClient({ ...app, host: '127.0.0.1', port });
  await server.trigger('orders', 'paid', 1);
  const open = () => process.getActiveResourcesInfo().filter((name) => name === 'TCPSocketWrap').length;
  const before = open();
  await server.close();
  await server.close();
  // Idle ones would end after 4 s.
  await expect.poll(open, { timeout: 3_000 }).toBeLessThan(before);
  expect(fetch).not.toHaveBeenCalled();
});

it.each([
  ['a fetch of the program', 'Node.js/24', (fetch: typeof globalThis.fetch) => ({ runtime: { fetch } })],
  ['the fetch of another platform', 'Deno/2.5.0', () => ({})],
])('sends through %s', async (_what, userAgent, options) => {
  const fetch = vi.fn(async () => Response.json({}));
  vi.stubGlobal('fetch', fetch);
  vi.stubGlobal('navigator', { userAgent });
  onTestFinished(() => void vi.unstubAllGlobals());
  const server = createRealtimeServerClient({ ...app, host: 'api.example.com', ...options(fetch) });
  await server.trigger('orders', 'paid', 1);
  expect(fetch).toHaveBeenCalledOnce();
});
