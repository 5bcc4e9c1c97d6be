import { realWork } from '@org/core/driver';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { z } from 'zod';
import type { SignedInUser, UserAuthenticator } from '../src/index.ts';
import { startService, until } from './realtime-fixtures.ts';
import { bob, connectAs, signAlone, signUser } from './user-fixtures.ts';

const dm = '#server-to-user-bob';

async function sendTo(
  service: Awaited<ReturnType<typeof startService>>,
  event: string,
  data: string,
): Promise<void> {
  await until(() => service.channels().some(({ name }) => name === dm)); // after a reconnect
  service.publish({ channel: dm, event, data });
}

describe('signIn', () => {
  it('names the user, whose events arrive', async () => {
    const service = await startService();
    const { realtime, errors } = connectAs(service);
    expect(realtime.user).toBeUndefined();
    const user = await realtime.signIn();
    expect(user).toMatchObject({ id: 'bob', info: { name: 'Bob' }, isSignedIn: true });
    expect(realtime.user).toBe(user);
    const received: unknown[] = [];
    user.on('invoiced', ({ data }) => received.push(data));
    user.onAny(({ name }) => received.push(name));
    const next = user.events('invoiced').next();
    service.publish({ channel: dm, event: 'invoiced', data: '{"id":7}' });
    expect((await next).value).toMatchObject({ channel: dm, data: { id: 7 } });
    expect(received).toEqual([{ id: 7 }, 'invoiced']);
    expect(realtime.channels).toEqual([]);
    expect(errors()).toEqual([]);
  });

  it('is repeated on each connection: the user, its listeners and the gap remain', async () => {
    const service = await startService();
    const sockets: string[] = [];
    const sign = signUser(service);
    const { realtime, told, errors } = connectAs(service, bob, {
      async authenticate({ socketId }) {
        sockets.push(socketId);
        return sign(socketId);
      },
    });
    const user = await realtime.signIn();
    const received: unknown[] = [];
    user.on('invoiced', ({ data }) => received.push(data));
    for (const id of [1, 2, 3]) {
      await sendTo(service, 'invoiced', String(id));
      await until(() => received.length === id);
      service.faults.dropAll();
      await until(() => sockets.length > id && user.isSignedIn);
    }
    expect(received).toEqual([1, 2, 3]);
    expect(realtime.user).toBe(user);
    expect(new Set(sockets).size).toBe(4);
    await until(() => told.filter(({ type }) => type === 'gap').length === 3);
    expect(told.filter(({ type }) => type === 'gap')).toEqual(
      Array(3).fill(expect.objectContaining({ channel: dm })),
    );
    expect(errors()).toEqual([]);
  });

  it('after a reconnect, resolves with the subscription to the events of the user', async () => {
    const service = await startService();
    const { realtime, told } = connectAs(service);
    await realtime.signIn();
    const signedIn = new Promise((resolve) => realtime.on('user', resolve));
    service.faults.onFrame({ event: 'pusher_internal:subscription_succeeded' }, { delayMs: 50 });
    service.faults.dropAll();
    await signedIn;
    await until(() => realtime.user?.isSignedIn === true);
    await realtime.signIn();
    expect(told.findLast(({ type }) => type === 'channel')).toMatchObject({ state: 'subscribed' });
  });

  it('may be called often, but asks once for each connection', async () => {
    const service = await startService();
    let calls = 0;
    const sign = signUser(service);
    const { realtime } = connectAs(service, bob, {
      async authenticate({ socketId }) {
        calls += 1;
        return sign(socketId);
      },
    });
    const users = await Promise.all([realtime.signIn(), realtime.signIn(), realtime.signIn()]);
    users.push(await realtime.signIn());
    expect(new Set(users).size).toBe(1);
    expect(calls).toBe(1);
  });

  it('another user on the next connection is another object, and the old one is silent', async () => {
    const service = await startService();
    const users = [bob, { id: 'ann' }];
    const { realtime } = connectAs(service, bob, {
      authenticate: async ({ socketId }) => signUser(service, users.shift())(socketId),
    });
    const first = await realtime.signIn();
    const received: unknown[] = [];
    first.onAny((event) => received.push(event));
    service.faults.dropAll();
    await until(() => realtime.user?.id === 'ann');
    await until(() => service.channels().some(({ name }) => name === '#server-to-user-ann'));
    service.publish({ channel: dm, event: 'invoiced', data: '1' });
    const mine = realtime.user?.events('invoiced').next();
    service.publish({ channel: '#server-to-user-ann', event: 'invoiced', data: '2' });
    expect((await mine)?.value?.data).toBe(2);
    expect(received).toEqual([]);
    expect(first.subscribe({ events: {} }).state).toBe('unsubscribed');
  });

  it('has subscriptions with typed and validated events, which end with the user', async () => {
    const service = await startService();
    const { realtime, errors } = connectAs(service);
    const user = await realtime.signIn();
    const invoices = user.subscribe({ events: { invoiced: z.object({ id: z.number() }) } });
    const ids: number[] = [];
    invoices.on('invoiced', ({ data }) => ids.push(data.id + 1));
    await invoices.subscribed();
    service.publish({ channel: dm, event: 'invoiced', data: '{"id":"7"}' });
    service.publish({ channel: dm, event: 'invoiced', data: '{"id":7}' });
    await until(() => ids.length > 0);
    expect([ids, errors()]).toEqual([[8], ['event-format']]);
    expect(() => user.subscribe({ events: { invoiced: 5 as never } })).toThrow('Standard Schema');
    await realtime.close();
    expect([invoices.state, user.subscribe({ events: {} }).state]).toEqual(['unsubscribed', 'unsubscribed']);
    expect([user.isSignedIn, realtime.user]).toEqual([false, undefined]);
  });

  it('is reported on each connection, as is its end', async () => {
    const service = await startService();
    const { realtime, told } = connectAs(service);
    const seen: unknown[] = [];
    realtime.on('user', ({ userId, isSignedIn }) =>
      seen.push([userId, isSignedIn, realtime.user?.isSignedIn]),
    );
    await realtime.signIn();
    service.faults.dropAll();
    await until(() => seen.length === 3);
    expect(seen).toEqual([
      ['bob', true, true],
      ['bob', false, false],
      ['bob', true, true],
    ]);
    expect(told.filter(({ type }) => type === 'user')).toHaveLength(3);
  });

  it('needs authenticate', async () => {
    const service = await startService();
    const { realtime, errors } = connectAs(service, bob, { authenticate: undefined });
    await expect(realtime.signIn()).rejects.toMatchObject({
      code: 'sign-in',
      outcome: 'not-sent',
      message: expect.stringContaining('httpUserAuthenticator'),
    });
    expect(errors()).toEqual(['sign-in']);
    await realtime.subscribe('private-a').subscribed();
  });

  it('the name of the channel of a user is not for applications', async () => {
    const service = await startService();
    const { realtime } = connectAs(service);
    await realtime.signIn();
    expect(() => realtime.subscribe(dm)).toThrow(expect.objectContaining({ code: 'invalid-input' }));
  });
});

describe('a refused sign-in', () => {
  const wrong: UserAuthenticator = async () => ({
    auth: `sandbox-key:${'ab'.repeat(32)}`,
    userData: JSON.stringify(bob),
  });

  it('the service closes the connection (4009): the client reconnects without a user', async () => {
    const service = await startService();
    let calls = 0;
    const { realtime, states, errors } = connectAs(service, bob, {
      authenticate(request) {
        calls += 1;
        return wrong(request);
      },
    });
    const orders = realtime.subscribe('private-orders');
    await orders.subscribed();
    await expect(realtime.signIn()).rejects.toMatchObject({ code: 'sign-in', status: 4009 });
    await until(() => states().filter((state) => state === 'connected').length === 2);
    await orders.subscribed();
    expect([realtime.state, realtime.user, calls, errors()]).toEqual([
      'connected',
      undefined,
      1,
      ['sign-in'],
    ]);
  });

  it('works when called again with a good token', async () => {
    const service = await startService();
    const sign = signUser(service);
    let calls = 0;
    const { realtime } = connectAs(service, bob, {
      authenticate: (request) => (calls++ === 0 ? wrong(request) : Promise.resolve(sign(request.socketId))),
    });
    await expect(realtime.signIn()).rejects.toMatchObject({ code: 'sign-in' });
    expect((await realtime.signIn()).id).toBe('bob');
  });

  it('a user who is refused on a later connection is the user no more', async () => {
    const service = await startService();
    const sign = signUser(service);
    let calls = 0;
    const { realtime, errors } = connectAs(service, bob, {
      authenticate: ({ socketId }) =>
        calls++ === 0 ? Promise.resolve(sign(socketId)) : Promise.reject(new Error('suspended')),
    });
    const user = await realtime.signIn();
    const stream = user.events();
    service.faults.dropAll();
    await until(() => realtime.user === undefined);
    expect((await stream.next()).done).toBe(true);
    expect([user.isSignedIn, errors()]).toEqual([false, ['sign-in']]);
    service.faults.dropAll();
    await realtime.connect();
    await realtime.subscribe('private-a').subscribed();
    expect(calls).toBe(2);
  });

  it('a temporary failure is retried until it passes', async () => {
    const service = await startService();
    const sign = signUser(service);
    let calls = 0;
    const { realtime } = connectAs(service, bob, {
      authorizeTimeoutMs: 20,
      authenticate({ socketId }) {
        calls += 1;
        return calls <= 3 ? new Promise(() => {}) : Promise.resolve(sign(socketId));
      },
    });
    await realtime.signIn();
    expect(calls).toBe(4);
  });

  it('P3: a call of authenticate ends with the connection', async () => {
    const service = await startService();
    const signals: AbortSignal[] = [];
    const { realtime } = connectAs(service, bob, {
      authenticate({ signal }) {
        signals.push(signal);
        return new Promise(() => {});
      },
    });
    void realtime.signIn();
    await until(() => signals.length === 1);
    service.faults.dropAll();
    await until(() => signals.length === 2);
    expect(signals.map(({ aborted }) => aborted)).toEqual([true, false]);
    await realtime.close();
    expect(signals[1]?.aborted).toBe(true);
  });
});

describe('waits for a sign-in', () => {
  it('end with the signal, the time limit, and the client', async () => {
    const service = await startService();
    const { realtime, errors } = connectAs(service, bob, { authenticate: () => new Promise(() => {}) });
    const reason = new Error('no more');
    const aborting = new AbortController();
    const aborted = realtime.signIn({ signal: aborting.signal });
    await expect(realtime.signIn({ timeoutMs: 5 })).rejects.toMatchObject({ code: 'timeout' });
    aborting.abort(reason);
    await expect(aborted).rejects.toBe(reason);
    const closed = realtime.signIn();
    await realtime.close();
    await expect(closed).rejects.toMatchObject({ code: 'closed' });
    await expect(realtime.signIn()).rejects.toMatchObject({ code: 'closed' });
    expect(errors()).toEqual([]);
  });

  it('reject with the reason of a connection that is not tried again, and outlast others', async () => {
    const service = await startService();
    service.faults.refuseConnections(4100);
    const { realtime } = connectAs(service, bob, { reconnect: { baseMs: 50 } });
    void realtime.connect();
    await until(() => realtime.state === 'reconnecting');
    expect((await realtime.signIn()).id).toBe('bob');
    service.faults.closeAll(4001);
    await until(() => realtime.state === 'failed');
    await expect(realtime.signIn()).rejects.toMatchObject({ code: 'connection-refused', status: 4001 });
    await realtime.connect();
    expect((await realtime.signIn()).isSignedIn).toBe(true);
  });

  it('W14: a client that closes while the code loads signs nobody in', async () => {
    const service = await startService();
    const { realtime } = connectAs(service);
    const user = realtime.signIn();
    await realtime.close();
    await expect(user).rejects.toMatchObject({ code: 'closed' });
    expect(realtime.user).toBeUndefined();
  });
});

describe('a presence channel without channel_data', () => {
  it('uses the sign-in, for which it waits', async () => {
    const service = await startService();
    const answers: (() => void)[] = [];
    const sign = signUser(service);
    const { realtime, errors } = connectAs(service, bob, {
      authorize: signAlone(service),
      authenticate: ({ socketId }) => new Promise((resolve) => answers.push(() => resolve(sign(socketId)))),
    });
    const user = realtime.signIn();
    const room = realtime.subscribe('presence-room');
    const plain = realtime.subscribe('private-a');
    await plain.subscribed();
    await until(() => answers.length === 1);
    expect(room.state).toBe('authorizing');
    answers[0]?.();
    await user;
    await room.subscribed();
    expect(room.me).toEqual({ id: 'bob', info: { name: 'Bob' } });
    service.faults.dropAll();
    await until(() => answers.length === 2);
    answers[1]?.();
    await until(() => room.state === 'subscribed');
    expect([service.stats.subscriptionsRefused, errors()]).toEqual([0, []]);
  });

  it('uses no token of an earlier connection while the code of the sign-in loads', async () => {
    const service = await startService();
    let load = () => {};
    const loading = new Promise<void>((resolve) => {
      load = resolve;
    });
    const run = vi.spyOn(realWork, 'run').mockImplementationOnce((begin) => loading.then(begin));
    onTestFinished(() => run.mockRestore());
    const runtime = { random: () => 0 };
    let tokens = 0;
    const sign = signAlone(service);
    const { realtime, states } = connectAs(service, bob, {
      runtime,
      authorize: (request) => {
        tokens += 1;
        return tokens === 1
          ? sign(request)
          : new Promise((resolve) => setTimeout(resolve, 50)).then(() => sign(request));
      },
    });
    const user = realtime.signIn();
    const room = realtime.subscribe('presence-room');
    await until(() => tokens === 1);
    await new Promise((resolve) => setTimeout(resolve, 20));
    service.faults.dropAll();
    await until(() => tokens === 2);
    load();
    await user;
    await room.subscribed();
    expect([
      states().filter((state) => state === 'connected').length,
      service.stats.subscriptionsRefused,
    ]).toEqual([2, 0]);
  });

  it('W14: that waits for the sign-in when the client closes is not an error', async () => {
    const service = await startService();
    const { realtime, errors } = connectAs(service, bob, {
      authorize: signAlone(service),
      authenticate: () => new Promise(() => {}),
    });
    const user = realtime.signIn();
    const room = realtime.subscribe('presence-room');
    await realtime.subscribe('private-a').subscribed();
    const states: string[] = [];
    realtime.on('channel', ({ channel, state }) => channel === room.name && states.push(state));
    await realtime.close();
    await expect(user).rejects.toMatchObject({ code: 'closed' });
    expect([states, errors()]).toEqual([['unsubscribed'], []]);
  });

  it.each([
    ['nobody signs in', undefined],
    ['the sign-in fails', (): Promise<never> => Promise.reject(new Error('no'))],
  ])('is refused when %s', async (_name, authenticate) => {
    const service = await startService();
    const { realtime } = connectAs(service, bob, { authorize: signAlone(service), authenticate });
    const signedIn = authenticate === undefined ? undefined : realtime.signIn();
    await expect(realtime.subscribe('presence-room').subscribed()).rejects.toMatchObject({
      code: 'channel-authorization',
      message: expect.stringContaining('signIn()'),
    });
    await signedIn?.catch(() => {});
    expect(service.stats.subscriptionsRefused).toBe(0);
  });
});

describe('the watchlist', () => {
  const watcher = { ...bob, watchlist: ['ann', 'cas'] };

  async function statusOf(user: SignedInUser) {
    await until(() => user.watchlist.size === 2);
    return Object.fromEntries(user.watchlist);
  }

  it('has the status of each watched user, and emits changes', async () => {
    const service = await startService();
    const cas = connectAs(service, { id: 'cas' });
    await cas.realtime.signIn();
    const { realtime } = connectAs(service, watcher);
    const user = await realtime.signIn();
    expect(await statusOf(user)).toEqual({ ann: 'offline', cas: 'online' });
    const changes: string[] = [];
    const off = user.onWatchlist(({ name, userIds }) => changes.push(`${userIds} ${name}`));
    const ann = connectAs(service, { id: 'ann' });
    await ann.realtime.signIn();
    await until(() => changes.length === 1);
    const snapshot = user.watchlist;
    await cas.realtime.close();
    await until(() => changes.length === 2);
    off();
    await ann.realtime.close();
    await until(() => user.watchlist.get('ann') === 'offline');
    expect(changes).toEqual(['ann online', 'cas offline']);
    expect(Object.fromEntries(snapshot)).toEqual({ ann: 'online', cas: 'online' });
  });

  it('is empty while the connection is lost, and complete after', async () => {
    const service = await startService();
    const { realtime } = connectAs(service, watcher, { reconnect: { baseMs: 20, capMs: 40 } });
    const user = await realtime.signIn();
    await statusOf(user);
    service.faults.refuseConnections(4100);
    service.faults.dropAll();
    await until(() => !user.isSignedIn);
    expect(user.watchlist.size).toBe(0);
    service.faults.clear();
    expect(await statusOf(user)).toEqual({ ann: 'offline', cas: 'offline' });
  });

  it('that is too long is reported, and the user is signed in', async () => {
    const service = await startService();
    const watchlist = Array.from({ length: 101 }, (_, index) => `u${index}`);
    const { realtime, told } = connectAs(service, { id: 'bob', watchlist });
    const user = await realtime.signIn();
    await until(() => told.some(({ type }) => type === 'error'));
    expect(told.find(({ type }) => type === 'error')).toMatchObject({
      error: { code: 'service-reported', status: 4302 },
    });
    await until(() => user.watchlist.size === 100);
    expect(user.isSignedIn).toBe(true);
  });
});
