// Each client line of the realtime guides with each of their server lines: over loopback, before the
// connection, with it, and after a reconnect.
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import * as client from '@org/realtime';
import * as nodeHandler from '@org/realtime/node-handler';
import * as server from '@org/realtime/server';
import { type RealtimeService, startRealtimeService } from '@org/sandbox/realtime';
import { transform } from 'esbuild';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { root } from '../../scripts/package-entries.ts';
import { codeBlocks } from '../support/readme-blocks.ts';

const pages = [
  'packages/realtime/README.md',
  'packages/realtime/docs/authorization.md',
  'packages/realtime/docs/server.md',
  'packages/realtime/docs/presence.md',
  'packages/realtime/docs/moving-from-echo.md',
  'packages/realtime/docs/moving-from-pusher.md',
  'packages/realtime/docs/moving-from-pusher-js.md',
  'packages/realtime/docs/encryption.md',
];
const blocks = pages.flatMap((file) =>
  codeBlocks(root + file, 'ts check').map((block) => ({ ...block, name: `${file}:${block.line}` })),
);
const clients = blocks.filter(
  ({ code }) => /httpAuthorizer\(/.test(code) && /createRealtimeClient\(/.test(code),
);
const servers = blocks.filter(({ code }) => /createAuthHandler\(/.test(code));

/** Runs the code of a block with these modules and these names around it, and returns its own names. */
async function evaluate(code: string, modules: object, names: object, results: readonly string[]) {
  const { code: plain } = await transform(code, { loader: 'ts' });
  const body = plain
    .replaceAll(
      /^import (\{[^}]*\}) from ("[^"]+");$/gm,
      (_line, imported: string, from: string) =>
        `const ${imported.replaceAll(' as ', ': ')} = modules[${from}];`,
    )
    .replaceAll(/^export \{[^}]*\};?$/gm, '')
    .replaceAll(/^export (?=const)/gm, '');
  const AsyncFunction = (async () => {}).constructor as new (
    ...args: string[]
  ) => (...args: unknown[]) => Promise<Record<string, unknown>>;
  const returned = results.map((name) => `${name}: typeof ${name} === 'undefined' ? undefined : ${name}`);
  const run = new AsyncFunction(
    'modules',
    ...Object.keys(names),
    `${body}\nreturn { ${returned.join(', ')} };`,
  );
  return run(modules, ...Object.values(names));
}

describe('each client of the guides with each server of the guides', () => {
  let service: RealtimeService;
  beforeAll(async () => {
    service = await startRealtimeService();
  });
  afterAll(() => service.close());

  /** The server of a block, at whatever path. `app` is the application of Express. */
  async function startServer(code: string): Promise<string> {
    const { id: appId, key, secret } = service.app;
    const { host, port } = service;
    let listener: RequestListener | undefined;
    const createRealtimeServerClient = (given: object = {}) => {
      const made = server.createRealtimeServerClient({ appId, key, secret, host, port, ...given });
      onTestFinished(() => made.close());
      return made;
    };
    const app = { post: (_path: string, called: RequestListener) => (listener = called) };
    const modules = {
      '@org/realtime/server': { ...server, createRealtimeServerClient },
      '@org/realtime/node-handler': nodeHandler,
      'node:http': { createServer: () => ({ listen: () => {} }) },
    };
    const names = { app, userOf: async () => ({ id: 'ann', name: 'Ann' }), mayJoin };
    const { POST } = await evaluate(code, modules, names, ['POST']);
    listener ??= nodeHandler.toNodeHandler(
      POST as (request: Request) => Promise<Response>,
    ) as RequestListener;
    const application = createServer(listener);
    await new Promise<void>((resolve) => application.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => {
      application.closeAllConnections();
      application.close();
    });
    return `http://127.0.0.1:${(application.address() as AddressInfo).port}`;
  }

  const mayJoin = (_user: unknown, channelName: string) => !channelName.endsWith('-forbidden');

  /** The client of a block, which the page leads to a service on loopback. */
  async function openClient(code: string, site: string): Promise<client.RealtimeClient> {
    const made = /[\s\S]*?createRealtimeClient\((?:\{ .* \}\);|\{[\s\S]*?\n\}\);)/.exec(code)?.[0] ?? code;
    const { host, port } = service;
    const address = { cluster: undefined, key: service.app.key, host, port };
    const createRealtimeClient = (given: client.RealtimeClientOptions = {}) =>
      client.createRealtimeClient({ ...given, ...address, reconnect: { baseMs: 10 } } as typeof given);
    const modules = { '@org/realtime': { ...client, createRealtimeClient } };
    const names = { key: service.app.key, document: { cookie: 'XSRF-TOKEN=a%3D' } };
    const absolute = made.replaceAll(/(endpoint: ')\//g, `$1${site}/`);
    const { realtime } = await evaluate(absolute, modules, names, ['realtime']);
    onTestFinished(() => (realtime as client.RealtimeClient).close());
    return realtime as client.RealtimeClient;
  }

  it('there are some of each', () => {
    expect(clients.length).toBeGreaterThan(3);
    expect(servers.length).toBeGreaterThan(2);
  });

  const pairs = clients.flatMap((one) => servers.map((other) => ({ client: one, server: other })));

  it.each(pairs.map((pair) => [pair.client.name, pair.server.name, pair] as const))(
    '%s with %s',
    async (_client, _server, pair) => {
      const site = await startServer(pair.server.code);
      const realtime = await openClient(pair.client.code, site);
      const early = realtime.subscribe('private-early');
      await early.subscribed();
      const room = realtime.subscribe('presence-later');
      await room.subscribed();
      expect([...room.members.keys()]).toEqual(['ann']);
      await expect(realtime.subscribe('private-forbidden').subscribed()).rejects.toMatchObject({
        status: 403,
      });

      const before = realtime.socketId;
      service.faults.dropAll();
      await expect.poll(() => realtime.state === 'connected' && realtime.socketId !== before).toBe(true);
      await Promise.all([early.subscribed(), room.subscribed()]);
      const paid = early.events('paid');
      service.publish({ channel: 'private-early', event: 'paid', data: '7' });
      expect((await paid.next()).value?.data).toBe(7);
    },
  );
});
