import { inspect } from 'node:util';
import { isOrgError } from '@org/core';
import { expect, it, onTestFinished } from 'vitest';
import * as z from 'zod/mini';
import { seededRandom } from '../../../core/src/testing/seeded-random.ts';
import { chunkedCodec, gzipCodec } from '../../src/codecs/index.ts';
import { createRealtimeClient, defineChannel } from '../../src/index.ts';
import { createRealtimeServerClient } from '../../src/server/index.ts';
import { until } from '../realtime-fixtures.ts';
import { accept, frame, startScriptedServer } from '../scripted-server.ts';

const secret = 'canary-secret-0123456789';
const encryptionMasterKey = 'AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=';
const sharedSecret = 'Rp+JW0P1Y4Dbn8NPhcFo88FAzz3QPb3PZ646obzmrp4=';
const signer = createRealtimeServerClient({
  ...{ appId: '1', key: 'k', secret, encryptionMasterKey },
  host: '127.0.0.1',
});

const plain = ['orders', 'presence-room', 'private-encrypted-orders', 'cache-x', '__proto__'];
const events = { paid: z.object({ id: z.number() }), constructor: z.any() };
const definitions = [
  defineChannel('private-typed', { events }),
  defineChannel('private-chunked', { events, codec: chunkedCodec(undefined, { maxLength: 10_000 }) }),
  defineChannel('private-gzip', { events, codec: gzipCodec() }),
];
const channels = [...plain, ...definitions.map(({ name }) => name), '#server-to-user-u1', 'nowhere'];
const names = [
  ...['paid', 'constructor', '__proto__', 'client-x', 'online', 'offline', ''],
  ...['error', 'subscription_error', 'cache_miss', 'ping', 'pong', 'signin_success', 'other'].map(
    (name) => `pusher:${name}`,
  ),
  ...['subscription_succeeded', 'member_added', 'member_removed', 'subscription_count'].map(
    (name) => `pusher_internal:${name}`,
  ),
  'pusher_internal:watchlist_events',
];
const deep = `${'['.repeat(5_000)}${']'.repeat(5_000)}`;
const nonce = 'ZGVmZ2hpamtsbW5vcHFyc3R1dnd4eXp7';
const values = [
  ...['null', '1e999', '"x"', '"{"', '{}', '[]', deep, `"${deep}"`, '{"toString":1,"valueOf":1}'],
  ...['{"presence":{"ids":[1,null,{},"__proto__"],"hash":{"__proto__":{}}}}', '{"presence":{"ids":{}}}'],
  ...['{"user_id":"u2"}', '{"user_id":{"toString":1}}', '{"user_id":"__proto__","user_info":[]}'],
  ...['{"code":4009}', '{"code":4301,"message":{"toString":1}}', '{"message":"channel private-typed"}'],
  ...[`{"nonce":"${nonce}","ciphertext":"${'A'.repeat(64)}"}`, '{"nonce":{},"ciphertext":[]}'],
  ...['"chunk1 a 0/2 x"', '"chunk1 a 1/3 y"', '"chunk1 b 999/1000 z"', '"H4sIAAAA"', '{"id":1}'],
  ...['{"events":[{"name":"online","user_ids":["u2",{"toString":1}]},null]}', '{"user_data":"{}"}'],
  ...['{"subscription_count":-1}', '{"subscription_count":3}', '{"__proto__":{"id":1}}'],
];

it.each([1, 2, 3])('W2: any frames in any order leave a client that works (seed %i)', async (seed) => {
  const random = seededRandom(seed);
  const pick = <Item>(items: readonly Item[]) => items[Math.floor(random() * items.length)] as Item;
  const server = await startScriptedServer(({ event, channel }, say) => {
    if (event === 'pusher:subscribe' && random() < 0.8) say(accept(channel));
    if (event === 'pusher:signin') say(frame('pusher:signin_success', { user_data: '{"id":"u1"}' }));
  });
  const wrong: string[] = [];
  const realtime = createRealtimeClient({
    ...server.address,
    reconnect: { baseMs: 1, capMs: 2 },
    subscribeTimeoutMs: 50,
    authorize: ({ socketId, channelName }) =>
      signer.authorizeChannel({
        ...{ socketId, channelName },
        ...(channelName.startsWith('presence-') && { member: { userId: 'me' } }),
      }),
    authenticate: ({ socketId }) => signer.authenticateUser(socketId, { id: 'u1' }),
    onEvent(event) {
      if (event.type !== 'error') return;
      const shown = `${inspect(event.error, { depth: 6 })} ${JSON.stringify(event.error)}`;
      const isSecret = [secret, sharedSecret, encryptionMasterKey].some((text) => shown.includes(text));
      if (!isOrgError(event.error) || isSecret || /k:[0-9a-f]{64}/.test(shown)) wrong.push(shown);
    },
  });
  onTestFinished(() => realtime.close());
  let delivered = 0;
  const listener = () => {
    delivered += 1;
    if (random() < 0.1) throw new Error('a listener of the application');
  };
  /** Again and again, because a refusal is final. */
  const join = () => {
    const joined = plain.map((name) => realtime.subscribe(name));
    const typed = definitions.map((definition) => realtime.subscribe(definition));
    for (const channel of joined) channel.on('paid', listener);
    for (const channel of typed) channel.on('paid', listener);
    void realtime.signIn();
    return () => {
      for (const channel of [...joined, ...typed]) channel.unsubscribe();
    };
  };
  let leave = join();
  await realtime.connect();
  for (let round = 0; round < 300; round += 1) {
    for (let count = 0; count < 100; count += 1) {
      const [event, channel, data] = [pick(names), pick(channels), pick(values)];
      const text = `{"event":"${event}",${random() < 0.8 ? `"channel":"${channel}",` : ''}"data":${data}}`;
      server.say(random() < 0.02 ? text.slice(0, -random() * text.length) : text);
    }
    await new Promise((resolve) => setImmediate(resolve));
    if (random() < 0.05) server.drop();
    if (round % 5 > 0) continue;
    leave();
    leave = join();
    await until(() => realtime.channels.some(({ state }) => state === 'subscribed'));
  }
  server.drop();
  const last = realtime.subscribe('last').events('last').next();
  await until(() => {
    server.say(frame('last', 1, 'last'));
    return realtime.channels.some(({ name, state }) => name === 'last' && state === 'subscribed');
  });
  server.say(frame('last', 1, 'last'));
  expect((await last).value?.data).toBe(1);
  expect(wrong).toEqual([]);
  expect(delivered).toBeGreaterThan(100);
  expect(({} as Record<string, unknown>)['id']).toBeUndefined();
});
