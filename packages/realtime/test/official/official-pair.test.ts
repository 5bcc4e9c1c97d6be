import type { PresenceChannel as OfficialPresence } from 'pusher-js';
import { describe, expect, it } from 'vitest';
import { startService, until } from '../realtime-fixtures.ts';
import {
  connectOfficial,
  connectOurs,
  officialServer,
  ourServer,
  startEndpoints,
  subscribed,
} from './official-parts.ts';

async function start(options: Parameters<typeof startService>[0] = {}, watchlist: readonly string[] = []) {
  const service = await startService(options);
  const server = ourServer(service);
  const endpoints = await startEndpoints(server, watchlist);
  return { service, server, endpoints };
}

describe('our server SDK and the official client', () => {
  it('triggers reach it: one channel, several, a batch, and not an excluded connection', async () => {
    const { service, server, endpoints } = await start();
    const official = connectOfficial(service, endpoints);
    const seen: string[] = [];
    for (const name of ['a', 'b']) {
      const channel = await subscribed(official, name);
      channel.bind_global((event: string, data: unknown) => {
        if (!event.startsWith('pusher:')) seen.push(`${name} ${event} ${JSON.stringify(data)}`);
      });
    }
    await server.trigger('a', 'one', { text: 'héllo €' });
    await server.trigger(['a', 'b'], 'both', 1);
    await server.trigger('a', 'not-here', 1, { exceptSocketId: official.connection.socket_id });
    await server.triggerBatch([
      { channel: 'a', event: 'each', data: [1] },
      { channel: 'b', event: 'each', data: 'last' },
    ]);
    await until(() => seen.length === 5);
    expect(seen).toEqual(['a one {"text":"héllo €"}', 'a both 1', 'b both 1', 'a each [1]', 'b each "last"']);
  });

  it('our endpoints authorize it for private and presence channels', async () => {
    const { service, endpoints } = await start();
    const official = connectOfficial(service, endpoints, 'olga');
    await subscribed(official, 'private-a@b=c,d;e');
    const room = (await subscribed(official, 'presence-room')) as OfficialPresence;
    expect(room.members.me).toEqual({ id: 'olga', info: { name: 'olga' } });
  });

  it('batches of tokens authorize it', async () => {
    const { service, server, endpoints } = await start();
    const official = connectOfficial(service, endpoints);
    await until(() => official.connection.state === 'connected');
    const socketId = official.connection.socket_id;
    const names = ['private-a', 'private-b', 'private-c'];
    const tokens = await server.authorizeChannels({
      socketId,
      channels: names.map((channelName) => ({ channelName })),
    });
    official.config.channelAuthorizer = ({ channelName }, callback) =>
      callback(null, tokens[channelName]?.data ?? null);
    for (const name of names) expect((await subscribed(official, name)).subscribed).toBe(true);
  });

  it('signs its user in; messages for the user and a termination reach it', async () => {
    const { service, server, endpoints } = await start();
    const official = connectOfficial(service, endpoints, 'olga');
    const greetings: unknown[] = [];
    official.user.bind('hello', (data: unknown) => greetings.push(data));
    official.signin();
    await until(() => official.user.user_data !== undefined && official.user.user_data !== null);
    await expect
      .poll(() => server.sendToUser('olga', 'hello', { n: 1 }).then(() => greetings[0]))
      .toEqual({ n: 1 });
    await server.terminateUserConnections('olga');
    await until(() => official.connection.state === 'disconnected');
  });
});

describe('our client and the official server SDK', () => {
  it('its triggers reach our client: one channel, several, a batch', async () => {
    const { service, endpoints } = await start();
    const { realtime } = connectOurs(service, endpoints);
    const seen: string[] = [];
    const channels = ['a', 'b'].map((name) => realtime.subscribe(name));
    for (const channel of channels)
      channel.onAny(({ channel: of, name, data }) => seen.push(`${of} ${name} ${JSON.stringify(data)}`));
    await Promise.all(channels.map((channel) => channel.subscribed()));
    const official = officialServer(service);
    await official.trigger('a', 'one', { text: 'héllo €' });
    await official.trigger(['a', 'b'], 'both', 1);
    await official.trigger('a', 'not-here', 1, { socket_id: realtime.socketId ?? '' });
    await official.triggerBatch([
      { channel: 'a', name: 'each', data: [1] },
      { channel: 'b', name: 'each', data: 'last' },
    ]);
    await until(() => seen.length === 5);
    expect(seen).toEqual(['a one {"text":"héllo €"}', 'a both 1', 'b both 1', 'a each [1]', 'b each "last"']);
  });

  it('its tokens are ours', async () => {
    const { service, server } = await start();
    const official = officialServer(service);
    const member = { userId: 'u1', userInfo: { name: 'Zoë' } };
    expect(await server.authorizeChannel({ socketId: '1.2', channelName: 'presence-a', member })).toEqual(
      official.authorizeChannel('1.2', 'presence-a', { user_id: 'u1', user_info: { name: 'Zoë' } }),
    );
    expect(await server.authorizeChannel({ socketId: '1.2', channelName: 'private-a' })).toEqual(
      official.authorizeChannel('1.2', 'private-a'),
    );
    expect(await server.authenticateUser('1.2', { id: 'u1', watchlist: ['u2'] })).toEqual(
      official.authenticateUser('1.2', { id: 'u1', watchlist: ['u2'] }),
    );
  });
});

describe('our client and the official client', () => {
  it('see each other in a presence channel, come and go', async () => {
    const { service, endpoints } = await start();
    const ours = connectOurs(service, endpoints, 'ann').realtime.subscribe('presence-room');
    await ours.subscribed();
    const changes: string[] = [];
    ours.onMember('joined', ({ id, info }) => changes.push(`+${id} ${JSON.stringify(info)}`));
    ours.onMember('left', ({ id }) => changes.push(`-${id}`));
    const official = connectOfficial(service, endpoints, 'olga');
    const theirs = (await subscribed(official, 'presence-room')) as OfficialPresence;
    expect(theirs.members.get('ann')).toEqual({ id: 'ann', info: { name: 'ann' } });
    await until(() => ours.members.has('olga'));
    const gone = new Promise((resolve) => theirs.bind('pusher:member_removed', resolve));
    ours.unsubscribe();
    expect(await gone).toMatchObject({ id: 'ann' });
    expect(theirs.members.count).toBe(1);
    expect(changes).toEqual(['+olga {"name":"olga"}']);
  });

  it('a member that leaves is gone for our client', async () => {
    const { service, endpoints } = await start();
    const ours = connectOurs(service, endpoints, 'ann').realtime.subscribe('presence-room');
    await ours.subscribed();
    const official = connectOfficial(service, endpoints, 'olga');
    await subscribed(official, 'presence-room');
    await until(() => ours.members.size === 2);
    official.disconnect();
    await until(() => ours.members.size === 1);
    expect([...ours.members.keys()]).toEqual(['ann']);
  });

  it.each(['private-chat', 'presence-chat'] as const)('exchange client events on %s', async (name) => {
    const { service, endpoints } = await start();
    const ours = connectOurs(service, endpoints, 'ann').realtime.subscribe(name);
    const theirs = await subscribed(connectOfficial(service, endpoints, 'olga'), name);
    await ours.subscribed();
    const received = new Promise<readonly unknown[]>((resolve) =>
      theirs.bind('client-ours', (data: unknown, meta: unknown) => resolve([data, meta])),
    );
    ours.trigger('client-ours', { text: 'héllo €' });
    const isPresence = name === 'presence-chat';
    const [data, meta] = await received;
    expect(data).toEqual({ text: 'héllo €' });
    expect(meta).toEqual(isPresence ? { user_id: 'ann' } : expect.anything());
    const next = ours.events('client-theirs').next();
    theirs.trigger('client-theirs', [1, 2]);
    expect((await next).value).toMatchObject({
      data: [1, 2],
      ...(isPresence && { userId: 'olga' }),
    });
  });

  it('watch each other: online and offline', async () => {
    const { service, endpoints } = await start({}, ['ann', 'olga']);
    const official = connectOfficial(service, endpoints, 'olga');
    const seen: string[] = [];
    for (const name of ['online', 'offline'])
      official.user.watchlist.bind(name, ({ user_ids }: { user_ids: string[] }) =>
        seen.push(`${name} ${user_ids}`),
      );
    official.signin();
    await until(() => seen.includes('offline ann'));
    const { realtime } = connectOurs(service, endpoints, 'ann');
    const user = await realtime.signIn();
    await until(() => seen.includes('online ann'));
    await until(() => user.watchlist.get('olga') === 'online');
    official.disconnect();
    await until(() => user.watchlist.get('olga') === 'offline');
  });

  it('count the subscriptions of both', async () => {
    const { service, endpoints } = await start({ subscriptionCount: true });
    const ours = connectOurs(service, endpoints).realtime.subscribe('orders');
    await ours.subscribed();
    const theirs = await subscribed(connectOfficial(service, endpoints), 'orders');
    await until(() => ours.subscriptionCount === 2 && theirs.subscriptionCount === 2);
  });
});
