import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { basename } from 'node:path';
import { text } from 'node:stream/consumers';
import { createRealtimeServerClient } from '@org/realtime/server';
import { type RealtimeService, startRealtimeService } from '@org/sandbox/realtime';
import { build } from 'esbuild';
import { root } from '../../../scripts/package-entries.ts';

const page = `
  import * as sdk from '@org/realtime';
  import { inspect } from '@org/realtime/inspect';
  import { Pusher } from '@org/realtime/pusher-compat';
  import { sharedSocket } from '@org/realtime/shared-socket';
  import * as light from '${root}packages/realtime/test/light/full-names.ts';
  import { runScenario } from '${root}test/published/realtime/scenario.ts';

  const begin = (options) => {
    globalThis.told = [];
    globalThis.realtime = sdk.createRealtimeClient({
      ...options,
      authorize: sdk.httpAuthorizer({ endpoint: '/auth' }),
      onEvent: (event) => globalThis.told.push(event.type === 'state' ? event.state : event.type),
    });
    return globalThis.realtime;
  };
  Object.assign(globalThis, {
    begin,
    Pusher,
    beginShared: (options) => begin({ ...options, socket: sharedSocket() }),
    scenario: (address, run, isLight) =>
      runScenario({ sdk: isLight ? light : sdk, inspect, address, run, site: location.origin + '/' }),
  });
  globalThis.onmessage = async ({ data }) => {
    if (data?.scenario) postMessage(await globalThis.scenario(...data.scenario));
  };
  globalThis.onconnect = ({ ports: [port] }) => {
    port.onmessage = async ({ data }) => port.postMessage(await globalThis.scenario(...data.scenario));
  };`;

/** The files of a program that uses the published packages, as a bundler makes them. */
async function bundle(): Promise<ReadonlyMap<string, Uint8Array>> {
  const { outputFiles } = await build({
    stdin: { contents: page, resolveDir: `${root}examples` },
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'browser',
    outdir: 'out',
    write: false,
  });
  return new Map(outputFiles.map(({ path, contents }) => [basename(path), contents]));
}

/** A service, and an application with pages that use it. */
export interface Site {
  readonly url: string;
  readonly service: RealtimeService;
  readonly address: { readonly key: string; readonly host: string; readonly port: number };
  /** The code of the program, with all its parts. */
  readonly code: string;
  close(): Promise<void>;
}

export async function startSite(): Promise<Site> {
  const [files, service] = await Promise.all([bundle(), startRealtimeService()]);
  const { app, host, port } = service;
  const address = { key: app.key, host, port };
  const application = createRealtimeServerClient({
    ...address,
    appId: app.id,
    secret: app.secret,
    encryptionMasterKey: Buffer.alloc(32, 7).toString('base64'),
  });

  const authorize = async (form: URLSearchParams) => {
    const channelName = form.get('channel_name') ?? '';
    if (channelName === 'private-forbidden') return undefined;
    const member = channelName.startsWith('presence-')
      ? { userId: 'ann', userInfo: { name: 'Ann' } }
      : undefined;
    return application.authorizeChannel({
      socketId: form.get('socket_id') ?? '',
      channelName,
      ...(member !== undefined && { member }),
    });
  };
  const act = async (query: URLSearchParams) => {
    const channel = query.get('publish');
    if (channel !== null) await application.trigger(channel, 'paid', 'é€');
    if (query.has('publish-to-user'))
      service.publish({ channel: '#server-to-user-ann', event: 'hello', data: '{"from":"server"}' });
    if (query.has('close')) service.faults.closeAll(Number(query.get('close')));
  };
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost');
    const json = (value: unknown) => {
      response.statusCode = value === undefined ? 403 : 200;
      response.end(JSON.stringify(value));
    };
    if (pathname === '/act') return json((await act(searchParams)) ?? {});
    if (pathname === '/auth') return json(await authorize(new URLSearchParams(await text(request))));
    if (pathname === '/user-auth') {
      const socketId = new URLSearchParams(await text(request)).get('socket_id') ?? '';
      return json(await application.authenticateUser(socketId, { id: 'ann', userInfo: { name: 'Ann' } }));
    }
    const file = files.get(pathname.slice(1));
    // No eval, and no code of another place.
    response.setHeader('content-security-policy', "default-src 'self'; connect-src 'self' ws://127.0.0.1:*");
    response.setHeader('content-type', file === undefined ? 'text/html' : 'text/javascript');
    response.end(file ?? '<!doctype html><title>t</title><script type="module" src="/stdin.js"></script>');
  };
  const server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    service,
    address,
    code: [...files.values()].map((file) => Buffer.from(file).toString()).join('\n'),
    async close() {
      server.closeAllConnections();
      server.close();
      await Promise.all([service.close(), application.close()]);
    },
  };
}
