import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type RealtimeService, startRealtimeService } from '@org/sandbox/realtime';
import { describe, expect, it, onTestFinished } from 'vitest';
import { platforms } from './platforms.ts';

const programPath = fileURLToPath(new URL('realtime-program.ts', import.meta.url));
const ann = JSON.stringify({ user_id: 'ann' });
const user = JSON.stringify({ id: 'ann' });

/** Signs, publishes and drops connections when the program asks. Serves the page of a browser. */
async function startSite(service: RealtimeService) {
  let page = '';
  const { key, secret } = service.app;
  const sign = (text: string) => `${key}:${createHmac('sha256', secret).update(text).digest('hex')}`;
  const answer = (query: URLSearchParams): object => {
    const { socket = '', channel, publish } = Object.fromEntries(query);
    if (publish !== undefined) service.publish({ channel: publish, event: 'paid', data: '{"id":7}' });
    else if (query.has('drop')) service.faults.dropAll();
    else if (channel === undefined) return { auth: sign(`${socket}::user::${user}`), user_data: user };
    else if (!channel.startsWith('presence-')) return { auth: sign(`${socket}:${channel}`) };
    else return { auth: sign(`${socket}:${channel}:${ann}`), channel_data: ann };
    return {};
  };
  const reply = (url: string, response: ServerResponse) => {
    const { pathname, searchParams } = new URL(url, 'http://localhost');
    if (pathname === '/page')
      response
        .setHeader('content-type', 'text/html')
        .end(`<!doctype html><script type="module">${page}</script>`);
    else response.end(JSON.stringify(answer(searchParams)));
  };
  const server = createServer(({ url = '/' }, response) => reply(url, response)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const serve = (program: string) => {
    page = program;
  };
  return { url, serve };
}

describe('a light realtime client', () => {
  for (const { evaluate, name, note } of platforms)
    it.skipIf(note !== '')(`works on ${name}${note}`, async () => {
      const service = await startRealtimeService();
      onTestFinished(() => service.close());
      const { serve, url } = await startSite(service);
      const { app, host, port } = service;
      const address = JSON.stringify({ key: app.key, host, port, site: `${url}/ask` });
      const folder = mkdtempSync(join(tmpdir(), 'org-realtime-'));
      onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
      const { value, lingeredMs = 0 } = await evaluate({
        imports: `import { useLightClient } from ${JSON.stringify(programPath)};`,
        expression: `useLightClient(${address})`,
        folder,
        page: { url: `${url}/page`, serve },
      });
      const paid = { id: 7 };
      const gaps = expect.arrayContaining(['reconnecting', 'connected', 'gap of orders', 'closed']);
      expect(value).toEqual(gaps);
      expect((value as unknown[]).slice(0, 7)).toEqual([
        'connecting',
        'connected',
        paid,
        paid,
        paid,
        ['ann'],
        'ann',
      ]);
      expect(lingeredMs).toBeLessThan(10_000);
    });
});
