import { type ChannelEvent, createRealtimeClient } from '@org/realtime';
import { createRealtimeServerClient } from '@org/realtime/server';
import type { RealtimeService } from '@org/sandbox';
import type { Narrator } from './narrator.ts';

/** A client on a public, a private and a presence channel receives the events of the server. */
export async function realtimeChapter(service: RealtimeService, tell: Narrator): Promise<void> {
  tell.chapter('Realtime');
  const { host, port, app } = service;
  const server = createRealtimeServerClient({ appId: app.id, key: app.key, secret: app.secret, host, port });
  const member = { userId: 'ann', userInfo: { name: 'Ann Bäcker' } };
  await using client = createRealtimeClient({
    key: app.key,
    host,
    port,
    // A real program calls its own server, which checks the user and signs.
    authorize: async ({ socketId, channelName }) => {
      const signed = await server.authorizeChannel({
        socketId,
        channelName,
        ...(channelName.startsWith('presence-') ? { member } : {}),
      });
      return { auth: signed.auth, channelData: signed.channel_data };
    },
  });

  const news = client.subscribe('town-news');
  const orders = client.subscribe('private-orders');
  const square = client.subscribe('presence-square');
  await Promise.all([news.subscribed(), orders.subscribed(), square.subscribed()]);
  tell.check(
    client.state === 'connected',
    'a client joined a public, a private and a presence channel',
    `socket ${client.socketId}`,
  );
  tell.check(
    square.members.get('ann') !== undefined,
    'the presence channel lists its members',
    [...square.members.keys()].join(', '),
  );

  const received: [string, unknown][] = [];
  const all = new Promise<void>((resolve) => {
    const keep =
      (channel: string) =>
      ({ data }: ChannelEvent) => {
        received.push([channel, data]);
        if (received.length === 3) resolve();
      };
    news.on('opened', keep('town-news'));
    orders.on('paid', keep('private-orders'));
    square.on('waved', keep('presence-square'));
  });
  await server.trigger('town-news', 'opened', { bridge: 'Füßgängerbrücke' });
  await server.triggerBatch([
    { channel: 'private-orders', event: 'paid', data: { id: 17 } },
    { channel: 'presence-square', event: 'waved', data: 'hello' },
  ]);
  await all;
  const bridge = received.find(([channel]) => channel === 'town-news')?.[1];
  tell.check(
    received.length === 3 && JSON.stringify(bridge) === '{"bridge":"Füßgängerbrücke"}',
    'three events triggered by the server arrived',
    received.map(([channel]) => channel).join(', '),
  );
  await server.close();
}
