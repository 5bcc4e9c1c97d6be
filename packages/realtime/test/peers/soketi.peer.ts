import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { obtain } from '../../../routing/test/peers/support/obtain.ts';
import type { PeerServer } from '../../../routing/test/peers/support/process.ts';
import { createRealtimeClient, type RealtimeClientSettings, type RealtimeEvent } from '../../src/index.ts';
import { createRealtimeServerClient } from '../../src/server/index.ts';
import { until } from '../realtime-fixtures.ts';
import { installSoketi, plainApp, soketiApp, startSoketi } from './support/soketi.ts';
import { startWebhookInbox, type WebhookInbox } from './support/webhook-inbox.ts';

const directory = await obtain('soketi', installSoketi);
const encryptionMasterKey = Buffer.alloc(32, 7).toString('base64');

describe.skipIf(directory === undefined)('our client and our server SDK with soketi 1.6.1', () => {
  let soketi: PeerServer;
  let inbox: WebhookInbox;
  beforeAll(async () => {
    inbox = await startWebhookInbox(() => serverFor(soketiApp));
    soketi = await startSoketi(directory ?? '', inbox.url);
  });
  afterAll(async () => {
    await soketi?.close();
    inbox?.close();
  });

  const address = () => ({ host: '127.0.0.1', port: Number(new URL(soketi.url).port) });
  const serverFor = (app: typeof soketiApp, options: { secret?: string } = {}) =>
    createRealtimeServerClient({
      appId: app.id,
      key: app.key,
      secret: app.secret,
      ...address(),
      encryptionMasterKey,
      retry: false,
      ...options,
    });
  const open = (userId = 'ann', options: Partial<RealtimeClientSettings> = {}, app = soketiApp) => {
    const server = serverFor(app);
    const told: RealtimeEvent[] = [];
    const realtime = createRealtimeClient({
      key: app.key,
      ...address(),
      authorize: ({ socketId, channelName }) =>
        server.authorizeChannel({
          socketId,
          channelName,
          member: channelName.startsWith('presence-') ? { userId, userInfo: { name: userId } } : undefined,
        }),
      authenticate: ({ socketId }) => server.authenticateUser(socketId, { id: userId, watchlist: ['ann'] }),
      onEvent: (event) => told.push(event),
      ...options,
    });
    onTestFinished(() => realtime.close());
    const errors = () => told.flatMap((event) => (event.type === 'error' ? [event.error] : []));
    return { realtime, told, errors, server };
  };

  it('connects, subscribes and receives what the server triggers', async () => {
    const { realtime, server } = open();
    const orders = realtime.subscribe('orders');
    const paid = orders.events('paid');
    await orders.subscribed();
    expect(realtime.socketId).toMatch(/^\d+\.\d+$/);
    await server.trigger('orders', 'paid', { id: 7 });
    expect((await paid.next()).value).toMatchObject({ data: { id: 7 }, raw: '{"id":7}' });
  });

  it('triggers to many channels, in a batch, and without one connection', async () => {
    const { realtime, server } = open();
    const names = ['batch-a', 'batch-b'];
    const channels = names.map((name) => realtime.subscribe(name));
    await Promise.all(channels.map((channel) => channel.subscribed()));
    const seen: string[] = [];
    for (const channel of channels)
      channel.onAny(({ name, data }) => seen.push(`${channel.name} ${name} ${data}`));
    await server.trigger(names, 'both', 1);
    await server.trigger('batch-a', 'not-here', 1, { exceptSocketId: realtime.socketId ?? '' });
    await server.triggerBatch(names.map((channel) => ({ channel, event: 'each', data: 2 })));
    await until(() => seen.length === 4);
    expect(seen.sort()).toEqual(['batch-a both 1', 'batch-a each 2', 'batch-b both 1', 'batch-b each 2']);
  });

  it('authorizes private channels, and reports a refusal with its status', async () => {
    await open().realtime.subscribe('private-orders').subscribed();
    const forged = open('ann', { authorize: async () => ({ auth: `${soketiApp.key}:${'0'.repeat(64)}` }) });
    await expect(forged.realtime.subscribe('private-orders').subscribed()).rejects.toMatchObject({
      code: 'subscription-refused',
      status: 401,
    });
    expect(forged.realtime.state).toBe('connected');
  });

  it('keeps the list of members of a presence channel', async () => {
    const ann = open('ann').realtime.subscribe('presence-room');
    await ann.subscribed();
    const changes: string[] = [];
    ann.onMember('joined', ({ id }) => changes.push(`+${id}`));
    ann.onMember('left', ({ id }) => changes.push(`-${id}`));
    const bob = open('bob');
    const room = bob.realtime.subscribe('presence-room');
    await room.subscribed();
    expect([...room.members.keys()].sort()).toEqual(['ann', 'bob']);
    expect(room.members.get('ann')?.info).toEqual({ name: 'ann' });
    expect(await bob.server.channels.users('presence-room')).toEqual(expect.arrayContaining(['ann', 'bob']));
    room.unsubscribe();
    await until(() => changes.length === 2);
    expect(changes).toEqual(['+bob', '-bob']);
  });

  it('gives later subscribers the last event of a cache channel, or reports that there is none', async () => {
    const { realtime, told, server } = open();
    await realtime.subscribe('cache-empty').subscribed();
    await until(() => told.some(({ type }) => type === 'cache-miss'));
    await server.trigger('cache-price', 'changed', 42);
    const price = realtime.subscribe('cache-price').events('changed');
    expect((await price.next()).value?.data).toBe(42);
  });

  it('passes client events to the others, on presence channels with the sender', async () => {
    const [ann, bob] = [open('ann').realtime, open('bob').realtime];
    for (const name of ['private-chat', 'presence-chat'] as const) {
      const [from, to] = [ann.subscribe(name), bob.subscribe(name)];
      const typing = to.events('client-typing');
      await Promise.all([from.subscribed(), to.subscribed()]);
      from.trigger('client-typing', { on: true });
      const { value } = await typing.next();
      expect(value?.data).toEqual({ on: true });
      expect(value?.userId).toBe(name === 'presence-chat' ? 'ann' : undefined);
    }
  });

  it('reports client events above the rate of the service, and stays connected', async () => {
    const { realtime, errors } = open('ann', { maxClientEventsPerSecond: 1_000 });
    const chat = realtime.subscribe('private-fast');
    await chat.subscribed();
    for (let n = 0; n < 30; n += 1) chat.trigger('client-n', n);
    await until(() => errors().length > 0);
    expect(errors()[0]).toMatchObject({ code: 'service-reported' });
    expect([realtime.state, chat.state]).toEqual(['connected', 'subscribed']);
  });

  it('signs a user in, who receives direct messages; termination ends the connection for good', async () => {
    const { realtime, server } = open('zoe');
    const user = await realtime.signIn();
    expect(user).toMatchObject({ id: 'zoe', isSignedIn: true });
    const greetings: unknown[] = [];
    user.on('hello', ({ data }) => greetings.push(data));
    // The channel of the user is subscribed after the sign-in.
    await expect
      .poll(() => server.sendToUser('zoe', 'hello', 1).then(() => greetings.length))
      .toBeGreaterThan(0);
    expect(user.watchlist.size).toBe(0);
    await server.terminateUserConnections('zoe');
    await until(() => realtime.state === 'failed');
  });

  it('end-to-end encrypted channels pass through', async () => {
    const { realtime, server } = open();
    const secret = realtime.subscribe('private-encrypted-orders');
    const paid = secret.events('paid');
    await secret.subscribed();
    await server.trigger('private-encrypted-orders', 'paid', { id: 7 });
    expect((await paid.next()).value?.data).toEqual({ id: 7 });
  });

  it('lists channels, and ignores info', async () => {
    const { realtime, server } = open();
    await realtime.subscribe('presence-listed').subscribed();
    expect([...(await server.channels.list({ prefix: 'presence-listed' })).keys()]).toEqual([
      'presence-listed',
    ]);
    expect(await server.channels.get('presence-listed')).toMatchObject({ occupied: true });
    expect(await server.channels.get('nobody-here')).toMatchObject({ occupied: false });
    expect(await server.trigger('presence-listed', 'e', 1, { info: ['user_count'] })).toEqual(new Map());
  });

  it('sends no subscription count, and takes client events on public channels', async () => {
    const { realtime } = open();
    const orders = realtime.subscribe('public-count');
    const typing = orders.events('client-typing');
    await orders.subscribed();
    const raw = new WebSocket(`ws://127.0.0.1:${address().port}/app/${soketiApp.key}`);
    onTestFinished(() => raw.close());
    const say = (event: string, rest: object) => raw.send(JSON.stringify({ event, ...rest }));
    raw.onmessage = ({ data }) => {
      const { event } = JSON.parse(data);
      if (event === 'pusher:connection_established')
        say('pusher:subscribe', { data: { channel: 'public-count' } });
      if (event === 'pusher_internal:subscription_succeeded')
        say('client-typing', { channel: 'public-count', data: { on: true } });
    };
    expect((await typing.next()).value?.data).toEqual({ on: true });
    expect(orders.subscriptionCount).toBeUndefined();
  });

  it('an error with status 200 is an error: a wrong secret, an unknown app', async () => {
    const wrong = serverFor({ ...soketiApp, secret: 'wrong' });
    await expect(wrong.trigger('orders', 'paid', 1)).rejects.toMatchObject({ code: 'authentication' });
    const unknown = serverFor({ ...soketiApp, id: 'nope' });
    await expect(unknown.trigger('orders', 'paid', 1)).rejects.toMatchObject({ code: 'not-found' });
  });

  it('an unknown key is refused without another attempt', async () => {
    const { realtime } = open('ann', { key: 'nope' });
    await expect(realtime.connect()).rejects.toMatchObject({
      code: 'connection-refused',
      message: expect.stringContaining('App key nope does not exist'),
    });
  });

  it('without the features: sign-in ends by its timeout, a client event with an error', async () => {
    const { realtime, errors } = open('ann', {}, plainApp);
    await expect(realtime.signIn({ timeoutMs: 300 })).rejects.toMatchObject({ code: 'timeout' });
    const chat = realtime.subscribe('private-chat');
    await chat.subscribed();
    chat.trigger('client-typing', {});
    await until(() => errors().some(({ code }) => code === 'service-reported'));
    expect(realtime.state).toBe('connected');
  });

  it('webhooks of soketi verify, and have the names that we know', async () => {
    const { realtime } = open('ann');
    const other = open('bob').realtime;
    const room = realtime.subscribe('presence-hooked');
    await room.subscribed();
    await other.subscribe('presence-hooked').subscribed();
    room.trigger('client-typing', { on: true });
    await realtime.subscribe('cache-hooked').subscribed();
    const types = () =>
      inbox.events.flatMap((event) =>
        'channel' in event && /hooked/.test(event.channel) ? [event.type] : [],
      );
    const wanted = ['cache_miss', 'channel_occupied', 'client_event', 'member_added'];
    await until(() => wanted.every((type) => types().includes(type as never)));
    await realtime.close();
    await until(() => types().includes('member_removed'));
    expect(
      inbox.events.find((event) => event.type === 'client_event' && event.channel === 'presence-hooked'),
    ).toMatchObject({ event: 'client-typing', data: { on: true }, userId: 'ann' });
    expect(inbox.failures).toEqual([]);
  });

  it('a shutdown is a loss: the client goes on trying', async () => {
    const { realtime, told } = open();
    await realtime.subscribe('orders').subscribed();
    await soketi.close();
    await until(() => realtime.state === 'reconnecting');
    expect(told.find((event) => event.type === 'state' && event.state === 'reconnecting')).toMatchObject({
      error: { code: 'connection-lost' },
    });
  });
});
