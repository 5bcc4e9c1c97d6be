import { expect, it, onTestFinished } from 'vitest';
import { until } from '../realtime-fixtures.ts';
import { classes, type OfficialPusher, type Stage, startStage } from './stage.ts';

type Run = (parts: {
  readonly stage: Stage;
  readonly create: (as?: string) => OfficialPusher;
  readonly note: (...entry: unknown[]) => void;
}) => Promise<void>;

/** What a script of each class records. */
async function records(run: Run): Promise<string[][]> {
  const found: string[][] = [];
  for (const [, Class] of classes) {
    const stage = await startStage();
    const record: string[] = [];
    const created: OfficialPusher[] = [];
    onTestFinished(() => {
      for (const each of created) each.disconnect();
    });
    await run({
      stage,
      create(as = 'ann') {
        const { application } = stage;
        const to = (path: string) =>
          ({ endpoint: application + path, transport: 'ajax', params: { as } }) as const;
        const channelAuthorization = to('/auth');
        const userAuthentication = to('/user-auth');
        const options = stage.options({ channelAuthorization, userAuthentication });
        const pusher = new Class(stage.service.app.key, options as never);
        created.push(pusher);
        return pusher;
      },
      note: (...entry) => record.push(entry.map((each) => JSON.stringify(each) ?? 'undefined').join(' ')),
    });
    found.push(record);
  }
  return found;
}

async function expectSame(run: Run, length: number): Promise<void> {
  const [official, ours] = await records(run);
  expect(ours).toEqual(official);
  expect(ours).toHaveLength(length);
}

const connected = (pusher: OfficialPusher) => until(() => pusher.connection.state === 'connected');
const subscribed = (pusher: OfficialPusher, name: string) =>
  until(() => pusher.channel(name)?.subscribed === true);

/** Whether the event was emitted from now on. */
function seen(emitter: { bind(event: string, callback: () => void): unknown }, event: string): () => boolean {
  let isSeen = false;
  emitter.bind(event, () => {
    isSeen = true;
  });
  return () => isSeen;
}

it('a public channel: states, callbacks with contexts, names and counts', () =>
  expectSame(async ({ create, note, stage }) => {
    const pusher = create();
    note(pusher.connection.state);
    pusher.connection.bind('state_change', (change: unknown) => note('change', change));
    pusher.connection.bind('connected', ({ socket_id }: { socket_id: string }) =>
      note('connected', socket_id === pusher.connection.socket_id),
    );
    const channel = pusher.subscribe('orders');
    note(channel === pusher.subscribe('orders'), channel.subscribed, channel.subscriptionPending);
    channel.bind('pusher:subscription_succeeded', (...given: unknown[]) => note('succeeded', ...given));
    channel.bind('pusher:subscription_count', (...given: unknown[]) => note('count', ...given));
    await subscribed(pusher, 'orders');
    await until(() => channel.subscriptionCount === 1);
    channel.bind('paid', (...given: unknown[]) => note('paid', ...given));
    const removed = () => note('never');
    channel.bind('paid', removed);
    channel.unbind('paid', removed);
    function withContext(this: unknown) {
      note('context', this);
    }
    channel.bind('paid', withContext, { of: 'mine' });
    channel.bind_global((name: string, data: unknown) => note('channel global', name, data));
    pusher.bind('paid', (...given: unknown[]) => note('client', ...given));
    pusher.bind_global((name: string, data: unknown) => note('client global', name, data));
    const isLast = seen(channel, 'last');
    await stage.server.trigger('orders', 'paid', { id: 7 });
    await stage.server.trigger('orders', 'empty', '');
    await stage.server.trigger('orders', 'last', 'words');
    await until(isLast);
    note(pusher.allChannels().map(({ name }) => name));
    pusher.unsubscribe('orders');
    note(pusher.channel('orders') === undefined, channel.subscribed);
    pusher.disconnect();
    note(pusher.connection.state);
  }, 19));

it('private channels: client events, and a channel that is refused', () =>
  expectSame(async ({ create, note }) => {
    const [one, two] = [create('ann'), create('bob')];
    const [from, to] = [one.subscribe('private-room'), two.subscribe('private-room')];
    to.bind('client-typing', (...given: unknown[]) => note('typing', ...given));
    from.bind('client-typing', () => note('never'));
    await Promise.all([subscribed(one, 'private-room'), subscribed(two, 'private-room')]);
    note(from.trigger('client-typing', { on: true }));
    note(one.send_event('client-typing', { on: false }, 'private-room'));
    try {
      from.trigger('typing', {});
    } catch {
      note('refused');
    }
    from.bind('client-back', () => note('back'));
    const isBack = seen(from, 'client-back');
    to.trigger('client-back', {});
    await until(isBack);
    const refused = one.subscribe('private-secret');
    refused.bind('pusher:subscription_error', ({ type, status }: { type: string; status: number }) =>
      note(type, status),
    );
    await until(seen(refused, 'pusher:subscription_error'));
    note(refused.subscribed, refused.subscriptionPending, one.channel('private-secret') === refused);
  }, 8));

it('presence channels: members, those who come and go, and the sender of an event', () =>
  expectSame(async ({ create, note }) => {
    const one = create('ann');
    const room = one.subscribe('presence-room') as ReturnType<OfficialPusher['subscribe']> & {
      readonly members: never;
    };
    const members = () => room.members as unknown as PresenceMembers;
    note(members().count);
    room.bind('pusher:subscription_succeeded', (given: PresenceMembers) =>
      note('here', given, given.count, given.members, given.me, given.myID),
    );
    room.bind('pusher:member_added', (...given: unknown[]) => note('added', ...given, members().count));
    room.bind('pusher:member_removed', (...given: unknown[]) => note('removed', ...given, members().count));
    room.bind('client-hello', (...given: unknown[]) => note('hello', ...given));
    await subscribed(one, 'presence-room');
    const two = create('bob');
    two.subscribe('presence-room');
    await subscribed(two, 'presence-room');
    await until(() => members().count === 2);
    members().each((member) => note('each', member));
    note(members().get('bob'), members().get('nobody'));
    two.channel('presence-room').trigger('client-hello', { to: 'all' });
    two.unsubscribe('presence-room');
    await until(() => members().count === 1);
  }, 8));

interface PresenceMembers {
  readonly count: number;
  readonly members: unknown;
  readonly me: unknown;
  readonly myID: string;
  get(id: string): unknown;
  each(callback: (member: unknown) => void): void;
}

it('encrypted channels: events in clear, and no client events', () =>
  expectSame(async ({ create, note, stage }) => {
    const pusher = create();
    const channel = pusher.subscribe('private-encrypted-orders');
    channel.bind('paid', (...given: unknown[]) => note('paid', ...given));
    const isPaid = seen(channel, 'paid');
    await subscribed(pusher, 'private-encrypted-orders');
    await stage.server.trigger('private-encrypted-orders', 'paid', { id: 7, note: 'ü' });
    await until(isPaid);
    try {
      channel.trigger('client-paid', {});
    } catch {
      note('refused');
    }
  }, 2));

it('unsubscribe before the response, and subscribe again', () =>
  expectSame(async ({ create, note }) => {
    const pusher = create();
    const flags = (name: string) => {
      const { subscribed: is, subscriptionPending, subscriptionCancelled } = pusher.channel(name);
      note(is, subscriptionPending, subscriptionCancelled);
    };
    pusher.subscribe('early');
    pusher.unsubscribe('early');
    note(pusher.channel('early') === undefined);
    await connected(pusher);
    for (const name of ['private-left', 'private-kept']) {
      pusher.subscribe(name);
      flags(name);
      pusher.unsubscribe(name);
      flags(name);
    }
    pusher.subscribe('private-kept');
    flags('private-kept');
    await subscribed(pusher, 'private-kept');
    await until(() => pusher.channel('private-left') === undefined);
    flags('private-kept');
  }, 7));

it('disconnect() and connect(), and a connection that the service ends', () =>
  expectSame(async ({ create, note, stage }) => {
    const pusher = create();
    const channel = pusher.subscribe('orders');
    channel.bind('pusher:subscription_succeeded', () => note('succeeded'));
    await subscribed(pusher, 'orders');
    pusher.connection.bind('state_change', (change: unknown) => note(change));
    pusher.disconnect();
    note(channel.subscribed, pusher.channel('orders') === channel);
    pusher.connect();
    await subscribed(pusher, 'orders');
    pusher.connection.bind('error', ({ type, data, error }: ConnectionError) =>
      note(type, (data ?? error?.data)?.code),
    );
    const { socket_id } = pusher.connection;
    stage.service.disconnect(socket_id, 4200);
    await until(() => pusher.connection.socket_id !== socket_id && channel.subscribed);
    stage.service.disconnect(pusher.connection.socket_id, 4001);
    await until(() => pusher.connection.state === 'disconnected');
    note(channel.subscribed);
    pusher.connect();
    await subscribed(pusher, 'orders');
  }, 18));

interface ConnectionError {
  readonly type: string;
  readonly data?: { readonly code: number };
  readonly error?: { readonly data: { readonly code: number } };
}

it('a user: the sign-in, watched users, events to the user, and a refusal', () =>
  expectSame(async ({ create, note, stage }) => {
    const pusher = create('ann');
    note(pusher.user.user_data);
    pusher.user.watchlist.bind('online', (...given: unknown[]) => note('online', ...given));
    pusher.user.watchlist.bind('offline', (...given: unknown[]) => note('offline', ...given));
    const isKnown = seen(pusher.user.watchlist, 'offline');
    pusher.signin();
    pusher.signin();
    pusher.user.bind('hello', (...given: unknown[]) => note('hello', ...given));
    await until(() => stage.service.channels().some(({ name }) => name === '#server-to-user-ann'));
    await until(() => pusher.user.user_data !== null);
    await pusher.user.signinDonePromise;
    await until(isKnown);
    const { id, user_info } = pusher.user.user_data;
    note(id, user_info);
    const friend = create('friend-of-ann');
    const isOnline = seen(pusher.user.watchlist, 'online');
    friend.signin();
    await until(isOnline);
    const isOffline = seen(pusher.user.watchlist, 'offline');
    friend.disconnect();
    await until(isOffline);
    const isThere = seen(pusher.user, 'hello');
    await stage.server.sendToUser('ann', 'hello', { id: 7 });
    await until(isThere);
    pusher.disconnect();
    note(pusher.user.user_data);
    const refused = create('nobody');
    refused.user.bind('pusher:signin_error', ({ type, status }: { type: string; status: number }) =>
      note(type, status),
    );
    const isRefused = seen(refused.user, 'pusher:signin_error');
    refused.signin();
    await until(isRefused);
    await refused.user.signinDonePromise;
    note(refused.user.user_data);
  }, 9));
