import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { RealtimeService } from '../../sandbox/src/realtime/realtime-service.ts';
import { httpAuthorizer } from '../src/index.ts';
import { createAuthHandler, createRealtimeServerClient, type RequestHandler } from '../src/server/index.ts';
import { connectTo, startService, until } from './realtime-fixtures.ts';

/** Serves a handler over HTTP, and counts its requests. */
async function serve(handle: RequestHandler): Promise<{ readonly url: string; count(): number }> {
  let requests = 0;
  const server = createServer(async (incoming, outgoing) => {
    requests += 1;
    const { method = 'GET', url = '/', headers } = incoming;
    const body = method === 'GET' ? null : await buffer(incoming);
    const request = new Request(`http://localhost${url}`, { method, headers: headers as HeadersInit, body });
    const response = await handle(request);
    outgoing.writeHead(response.status, Object.fromEntries(response.headers)).end(await response.text());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/auth`, count: () => requests };
}

const serverOf = ({ host, port, app }: RealtimeService) =>
  createRealtimeServerClient({ appId: app.id, key: app.key, secret: app.secret, host, port });

describe('the server half with the client half', () => {
  it('a batch of the client is one request to the handler; a refusal concerns its channel', async () => {
    const service = await startService();
    const server = serverOf(service);
    const member = { userId: 'ann', userInfo: { name: 'Ann' } };
    const endpoint = await serve(
      createAuthHandler(server, { authorize: ({ channelName }) => channelName !== 'private-no' && member }),
    );
    const { realtime } = connectTo(service, {
      authorize: httpAuthorizer({ endpoint: endpoint.url, batch: true }),
    });
    const names = ['private-a', 'private-b', 'presence-room', 'private-no'];
    const [a, , room, refused] = names.map((name) => realtime.subscribe(name));
    await expect(refused?.subscribed()).rejects.toMatchObject({ code: 'channel-authorization', status: 403 });
    await room?.subscribed();
    const received: unknown[] = [];
    a?.on('paid', ({ data }) => received.push(data));
    await a?.subscribed();
    await server.trigger('private-a', 'paid', { id: 7 });
    await until(() => received.length === 1);
    expect(received).toEqual([{ id: 7 }]);
    expect(await server.channels.users('presence-room')).toEqual(['ann']);
    expect(endpoint.count()).toBe(1);
  });
});
