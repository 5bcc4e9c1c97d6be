import { describe, expect, it, onTestFinished } from 'vitest';
import type { RealtimeService } from '../../sandbox/src/realtime/realtime-service.ts';
import type { RealtimeClientSettings, UserAuthenticator } from '../src/index.ts';
import { sharedSocket, shareOn } from '../src/shared-socket/shared-socket.ts';
import { connectTo, heldTime, passedUntil, signFor, startService, until } from './realtime-fixtures.ts';
import { accept, frame, startScriptedServer } from './scripted-server.ts';
import { createTabPlatform } from './tab-platform.ts';
import { bob, connectAs, signUser } from './user-fixtures.ts';

const { platform, hold, held, pending } = createTabPlatform();
const quick = { reconnect: { baseMs: 1, capMs: 5 } };

/** A client in a tab. */
function openTab(
  service: RealtimeService,
  options: Partial<RealtimeClientSettings> & { name?: string } = {},
) {
  const { name = '', ...settings } = options;
  return connectTo(service, { socket: shareOn(() => platform, name), ...quick, ...settings });
}

async function openTwoTabs(service: RealtimeService, options: Partial<RealtimeClientSettings> = {}) {
  const leader = openTab(service, options);
  await leader.realtime.connect();
  const follower = openTab(service, options);
  await follower.realtime.connect();
  return { leader, follower };
}

/** The data of the events of a channel, as they come. */
function listen({ realtime }: ReturnType<typeof connectTo>, channel: string, event = 'paid') {
  const heard: unknown[] = [];
  const subscribed = realtime.subscribe(channel);
  subscribed.on(event, ({ data }) => heard.push(data));
  return { heard, channel: subscribed, subscribed: () => subscribed.subscribed() };
}

describe('tabs that share a socket', () => {
  it('have one connection and one subscription for each channel', async () => {
    const service = await startService();
    const { leader, follower } = await openTwoTabs(service);
    expect(follower.realtime.socketId).toBe(leader.realtime.socketId);
    const [one, two] = [listen(leader, 'orders'), listen(follower, 'orders')];
    const own = listen(follower, 'private-orders');
    await Promise.all([one.subscribed(), two.subscribed(), own.subscribed()]);
    expect(service.stats).toMatchObject({ connections: 1, subscriptionsAccepted: 2 });
    for (const channel of ['orders', 'private-orders'])
      service.publish({ channel, event: 'paid', data: '7' });
    await until(() => own.heard.length > 0);
    expect([one.heard, two.heard, own.heard]).toEqual([[7], [7], [7]]);

    one.channel.unsubscribe();
    service.publish({ channel: 'orders', event: 'paid', data: '8' });
    await until(() => two.heard.length > 1);
    expect(one.heard).toEqual([7]);
    two.channel.unsubscribe();
    await until(() => service.stats.channels === 1);
    await follower.realtime.close();
    await until(() => service.stats.channels === 0);
    expect(leader.realtime.state).toBe('connected');
  });

  it('that come later see the members as they are now', async () => {
    const service = await startService();
    const { leader, follower } = await openTwoTabs(service);
    const room = leader.realtime.subscribe('presence-room');
    await room.subscribed();
    const others = ['ann', 'bob'].map((id) => connectTo(service, { authorize: signFor(service, { id }) }));
    for (const { realtime } of others) await realtime.subscribe('presence-room').subscribed();
    await until(() => room.members.size === 3);
    await others[0]?.realtime.close();
    await until(() => room.members.size === 2);
    const late = follower.realtime.subscribe('presence-room');
    await late.subscribed();
    expect([...late.members.keys()].sort()).toEqual(['bob', 'somebody']);
    expect(late.me).toEqual({ id: 'somebody', info: undefined });
    expect(service.stats.subscriptionsAccepted).toBe(3);
  });

  it('that come later get the last event of a cache channel, or a cache miss', async () => {
    const service = await startService();
    const { leader, follower } = await openTwoTabs(service);
    const first = listen(leader, 'cache-prices');
    await first.subscribed();
    await until(() => leader.told.some(({ type }) => type === 'cache-miss'));
    await follower.realtime.subscribe('cache-prices').subscribed();
    await until(() => follower.told.some(({ type }) => type === 'cache-miss'));
    for (const data of ['1', '2']) service.publish({ channel: 'cache-prices', event: 'paid', data });
    await until(() => first.heard.length === 2);
    const late = listen(openTab(service), 'cache-prices');
    await until(() => late.heard.length > 0);
    expect(late.heard).toEqual([2]);
  });

  it('give the tab with the connection what the others have: members, last events and the user', async () => {
    const service = await startService();
    const sign = signUser(service);
    const authenticate: UserAuthenticator = async ({ socketId }) => sign(socketId);
    const { leader, follower } = await openTwoTabs(service, { authenticate });
    for (const channel of ['presence-room', 'cache-prices'])
      await follower.realtime.subscribe(channel).subscribed();
    service.publish({ channel: 'cache-prices', event: 'paid', data: '7' });
    await follower.realtime.signIn();

    const room = leader.realtime.subscribe('presence-room');
    const synced: string[] = [];
    room.onMember('synced', ({ joined }) => synced.push(...joined.map(({ id }) => id)));
    const prices = listen(leader, 'cache-prices');
    await Promise.all([room.subscribed(), prices.subscribed()]);
    await until(() => prices.heard.length > 0);
    expect([synced, prices.heard]).toEqual([['somebody'], [7]]);
    expect((await leader.realtime.signIn()).isSignedIn).toBe(true);
  });

  it('send client events to each other and to the service, but not to their sender', async () => {
    const service = await startService();
    const { leader, follower } = await openTwoTabs(service);
    const far = listen(connectTo(service), 'presence-room', 'client-typing');
    const near = listen(leader, 'presence-room', 'client-typing');
    const own = listen(follower, 'presence-room', 'client-typing');
    await Promise.all([far.subscribed(), near.subscribed(), own.subscribed()]);
    const users: unknown[] = [];
    leader.realtime.subscribe('presence-room').on('client-typing', ({ userId }) => users.push(userId));
    follower.realtime.subscribe('presence-room').trigger('client-typing', { on: true });
    await until(() => far.heard.length + near.heard.length === 2);
    expect([far.heard, near.heard, own.heard]).toEqual([[{ on: true }], [{ on: true }], []]);
    expect(users).toEqual(['somebody']);
  });

  it.each(['hosted', 'soketi', 'reverb'] as const)(
    'hear only of the refusals of their own channels: %s',
    async (errorStyle) => {
      const service = await startService({ errorStyle });
      const forged = async () => ({ auth: `${service.app.key}:${'0'.repeat(64)}` });
      const leader = openTab(service);
      await leader.realtime.subscribe('private-a').subscribed();
      const follower = openTab(service, { authorize: forged });
      await expect(follower.realtime.subscribe('private-b').subscribed()).rejects.toMatchObject({
        code: 'subscription-refused',
      });
      expect(leader.errors()).toEqual([]);
      await leader.realtime.subscribe('private-b').subscribed();
    },
  );

  it('refuse another user: a connection belongs to one', async () => {
    const service = await startService();
    const leader = openTab(service);
    await leader.realtime.subscribe('presence-room').subscribed();
    const authorize = signFor(service, { id: 'bob' });
    const follower = openTab(service, { authorize });
    const refused = follower.realtime.subscribe('presence-room').subscribed();
    await expect(refused).rejects.toThrow(/add the user id to the name of sharedSocket/);
    const own = openTab(service, { authorize, name: 'bob' });
    await own.realtime.subscribe('presence-room').subscribed();
    expect(service.stats.connections).toBe(2);
  });

  it('sign in together, and each gets the messages to the user', async () => {
    const service = await startService();
    const sign = signUser(service, { ...bob, watchlist: ['ann'] });
    const authenticate: UserAuthenticator = async ({ socketId }) => sign(socketId);
    const { leader, follower } = await openTwoTabs(service, { authenticate });
    const tabs = [leader, follower].map(({ realtime }) => realtime);
    const users = await Promise.all(tabs.map((realtime) => realtime.signIn()));
    expect(users.map(({ id, info }) => [id, info])).toEqual(Array(2).fill(['bob', { name: 'Bob' }]));
    const messages = users.map((user) => user.events('hello').next());
    for (const { told } of [leader, follower])
      await until(() => told.some((event) => event.type === 'channel' && event.state === 'subscribed'));
    service.publish({ channel: '#server-to-user-bob', event: 'hello', data: '7' });
    expect((await Promise.all(messages)).map(({ value }) => value?.data)).toEqual([7, 7]);
    const { realtime } = connectAs(service, { id: 'ann' });
    await realtime.signIn();
    for (const user of users) await until(() => user.watchlist.get('ann') === 'online');
    const third = await openTab(service, { authenticate }).realtime.signIn();
    await until(() => third.watchlist.get('ann') === 'online');
    expect(service.stats.connections).toBe(2);
  });

  it('refuse to sign another user in', async () => {
    const service = await startService();
    const tab = (user: object) => {
      const sign = signUser(service, user);
      return openTab(service, { authenticate: async ({ socketId }) => sign(socketId) }).realtime;
    };
    await tab(bob).signIn();
    await expect(tab({ id: 'ann' }).signIn()).rejects.toThrow(/add the user id to the name of sharedSocket/);
    expect(service.stats.connections).toBe(1);
  });

  it('W8: another tab takes over when the leader closes, and gaps are announced', async () => {
    const service = await startService();
    const { leader, follower } = await openTwoTabs(service);
    const orders = listen(follower, 'private-orders');
    await orders.subscribed();
    const { socketId } = follower.realtime;
    await leader.realtime.close();
    await until(() => follower.told.some(({ type }) => type === 'gap'));
    expect(follower.realtime.socketId).not.toBe(socketId);
    await until(() => service.stats.connections === 1);
    service.publish({ channel: 'private-orders', event: 'paid', data: '7' });
    await until(() => orders.heard.length === 1);
  });

  it('lose a connection together, and share the next one', async () => {
    const service = await startService();
    const { leader, follower } = await openTwoTabs(service);
    await Promise.all([leader, follower].map(({ realtime }) => realtime.subscribe('orders').subscribed()));
    service.faults.dropAll();
    for (const { told } of [leader, follower]) await until(() => told.some(({ type }) => type === 'gap'));
    expect(service.stats.connectionsAccepted).toBe(2);
    expect(follower.realtime.socketId).toBe(leader.realtime.socketId);
    service.faults.closeAll(4001);
    for (const { realtime } of [leader, follower]) await until(() => realtime.state === 'failed');
  });

  it('W4: detect together that the service does not respond', async () => {
    const service = await startService();
    const runtime = heldTime();
    const { leader, follower } = await openTwoTabs(service, { runtime });
    service.faults.stopAnswering();
    const isLost = () => [leader, follower].every(({ states }) => states().includes('reconnecting'));
    for (let seconds = 0; !isLost() && seconds < 200; seconds += 10) await runtime.advance(10_000);
    expect(isLost()).toBe(true);
    service.faults.clear();
  });

  it('pings of a quiet tab are answered while the service answers', async () => {
    const service = await startService();
    const runtime = heldTime();
    const { leader, follower } = await openTwoTabs(service, { runtime });
    for (let minutes = 0; minutes < 5; minutes += 1) await runtime.advance(60_000);
    expect([leader.realtime.state, follower.realtime.state]).toEqual(['connected', 'connected']);
    expect(service.stats.connectionsAccepted).toBe(1);
  });
});

describe('W8: a leader that stood still for less time than its followers allow', () => {
  it.each([
    ['and lost the connection: the gap begins before what waited in it', false],
    ['and answers a ping after it: what came until then is complete', true],
  ])('%s', async (_name, answersPings) => {
    const server = await startScriptedServer(({ event, channel }, say) => {
      if (event === 'pusher:subscribe') say(accept(channel));
      if (event === 'pusher:ping' && answersPings) say(frame('pusher:pong'));
    });
    const service = { ...server.address, app: { key: 'k', secret: '', id: '1' } };
    const [leading, following] = [heldTime(), heldTime()];
    following.randomUUID(); // each tab has an id of its own
    const tab = (runtime: typeof leading) =>
      connectTo(service as never, { socket: shareOn(() => platform, 'still'), ...quick, runtime });
    const leader = tab(leading);
    await leader.realtime.connect();
    const follower = tab(following);
    const orders = listen(follower, 'orders');
    await orders.subscribed();
    server.say(frame('paid', 1, 'orders'));
    await until(() => orders.heard.length === 1);
    const before = new Date(following.now());

    await following.advance(4_000);
    leading.jumpWallClock(4_000);
    const after = new Date(following.now());
    const pings = () => server.events().filter((event) => event === 'pusher:ping').length;
    server.say(frame('paid', 2, 'orders'));
    await until(() => orders.heard.length === 2 && pings() > 0);
    server.say(frame('paid', 3, 'orders')); // after the pong
    await until(() => orders.heard.length === 3);
    server.drop();
    const gaps = () => follower.told.flatMap((event) => (event.type === 'gap' ? [event.from] : []));
    await until(() => follower.realtime.state === 'reconnecting');
    while (gaps().length === 0) {
      await Promise.all([leading.advance(100), following.advance(100)]);
      await new Promise((resolve) => setTimeout(resolve, 2));
    }
    expect(gaps()).toEqual([answersPings ? after : before]);
  });
});

describe('a tab', () => {
  it('takes over from a leader that does not answer, such as a frozen one', async () => {
    const service = await startService();
    const url = await urlOf(service);
    const name = JSON.stringify(['@org/realtime', 1, '', url]);
    const frozen = hold(name);
    const { realtime } = openTab(service, { connectTimeoutMs: 300 });
    await realtime.connect();
    expect(await frozen.ended).toBe('AbortError');
  });

  it('that held the connection gives it up when another took it', async () => {
    const service = await startService();
    const { leader, follower } = await openTwoTabs(service);
    const name = JSON.stringify(['@org/realtime', 1, '', await urlOf(service)]);
    hold(name, { steal: true }).release();
    for (const { told } of [leader, follower])
      await until(
        () => told.filter((event) => event.type === 'state' && event.state === 'connected').length > 1,
      );
    await until(() => service.stats.connections === 1);
  });

  it('ignores messages of other scripts', async () => {
    const service = await startService();
    const { leader, follower } = await openTwoTabs(service);
    const name = JSON.stringify(['@org/realtime', 1, '', await urlOf(service)]);
    const locks = held().filter((lock) => lock.startsWith(name));
    const channels = locks.map((lock) => new BroadcastChannel(lock));
    onTestFinished(() => {
      for (const channel of channels) channel.close();
    });
    expect(channels.length).toBe(3); // of the group, and of two tabs
    const ids = locks.map((lock) => lock.slice(name.length + 1));
    const types = ['hello', 'attached', 'leave', 'frame', 'read', 'end', 'nothing'];
    const end = { code: 4001, reason: 'x' };
    const hostile = [
      null,
      5,
      'x',
      [],
      {},
      ...types.flatMap((type) => [
        { type },
        { type, sender: 'x', to: 'y' },
        ...ids.map((to) => ({
          type,
          sender: 'mallory',
          to,
          text: frame('paid', 1, 'orders'),
          length: -1,
          end,
        })),
        ...ids.map((to) => ({ type, sender: 5, to, text: 5, length: 'x', end: { code: 'x' } })),
      ]),
    ];
    for (const channel of channels) for (const message of hostile) channel.postMessage(message);
    const orders = listen(follower, 'orders');
    await orders.subscribed();
    service.publish({ channel: 'orders', event: 'paid', data: '7' });
    await until(() => orders.heard.length > 0);
    expect(orders.heard).toEqual([7]);
    expect([...leader.errors(), ...follower.errors()]).toEqual([]);
    expect(service.stats.connectionsAccepted).toBe(1);
  });

  it('W9: that does not read is cut off after 16 MiB', async () => {
    const server = await startScriptedServer();
    const socket = shareOn(() => platform, '');
    const service = { ...server.address, app: { key: 'k', secret: '', id: '1' } };
    const leader = connectTo(service as never, { socket });
    await leader.realtime.subscribe('orders').subscribed();
    const group = held().find((name) => name.includes(`:${server.address.port}/`) && name.endsWith(']'));
    const deaf = new BroadcastChannel(`${group} deaf`);
    const everyone = new BroadcastChannel(group ?? '');
    onTestFinished(() => {
      deaf.close();
      everyone.close();
    });
    const heard: string[] = [];
    let leaderId = '';
    deaf.onmessage = ({ data }: MessageEvent) => {
      heard.push(data.type);
      leaderId = data.sender;
    };
    const life = hold(`${group} deaf`);
    everyone.postMessage({ type: 'hello', sender: 'deaf', to: '' });
    await until(() => heard.length === 2); // attached, and the handshake
    const subscribe = JSON.stringify({ event: 'pusher:subscribe', data: { channel: 'orders' } });
    deaf.postMessage({ type: 'frame', sender: 'deaf', to: leaderId, text: subscribe });
    await until(() => heard.length === 3);
    for (let sent = 0; sent < 20; sent += 1) server.say(frame('paid', 'x'.repeat(1_000_000), 'orders'));
    await until(() => heard.includes('end'));
    expect(heard.filter((type) => type === 'frame')).toHaveLength(2 + 16);
    expect(leader.realtime.state).toBe('connected');
    life.release();
  });

  it.each([
    ['Node, whose clients belong to different users', sharedSocket()],
    ['a platform without locks', shareOn(() => undefined, '')],
    [
      'a page that may not use locks',
      shareOn(() => ({ ...platform, locks: { request: () => Promise.reject(new Error('denied')) } }), ''),
    ],
  ])('has a connection of its own: %s', async (_why, socket) => {
    const service = await startService();
    const tabs = [connectTo(service, { socket }), connectTo(service, { socket })];
    await Promise.all(tabs.map(({ realtime }) => realtime.subscribe('orders').subscribed()));
    expect(service.stats.connections).toBe(2);
    await Promise.all(tabs.map(({ realtime }) => realtime.close()));
    await until(() => service.stats.connections === 0);
  });

  it.each(['idle', 'connecting', 'leading', 'following'])(
    'W14: close() while %s leaves no lock and no connection',
    async (when) => {
      const service = await startService();
      const runtime = heldTime();
      const { leader, follower } = await openTwoTabs(service, { runtime });
      const tab =
        when === 'leading' ? leader : when === 'following' ? follower : openTab(service, { runtime });
      if (when === 'connecting') void tab.realtime.connect().catch(() => {});
      expect(await passedUntil(runtime, tab.realtime.close())).toBeLessThan(200);
      expect(tab.states().at(-1)).toBe('closed');
      await Promise.all([leader, follower].map(({ realtime }) => realtime.close()));
      const url = await urlOf(service);
      await until(() => ![...held(), ...pending()].some((lock) => lock.includes(url)));
      await until(() => service.stats.connections === 0);
    },
  );

  it('a name that is not text is refused', () => {
    expect(() => sharedSocket({ name: 5 as never })).toThrow('name must be a text.');
    expect(() => sharedSocket('ann' as never)).toThrow('sharedSocket() takes an object: {');
  });
});

function resolvers<Value>() {
  let resolve: (value: Value) => void = () => {};
  const promise = new Promise<Value>((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}

/** The URL to which a client connects. */
async function urlOf(service: RealtimeService): Promise<string> {
  const opened = resolvers<string>();
  const { realtime } = connectTo(service, {
    socket(url, listener) {
      opened.resolve(url);
      listener.unusable(new Error('not needed'));
      return { send() {}, close() {}, drop() {} };
    },
  });
  await realtime.connect().catch(() => {});
  return opened.promise;
}
