import { createRuntime } from '@org/core';
import { collectLeaks } from '@org/core/testing';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createRealtimeClient, type RealtimeEvent, type UserToken } from '../src/index.ts';
import { heldTime, until } from './realtime-fixtures.ts';
import { type Answer, accept, frame, startScriptedServer } from './scripted-server.ts';

// The key of the vendor's documentation, with a token computed by the official pusher package.
const key = '278d425bdf160c739803';
const userData = '{"id":"u1","user_info":{"name":"Zoë"},"watchlist":["u2","u3"]}';
const token = {
  auth: `${key}:c72c0dacdb5ae1d6fdd3effbb305ec7f21ed36394c093fcfce7adf95b99d210b`,
  user_data: userData,
};

const success = frame('pusher:signin_success', { user_data: userData });

/** A service that accepts channels, and answers a sign-in with these frames. */
const answering =
  (...frames: readonly string[]): Answer =>
  ({ event, channel }, say) => {
    if (event === 'pusher:signin') for (const each of frames) say(each);
    if (event === 'pusher:subscribe') say(accept(channel));
  };

async function connect(answer: Answer, options: object = {}) {
  const server = await startScriptedServer(answer);
  const told: RealtimeEvent[] = [];
  const realtime = createRealtimeClient({
    ...server.address,
    key,
    authorize: async () => ({ auth: `${key}:ab` }),
    authenticate: async () => token,
    onEvent: (event) => told.push(event),
    runtime: createRuntime({ random: () => 0 }),
    reconnect: { baseMs: 1 },
    ...options,
  });
  onTestFinished(() => realtime.close());
  const errors = () => told.flatMap((event) => (event.type === 'error' ? [event.error] : []));
  return { server, realtime, told, errors };
}

describe('the frames of a sign-in', () => {
  it('are those of the protocol, with the signed text as it is', async () => {
    const { server, realtime } = await connect(answering(success));
    const user = await realtime.signIn();
    expect(user).toMatchObject({ id: 'u1', info: { name: 'Zoë' } });
    await until(() => server.received.length === 2);
    expect(server.received).toEqual([
      JSON.stringify({ event: 'pusher:signin', data: token }),
      '{"event":"pusher:subscribe","data":{"channel":"#server-to-user-u1","auth":""}}',
    ]);
  });

  it('come before those of channels that need the user, and hold up no others', async () => {
    const { server, realtime } = await connect(answering(success), {
      authenticate: () => plain.subscribed().then(() => token),
    });
    const plain = realtime.subscribe('private-a');
    const room = realtime.subscribe('presence-room');
    await realtime.signIn();
    await Promise.all([plain.subscribed(), room.subscribed()]);
    const channels = server.received.map((text) => JSON.parse(text).data.channel);
    expect(channels.slice(0, 2)).toEqual(['private-a', undefined]);
    expect(channels.slice(2).sort()).toEqual(['#server-to-user-u1', 'presence-room']);
  });

  it('soketi repeats the token in its response: ignored', async () => {
    const { realtime } = await connect(answering(frame('pusher:signin_success', token)));
    expect((await realtime.signIn()).id).toBe('u1');
  });
});

describe('a service that does not sign in', () => {
  it.each<[string, unknown]>([
    ['another user', { user_data: '{"id":"u2"}' }],
    ['no user', { user_data: '{}' }],
    ['a user without text', { user_data: { id: 'u1' } }],
    ['text that is not JSON', { user_data: 'u1' }],
    ['a user whose id is empty', { user_data: '{"id":""}' }],
    ['nothing', undefined],
    ['a list', []],
  ])('W2: names %s: a typed error, and the connection continues', async (_name, data) => {
    const { realtime, errors } = await connect(answering(frame('pusher:signin_success', data)));
    await expect(realtime.signIn()).rejects.toMatchObject({ code: 'sign-in', retryable: false });
    expect(realtime.user).toBeUndefined();
    await realtime.subscribe('private-a').subscribed();
    expect([realtime.state, errors().map(({ code }) => code)]).toEqual(['connected', ['sign-in']]);
  });

  it.each<[string, object, number | undefined]>([
    ['soketi', { code: 4009, message: 'Connection not authorized.' }, 4009],
    ['Reverb, which has no sign-in', { code: 4200, message: 'Invalid message format' }, 4200],
    [
      'a service that repeats the signed text',
      {
        code: null,
        message: `Invalid signature: Expected HMAC SHA256 hex digest of 1.1::user::${userData}, but got ab`,
      },
      undefined,
    ],
    [
      'a service that repeats the token',
      { code: null, message: `Invalid key in sign-in data: '${token.auth}'` },
      undefined,
    ],
  ])('refuses like %s', async (_name, data, status) => {
    const refusal = JSON.stringify({ event: 'pusher:error', data });
    const { realtime, errors } = await connect(answering(refusal));
    const error = await realtime.signIn().catch((caught: unknown) => caught);
    expect(error).toMatchObject({ code: 'sign-in' });
    expect((error as { status?: number }).status).toBe(status);
    expect(collectLeaks(error, ['"name":"Zoë"', token.auth.slice(-64)])).toEqual([]);
    await realtime.subscribe('private-a').subscribed();
    expect([realtime.state, errors()]).toEqual(['connected', [error]]);
  });

  it('an error that names a channel is not its answer', async () => {
    const other = JSON.stringify({
      event: 'pusher:error',
      data: { code: null, message: 'Existing subscription to channel private-b' },
    });
    const { realtime, errors } = await connect(answering(other, success));
    expect((await realtime.signIn()).id).toBe('u1');
    await expect.poll(errors).toMatchObject([{ code: 'service-reported' }]);
  });

  it('W7: no response: an error after subscribeTimeoutMs, and a late answer is ignored', async () => {
    const runtime = heldTime();
    const { server, realtime } = await connect(answering(), { runtime, subscribeTimeoutMs: 7_000 });
    await realtime.connect();
    const user = realtime.signIn();
    await until(() => server.events().includes('pusher:signin'));
    await runtime.advance(7_000);
    await expect(user).rejects.toMatchObject({
      code: 'sign-in',
      message: expect.stringContaining('user authentication'),
    });
    server.say(success);
    await realtime.subscribe('private-a').subscribed();
    expect(realtime.user).toBeUndefined();
    server.drop();
    await until(() => realtime.state === 'reconnecting');
    await runtime.advance(10);
    await realtime.connect();
    await until(() => server.events().filter((event) => event === 'pusher:subscribe').length === 2);
    expect(server.events().filter((event) => event === 'pusher:signin')).toHaveLength(1);
  });

  it.each([
    ['the next attempt', 1_000],
    ['a late response', 0],
  ])('W15: no response after an earlier sign-in: %s signs the same user in', async (_name, waitMs) => {
    const runtime = heldTime();
    let isSilent = false;
    const { server, realtime, errors } = await connect(
      (request, say) => {
        if (!isSilent || request.event !== 'pusher:signin') answering(success)(request, say);
      },
      { runtime },
    );
    const user = await realtime.signIn();
    const received: unknown[] = [];
    user.on('invoiced', ({ data }) => received.push(data));
    isSilent = true;
    server.drop();
    await until(() => realtime.state === 'reconnecting');
    await runtime.advance(10);
    const signIns = () => server.events().filter((event) => event === 'pusher:signin').length;
    await until(() => signIns() === 2);
    await runtime.advance(10_000);
    expect([realtime.user, user.isSignedIn]).toEqual([user, false]);
    isSilent = false;
    await runtime.advance(waitMs);
    if (waitMs === 0) server.say(success);
    expect(await realtime.signIn()).toBe(user);
    server.say(frame('invoiced', 7, '#server-to-user-u1'));
    await until(() => received.length === 1);
    expect([user.isSignedIn, received, signIns(), errors()]).toEqual([true, [7], waitMs === 0 ? 2 : 3, []]);
  });
});

describe('a token of the user', () => {
  it.each<[string, unknown]>([
    ['nothing', undefined],
    ['a text', token.auth],
    ['no auth', { user_data: userData }],
    ['an auth without a signature', { ...token, auth: `${key}:` }],
    ['an auth of another app', { ...token, auth: `other:${'ab'.repeat(32)}` }],
    ['an auth with a line break', { ...token, auth: `${token.auth}\n` }],
    ['a huge auth', { ...token, auth: `${key}:${'ab'.repeat(1_000)}` }],
    ['no user data', { auth: token.auth }],
    ['user data that is an object', { ...token, user_data: { id: 'u1' } }],
    ['user data that is not JSON', { ...token, user_data: 'u1' }],
    ['a user without id', { ...token, user_data: '{}' }],
    ['an id that is a number', { ...token, user_data: '{"id":1}' }],
  ])('W2: %s: a typed error, and nothing is sent', async (_name, given) => {
    const { server, realtime } = await connect(answering(success), {
      authenticate: async () => given as UserToken,
    });
    const error = await realtime.signIn().catch((caught: unknown) => caught);
    expect(error).toMatchObject({ code: 'sign-in', outcome: 'not-sent', retryable: false });
    expect(collectLeaks(error, [token.auth.slice(-64)])).toEqual([]);
    await realtime.subscribe('private-a').subscribed();
    expect(server.events()).toEqual(['pusher:subscribe']);
  });

  it('may have the spelling of this package', async () => {
    const { realtime } = await connect(answering(success), {
      authenticate: async () => ({ auth: token.auth, userData }),
    });
    expect((await realtime.signIn()).id).toBe('u1');
  });
});

describe('watchlist events', () => {
  const events = {
    events: [
      { name: 'online', user_ids: ['u2'] },
      { name: 'offline', user_ids: ['u3'] },
    ],
  };
  const name = 'pusher_internal:watchlist_events';

  it.each([
    ['text', frame(name, events)],
    ['an object', JSON.stringify({ event: name, data: events })],
  ])('may have data that is %s', async (_name, text) => {
    const { realtime } = await connect(answering(success, text));
    const user = await realtime.signIn();
    await until(() => user.watchlist.size === 2);
    expect(Object.fromEntries(user.watchlist)).toEqual({ u2: 'online', u3: 'offline' });
  });

  it('of Sockudo are separate frames', async () => {
    const online = JSON.stringify({ event: 'online', data: { user_ids: ['u2', 'u3'] } });
    const offline = JSON.stringify({ event: 'offline', data: { user_ids: ['u3'] } });
    const { realtime, errors } = await connect(answering(success, online, '{"event":"online"}', offline));
    const user = await realtime.signIn();
    await until(() => user.watchlist.get('u3') === 'offline');
    expect([Object.fromEntries(user.watchlist), errors()]).toEqual([{ u2: 'online', u3: 'offline' }, []]);
  });

  it('with unknown names pass, and strange ones are ignored', async () => {
    const subscribed = { name: 'subscribe', user_ids: ['u2'], channel_name: 'presence-a' };
    const { server, realtime, errors } = await connect(answering(success));
    const user = await realtime.signIn();
    const received: unknown[] = [];
    user.onWatchlist((event) => received.push(event));
    for (const data of [
      undefined,
      null,
      5,
      'x',
      [],
      {},
      { events: 5 },
      { events: [null, 5, {}, { name: 5 }] },
    ])
      server.say(JSON.stringify({ event: name, data }));
    server.say(
      frame(name, { events: [subscribed, { name: 'online' }, { name: 'online', user_ids: [1, {}, 'u4'] }] }),
    );
    await until(() => received.length === 3);
    expect(received).toEqual([
      { name: 'subscribe', userIds: ['u2'], raw: subscribed },
      { name: 'online', userIds: [], raw: { name: 'online' } },
      { name: 'online', userIds: ['1', 'u4'], raw: { name: 'online', user_ids: [1, {}, 'u4'] } },
    ]);
    expect([Object.fromEntries(user.watchlist), errors()]).toEqual([{ 1: 'online', u4: 'online' }, []]);
  });

  it('of a hostile service have bounded memory', async () => {
    const { server, realtime } = await connect(answering(success));
    const user = await realtime.signIn();
    for (let part = 0; part < 3; part += 1) {
      const user_ids = Array.from({ length: 6_000 }, (_, index) => `${part}-${index}`);
      server.say(frame(name, { events: [{ name: 'online', user_ids }] }));
    }
    await until(() => user.watchlist.size >= 10_000);
    server.say(frame(name, { events: [{ name: 'offline', user_ids: ['0-0', 'new'] }] }));
    await until(() => user.watchlist.get('0-0') === 'offline');
    expect([user.watchlist.size, user.watchlist.has('new')]).toEqual([10_000, false]);
  });

  it('of nobody are ignored', async () => {
    const { server, realtime, errors } = await connect(answering(success));
    await realtime.connect();
    server.say(frame(name, events));
    server.say(success);
    await realtime.subscribe('private-a').subscribed();
    expect([realtime.user, errors()]).toEqual([undefined, []]);
  });

  it('a listener that throws does not disturb the others', async () => {
    const { server, realtime, errors } = await connect(answering(success));
    const user = await realtime.signIn();
    const received: string[] = [];
    user.onWatchlist(() => {
      throw new Error('mine');
    });
    user.onWatchlist(({ name: each }) => received.push(each));
    server.say(frame(name, events));
    await until(() => received.length === 2);
    expect(errors().map(({ code }) => code)).toEqual(['listener', 'listener']);
  });
});
