import { describe, expect, it } from 'vitest';
import { hostedLimits } from '../src/realtime/limits.ts';
import type { RealtimeService } from '../src/realtime/realtime-service.ts';
import {
  app,
  authorize,
  authorizeMember,
  connect,
  countingSocketIds,
  createManualClock,
  withService,
} from './realtime-client.ts';

const succeeded = 'pusher_internal:subscription_succeeded';

async function pair(service: RealtimeService) {
  return { ann: await connect(service), bob: await connect(service) };
}

describe('subscribing', () => {
  it('to a public channel responds with the bytes of the hosted service', async () => {
    await withService({}, async (service) => {
      const client = await connect(service);
      client.send({ event: 'pusher:subscribe', data: { auth: '', channel: 'orders' } });
      expect(await client.nextText()).toBe(
        '{"event":"pusher_internal:subscription_succeeded","data":"{}","channel":"orders"}',
      );
      service.publish({ channel: 'orders', event: 'paid', data: '{"id":7}' });
      expect(await client.nextText()).toBe('{"event":"paid","data":"{\\"id\\":7}","channel":"orders"}');
    });
  });

  it('takes command data that is JSON text, as some clients send it', async () => {
    await withService({}, async (service) => {
      const client = await connect(service);
      client.send({ event: 'pusher:subscribe', data: JSON.stringify({ channel: 'orders' }) });
      expect(await client.next()).toEqual({ event: succeeded, data: '{}', channel: 'orders' });
    });
  });

  it.each(['private-x', 'private-encrypted-x', 'private-cache-x', 'private-encrypted-cache-x'])(
    'to %s needs a signature, with or without channel_data',
    async (channel) => {
      await withService({}, async (service) => {
        const { ann, bob } = await pair(service);
        expect(await ann.subscribe(channel, authorize(ann, channel))).toMatchObject({
          event: succeeded,
          channel,
        });
        expect(await bob.subscribe(channel, authorize(bob, channel, '{"user_id":"b"}'))).toMatchObject({
          event: succeeded,
          data: '{}',
        });
        expect(service.channels()).toMatchObject([{ name: channel, subscriptionCount: 2, userIds: [] }]);
      });
    },
  );

  it('security: refuses the signature of another socket, channel, key or secret', async () => {
    await withService({}, async (service) => {
      const { ann, bob } = await pair(service);
      const own = authorize(ann, 'private-x').auth;
      const attempts = [
        authorize(bob, 'private-x'),
        authorize(ann, 'private-y'),
        { auth: own.replace(app.key, 'nobody') },
        { auth: own.slice(0, -1) },
        { auth: `${own}0` },
        { auth: own.toUpperCase() },
        { auth: app.key },
        { auth: '' },
        { auth: 7 },
        {},
        { auth: own, channel_data: '{}' },
      ];
      for (const attempt of attempts) {
        expect(await ann.subscribe('private-x', attempt)).toMatchObject({
          event: 'pusher:error',
          data: { code: null },
        });
      }
      expect(service.stats).toMatchObject({ channels: 0, subscriptionsRefused: attempts.length });
      expect(await ann.subscribe('private-x', { auth: own })).toMatchObject({ event: succeeded });
    });
  });

  it('words a refusal as the hosted service does', async () => {
    await withService({ nextSocketId: countingSocketIds() }, async (service) => {
      const client = await connect(service);
      expect(await client.subscribe('private-x', { auth: `${app.key}:00` })).toEqual({
        event: 'pusher:error',
        data: {
          code: null,
          message: 'Invalid signature: Expected HMAC SHA256 hex digest of 1.1:private-x, but got 00',
        },
      });
      expect(await client.subscribe('private-x', { auth: 'other:00' })).toEqual({
        event: 'pusher:error',
        data: { code: null, message: "Invalid key in subscription auth data: 'other:00'" },
      });
    });
  });

  it('words a refusal as soketi does, when asked to', async () => {
    await withService({ errorStyle: 'soketi' }, async (service) => {
      const client = await connect(service);
      expect(await client.subscribe('private-x')).toEqual({
        event: 'pusher:subscription_error',
        channel: 'private-x',
        data: { type: 'AuthError', error: 'The connection is unauthorized.', status: 401 },
      });
    });
  });

  it('words a refusal as Reverb does, when asked to', async () => {
    await withService({ errorStyle: 'reverb' }, async (service) => {
      const frame = await (await connect(service)).subscribe('private-x');
      expect(frame.event).toBe('pusher:error');
      expect(JSON.parse(String(frame.data))).toMatchObject({ code: 4009 });
    });
  });

  it('twice on one connection is an error, and stays one subscription', async () => {
    await withService({}, async (service) => {
      const client = await connect(service);
      await client.subscribe('orders');
      expect(await client.subscribe('orders')).toEqual({
        event: 'pusher:error',
        data: { code: null, message: 'Existing subscription to channel orders' },
      });
      service.publish({ channel: 'orders', event: 'once', data: '1' });
      expect((await client.settle()).map(({ event }) => event)).toEqual(['once']);
    });
  });

  it.each(['', 'white space', 'a/b', '#private', '#server-to-user-u1', 'ümlaut', 'a'.repeat(201), 'x\n'])(
    'refuses the channel name %j',
    async (channel) => {
      await withService({}, async (service) => {
        const client = await connect(service);
        const frame = await client.subscribe(channel);
        expect(frame.event).toBe('pusher:error');
        expect((frame.data as { message: string }).message).toContain(channel);
        expect(service.stats.channels).toBe(0);
      });
    },
  );

  it('accepts every legal character, and a name of 200', async () => {
    await withService({}, async (service) => {
      const client = await connect(service);
      for (const channel of ['aZ09_-=@,.;', 'n'.repeat(200), '__proto__', 'constructor']) {
        expect(await client.subscribe(channel)).toMatchObject({ event: succeeded, channel });
      }
    });
  });

  it('has the limits of the hosted service by default', () => {
    expect(hostedLimits).toMatchObject({
      channelNameLength: 200,
      eventNameLength: 200,
      eventDataBytes: 10_240,
      channelsPerTrigger: 100,
      eventsPerBatch: 10,
      presenceMembers: 100,
      presenceUserBytes: 1_024,
      presenceUserIdLength: 128,
      clientEventsPerSecond: 10,
      watchlistUsers: 100,
    });
  });

  it('ends at the limits of channels', async () => {
    await withService({ limits: { channelsPerConnection: 2, channels: 3 } }, async (service) => {
      const { ann, bob } = await pair(service);
      await ann.subscribe('a');
      await ann.subscribe('b');
      expect(await ann.subscribe('c')).toMatchObject({ event: 'pusher:error' });
      await bob.subscribe('c');
      expect(await bob.subscribe('d')).toMatchObject({ event: 'pusher:error' });
      expect(await bob.subscribe('a')).toMatchObject({ event: succeeded });
    });
  });
});

describe('unsubscribing', () => {
  it('stops the events, has no acknowledgement, and vacates the channel', async () => {
    await withService({}, async (service) => {
      const client = await connect(service);
      await client.subscribe('orders');
      client.send({ event: 'pusher:unsubscribe', data: { channel: 'orders' } });
      expect(await client.settle()).toEqual([]);
      service.publish({ channel: 'orders', event: 'paid', data: '1' });
      expect(await client.settle()).toEqual([]);
      expect(service.channels()).toEqual([]);
    });
  });

  it('from something not joined is an error of the hosted wording', async () => {
    await withService({}, async (service) => {
      const client = await connect(service);
      client.send({ event: 'pusher:unsubscribe', data: { channel: 'orders' } });
      expect(await client.next()).toEqual({
        event: 'pusher:error',
        data: {
          code: null,
          message: 'No current subscription to channel orders, or subscription in progress',
        },
      });
    });
  });

  it('happens by itself when a connection ends', async () => {
    await withService({}, async (service) => {
      const { ann, bob } = await pair(service);
      await ann.subscribe('orders');
      await bob.subscribe('orders');
      ann.socket.terminate();
      await expect.poll(() => service.channels()).toMatchObject([{ name: 'orders', subscriptionCount: 1 }]);
      bob.socket.close();
      await expect.poll(() => service.channels()).toEqual([]);
    });
  });
});

describe('presence channels', () => {
  const room = 'presence-room';

  it('give the joiner the roster with itself, in the bytes of the hosted service', async () => {
    await withService({}, async (service) => {
      const client = await connect(service);
      client.send({
        event: 'pusher:subscribe',
        data: { channel: room, ...authorizeMember(client, room, 'u1', { name: 'Zoë' }) },
      });
      expect(await client.nextText()).toBe(
        '{"event":"pusher_internal:subscription_succeeded","data":"{\\"presence\\":{\\"count\\":1,' +
          '\\"ids\\":[\\"u1\\"],\\"hash\\":{\\"u1\\":{\\"name\\":\\"Zoë\\"}}}}",' +
          '"channel":"presence-room"}',
      );
      expect(await client.settle()).toEqual([]);
    });
  });

  it('count distinct users: others get the first connection and the last departure only', async () => {
    await withService({}, async (service) => {
      const { ann, bob } = await pair(service);
      const bobAgain = await connect(service);
      await ann.subscribe(room, authorizeMember(ann, room, 'ann'));
      const joined = await bob.subscribe(room, authorizeMember(bob, room, 'bob', { age: 3 }));
      expect(JSON.parse(String(joined.data))).toEqual({
        presence: { count: 2, ids: ['ann', 'bob'], hash: { ann: null, bob: { age: 3 } } },
      });
      expect(await ann.next()).toEqual({
        event: 'pusher_internal:member_added',
        channel: room,
        data: '{"user_id":"bob","user_info":{"age":3}}',
      });
      await bobAgain.subscribe(room, authorizeMember(bobAgain, room, 'bob', { age: 3 }));
      bob.socket.terminate();
      await expect.poll(() => service.channels()).toMatchObject([{ subscriptionCount: 2 }]);
      expect(await ann.settle()).toEqual([]);
      bobAgain.send({ event: 'pusher:unsubscribe', data: { channel: room } });
      expect(await ann.next()).toEqual({
        event: 'pusher_internal:member_removed',
        channel: room,
        data: '{"user_id":"bob"}',
      });
      expect(service.channels()).toMatchObject([{ kind: 'presence', userIds: ['ann'] }]);
    });
  });

  it('echo a numeric user id as a number in ids, and as text in hash', async () => {
    await withService({}, async (service) => {
      const client = await connect(service);
      const frame = await client.subscribe(room, authorizeMember(client, room, 10, { name: 'n' }));
      expect(JSON.parse(String(frame.data)).presence).toEqual({
        count: 1,
        ids: [10],
        hash: { '10': { name: 'n' } },
      });
    });
  });

  it('carry users with the names of object properties', async () => {
    await withService({}, async (service) => {
      const client = await connect(service);
      client.send({
        event: 'pusher:subscribe',
        data: { channel: room, ...authorizeMember(client, room, '__proto__', { a: 1 }) },
      });
      expect(JSON.parse(await client.nextText()).data).toContain('"hash":{"__proto__":{"a":1}}');
    });
  });

  it.each([
    ['no channel_data', undefined],
    ['channel_data that is not JSON', 'u1'],
    ['channel_data without user_id', '{"user_info":{}}'],
    ['an empty user_id', '{"user_id":""}'],
    ['a user_id of another type', '{"user_id":{}}'],
    ['a user_id without end', '{"user_id":1e400}'],
    ['a user_id over 128 characters', JSON.stringify({ user_id: 'u'.repeat(129) })],
    ['user_info over 1 kB', JSON.stringify({ user_id: 'u', user_info: { text: 'é'.repeat(512) } })],
  ])('refuse %s, although signed', async (_, channelData) => {
    await withService({}, async (service) => {
      const client = await connect(service);
      const frame = await client.subscribe(room, authorize(client, room, channelData));
      expect(frame.event).toBe('pusher:error');
      expect((frame.data as { message: string }).message).toContain(room);
      expect(service.channels()).toEqual([]);
    });
  });

  it('refuse one user too many, but not one more connection of a user', async () => {
    await withService({ limits: { presenceMembers: 1 }, errorStyle: 'soketi' }, async (service) => {
      const { ann, bob } = await pair(service);
      const annAgain = await connect(service);
      await ann.subscribe(room, authorizeMember(ann, room, 'ann'));
      expect(await bob.subscribe(room, authorizeMember(bob, room, 'bob'))).toMatchObject({
        event: 'pusher:subscription_error',
        data: { type: 'LimitReached', status: 4100 },
      });
      expect(await annAgain.subscribe(room, authorizeMember(annAgain, room, 'ann'))).toMatchObject({
        event: succeeded,
      });
    });
  });
});

describe('cache channels', () => {
  it('send the last event after the success, or a cache miss', async () => {
    await withService({}, async (service) => {
      const { ann, bob } = await pair(service);
      await ann.subscribe('cache-x');
      expect(await ann.nextText()).toBe('{"event":"pusher:cache_miss","channel":"cache-x"}');
      service.publish({ channel: 'cache-x', event: 'old', data: '1' });
      service.publish({ channel: 'cache-x', event: 'new', data: '2' });
      expect(await bob.subscribe('cache-x')).toMatchObject({ event: succeeded });
      expect(await bob.next()).toEqual({ event: 'new', channel: 'cache-x', data: '2' });
    });
  });

  it('keep the event without subscribers, for its time to live', async () => {
    const clock = createManualClock();
    await withService({ clock, cacheTtlMs: 1_000 }, async (service) => {
      const { ann, bob } = await pair(service);
      service.publish({ channel: 'private-cache-x', event: 'e', data: '1' });
      clock.advance(999);
      await ann.subscribe('private-cache-x', authorize(ann, 'private-cache-x'));
      expect(await ann.next()).toMatchObject({ event: 'e' });
      clock.advance(1);
      await bob.subscribe('private-cache-x', authorize(bob, 'private-cache-x'));
      expect(await bob.next()).toMatchObject({ event: 'pusher:cache_miss' });
    });
  });

  it('do not store client events', async () => {
    await withService({}, async (service) => {
      const { ann, bob } = await pair(service);
      const channel = 'presence-cache-x';
      await ann.subscribe(channel, authorizeMember(ann, channel, 'a'));
      await ann.next();
      ann.send({ event: 'client-e', channel, data: {} });
      await ann.settle();
      const frame = await bob.subscribe(channel, authorizeMember(bob, channel, 'b'));
      expect(JSON.parse(String(frame.data)).presence.count).toBe(2);
      expect(await bob.next()).toMatchObject({ event: 'pusher:cache_miss' });
    });
  });

  it('are only those whose name begins so', async () => {
    await withService({}, async (service) => {
      const client = await connect(service);
      await client.subscribe('my-cache-thing');
      expect(await client.settle()).toEqual([]);
    });
  });

  it('store a bounded number of channels', async () => {
    await withService({ limits: { cachedChannels: 1 } }, async (service) => {
      const client = await connect(service);
      service.publish({ channel: 'cache-a', event: 'e', data: '1' });
      service.publish({ channel: 'cache-b', event: 'e', data: '1' });
      await client.subscribe('cache-a');
      expect(await client.next()).toMatchObject({ event: 'pusher:cache_miss' });
      await client.subscribe('cache-b');
      expect(await client.next()).toMatchObject({ event: 'e' });
    });
  });
});

describe('subscription counts', () => {
  it('are sent on each change if enabled, and never on presence channels', async () => {
    await withService({ subscriptionCount: true }, async (service) => {
      const { ann, bob } = await pair(service);
      await ann.subscribe('orders');
      expect(await ann.nextText()).toBe(
        '{"event":"pusher_internal:subscription_count","data":"{\\"subscription_count\\":1}",' +
          '"channel":"orders"}',
      );
      await bob.subscribe('orders');
      expect((await ann.next()).data).toBe('{"subscription_count":2}');
      bob.socket.close();
      expect((await ann.next()).data).toBe('{"subscription_count":1}');
      await ann.subscribe('presence-x', authorizeMember(ann, 'presence-x', 'a'));
      expect(await ann.settle()).toEqual([]);
    });
  });

  it('are not sent by default', async () => {
    await withService({}, async (service) => {
      const client = await connect(service);
      await client.subscribe('orders');
      expect(await client.settle()).toEqual([]);
    });
  });

  it('come at most every 5 s above 100 subscribers', async () => {
    const clock = createManualClock();
    await withService({ clock, subscriptionCount: true }, async (service) => {
      const watcher = await connect(service);
      await watcher.subscribe('orders');
      const others = await Promise.all(Array.from({ length: 103 }, () => connect(service)));
      for (const other of others) await other.subscribe('orders');
      const counts = (await watcher.settle()).map(({ data }) => JSON.parse(String(data)).subscription_count);
      expect(counts).toEqual(Array.from({ length: 100 }, (_, index) => index + 1));
      clock.advance(5_000);
      expect((await watcher.settle()).map(({ data }) => data)).toEqual(['{"subscription_count":104}']);
    });
  });
});
