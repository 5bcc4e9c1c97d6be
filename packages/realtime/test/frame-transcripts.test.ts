import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { type WebSocket, WebSocketServer } from 'ws';
import { createRealtimeClient, type RealtimeClientSettings, type RealtimeEvent } from '../src/index.ts';
import { createRealtimeServerClient } from '../src/server/index.ts';
import { heldTime, until } from './realtime-fixtures.ts';
import { app } from './server-fixtures.ts';

const greeting =
  '{"event":"pusher:connection_established","data":"{\\"socket_id\\":\\"1234.1234\\",' +
  '\\"activity_timeout\\":120}"}';
const signer = createRealtimeServerClient({ ...app, host: '127.0.0.1' });
const ann = { name: 'Zoë' };

/** A server that writes the given texts, and a client that is connected to it. */
async function connectToScript(settings: RealtimeClientSettings = {}, first = greeting) {
  const sockets = new WebSocketServer({ port: 0, host: '127.0.0.1' });
  const received: string[] = [];
  const peers: WebSocket[] = [];
  sockets.on('connection', (peer) => {
    peers.push(peer);
    peer.on('message', (text) => received.push(String(text)));
    peer.send(first);
  });
  await once(sockets, 'listening');
  const told: RealtimeEvent[] = [];
  const realtime = createRealtimeClient({
    key: app.key,
    host: '127.0.0.1',
    port: (sockets.address() as AddressInfo).port,
    authorize: ({ socketId, channelName }) =>
      signer.authorizeChannel({
        socketId,
        channelName,
        ...(channelName.startsWith('presence-') && { member: { userId: 'u1', userInfo: ann } }),
      }),
    authenticate: ({ socketId }) =>
      signer.authenticateUser(socketId, { id: 'u1', userInfo: ann, watchlist: ['u2', 'u3'] }),
    onEvent: (event) => told.push(event),
    ...settings,
  });
  onTestFinished(async () => {
    await realtime.close();
    for (const peer of peers) peer.terminate();
    sockets.close();
  });
  let taken = 0;
  return {
    realtime,
    told,
    peer: () => peers.at(-1),
    say: (text: string) => peers.at(-1)?.send(text),
    /** The next frame of the client. */
    async next(): Promise<unknown> {
      await until(() => received.length > taken);
      taken += 1;
      return JSON.parse(received[taken - 1] ?? '');
    },
    errors: () => told.flatMap((event) => (event.type === 'error' ? [event.error] : [])),
  };
}

it('the frames of the hosted service, and those that it expects', async () => {
  const runtime = heldTime();
  const { realtime, told, peer, say, next, errors } = await connectToScript({ runtime });
  const orders = realtime.subscribe('orders');
  expect(await next()).toEqual({ event: 'pusher:subscribe', data: { auth: '', channel: 'orders' } });
  say('{"event":"pusher_internal:subscription_succeeded","data":"{}","channel":"orders"}');
  await orders.subscribed();
  const paid = orders.events('paid').next();
  say('{"event":"paid","data":"{\\"id\\":7}","channel":"orders"}');
  expect((await paid).value).toMatchObject({ data: { id: 7 }, raw: '{"id":7}' });

  say(
    '{"event":"pusher_internal:subscription_count","channel":"orders",' +
      '"data":"{\\"subscription_count\\":12}"}',
  );
  await until(() => orders.subscriptionCount === 12);
  say(
    '{"event":"pusher_internal:subscription_count","channel":"orders",' +
      '"data":"{\\"subscription_count\\":0}"}',
  );
  await until(() => orders.subscriptionCount === 0);

  const room = realtime.subscribe('presence-room');
  expect(await next()).toEqual(
    JSON.parse(
      '{"event":"pusher:subscribe","data":{"auth":"278d425bdf160c739803:' +
        '946ae24027677d50d84435b8b49ee0a36bc520cf60312eedbeb7b1ff600d708a","channel_data":' +
        '"{\\"user_id\\":\\"u1\\",\\"user_info\\":{\\"name\\":\\"Zoë\\"}}","channel":"presence-room"}}',
    ),
  );
  say(
    '{"event":"pusher_internal:subscription_succeeded","data":"{\\"presence\\":{\\"count\\":1,' +
      '\\"ids\\":[\\"u1\\"],\\"hash\\":{\\"u1\\":{\\"name\\":\\"Zoë\\"}}}}","channel":"presence-room"}',
  );
  await room.subscribed();
  expect(room.me).toEqual({ id: 'u1', info: ann });
  const typing = room.events('client-typing').next();
  say(
    '{"event":"pusher_internal:member_added","data":"{\\"user_id\\":\\"u2\\",' +
      '\\"user_info\\":{\\"name\\":\\"Max\\"}}","channel":"presence-room"}',
  );
  say('{"event":"client-typing","data":"{\\"on\\":true}","channel":"presence-room","user_id":"u2"}');
  expect((await typing).value).toMatchObject({ data: { on: true }, userId: 'u2' });
  expect(room.members.get('u2')).toEqual({ id: 'u2', info: { name: 'Max' } });
  room.trigger('client-typing', { on: true });
  expect(await next()).toEqual({ event: 'client-typing', data: { on: true }, channel: 'presence-room' });

  const signedIn = realtime.signIn();
  const userData = '{"id":"u1","user_info":{"name":"Zoë"},"watchlist":["u2","u3"]}';
  const userAuth = `${app.key}:c72c0dacdb5ae1d6fdd3effbb305ec7f21ed36394c093fcfce7adf95b99d210b`;
  expect(await next()).toEqual({ event: 'pusher:signin', data: { auth: userAuth, user_data: userData } });
  say(JSON.stringify({ event: 'pusher:signin_success', data: JSON.stringify({ user_data: userData }) }));
  const own = { auth: '', channel: '#server-to-user-u1' };
  expect(await next()).toEqual({ event: 'pusher:subscribe', data: own });
  say('{"event":"pusher_internal:subscription_succeeded","data":"{}","channel":"#server-to-user-u1"}');
  const user = await signedIn;
  say(
    '{"event":"pusher_internal:watchlist_events","data":' +
      '{"events":[{"name":"online","user_ids":["u2"]}]}}',
  );
  await until(() => user.watchlist.get('u2') === 'online');

  await runtime.advance(120_000);
  expect(await next()).toEqual({ event: 'pusher:ping', data: {} });
  say('{"event":"pusher:pong","data":{}}');
  const cache = realtime.subscribe('cache-x');
  expect(await next()).toMatchObject({ data: { channel: 'cache-x' } });
  say('{"event":"pusher_internal:subscription_succeeded","data":"{}","channel":"cache-x"}');
  say('{"event":"pusher:cache_miss","channel":"cache-x"}');
  await cache.subscribed();
  await until(() => told.some(({ type }) => type === 'cache-miss'));
  say('{"event":"pusher:error","data":{"code":null,"message":"Existing subscription to channel orders"}}');
  await until(() => errors().length > 0);
  expect(errors()).toMatchObject([{ code: 'service-reported' }]);
  expect([realtime.state, orders.state]).toEqual(['connected', 'subscribed']);
  peer()?.close(4200);
  await until(() => realtime.state === 'reconnecting');
});

describe('the frames of soketi 1.6.1', () => {
  const soketiGreeting =
    '{"event":"pusher:connection_established","data":"{\\"socket_id\\":\\"7213487626.788001998\\",' +
    '\\"activity_timeout\\":30}"}';

  it.each([
    [
      'private-noauth',
      '"type":"AuthError","error":"The connection is unauthorized.","status":401',
      401,
      'The connection is unauthorized.',
    ],
    [
      'presence-a',
      '"type":"ServerError","error":"A server error has occured.","status":4302',
      4302,
      'A server error has occured.',
    ],
    [
      'presence-a',
      '"type":"LimitReached","error":"The maximum size for a channel member is 2 KB.","status":4301',
      4301,
      'The maximum size for a channel member is 2 KB.',
    ],
  ])('refuse %s: %s', async (name, data, status, words) => {
    const { realtime, next, say } = await connectToScript({}, soketiGreeting);
    const channel = realtime.subscribe(name);
    await next();
    say(`{"event":"pusher:subscription_error","channel":"${name}","data":{${data}}}`);
    await expect(channel.subscribed()).rejects.toMatchObject({
      code: 'subscription-refused',
      status,
      message: expect.stringContaining(words),
    });
    expect([realtime.state, realtime.socketId]).toEqual(['connected', '7213487626.788001998']);
  });

  it('confirm without data, list numeric ids, and report without an end', async () => {
    const { realtime, next, say, told, errors } = await connectToScript({}, soketiGreeting);
    const [raw, room, cache] = ['raw-1', 'presence-a', 'private-cache-q'].map((name) =>
      realtime.subscribe(name),
    );
    for (let count = 0; count < 3; count += 1) await next();
    say('{"event":"pusher_internal:subscription_succeeded","channel":"raw-1"}');
    say(
      '{"event":"pusher_internal:subscription_succeeded","channel":"presence-a","data":"{\\"presence\\":' +
        '{\\"ids\\":[10],\\"hash\\":{\\"10\\":{\\"name\\":\\"n\\"}},\\"count\\":1}}"}',
    );
    say('{"event":"pusher_internal:subscription_succeeded","channel":"private-cache-q"}');
    say('{"event":"pusher:cache_miss","channel":"private-cache-q"}');
    await Promise.all([raw, room, cache].map((channel) => channel?.subscribed()));
    expect([...(room?.members.values() ?? [])]).toEqual([{ id: '10', info: { name: 'n' } }]);
    say(
      '{"event":"pusher:error","channel":"private-cache-q","data":{"code":4301,"message":' +
        '"The rate limit for sending client events exceeded the quota."}}',
    );
    await until(() => errors().length > 0);
    expect(errors()).toMatchObject([{ code: 'service-reported', status: 4301 }]);
    expect(told).toContainEqual({ type: 'cache-miss', channel: 'private-cache-q' });
    expect(cache?.state).toBe('subscribed');
  });

  it.each([
    ['{"code":4001,"message":"App key nope does not exist."}', 4001],
    ['{"code":4009,"message":"Connection not authorized."}', 4009],
  ])('refuse a connection: %s', async (data, code) => {
    const { realtime, peer } = await connectToScript({}, `{"event":"pusher:error","data":${data}}`);
    const refused = realtime.connect();
    await until(() => peer() !== undefined);
    peer()?.close(code);
    await expect(refused).rejects.toMatchObject({ code: 'connection-refused', status: code });
  });
});
