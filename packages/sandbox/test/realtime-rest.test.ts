import { describe, expect, it } from 'vitest';
import {
  authorize,
  authorizeMember,
  call,
  connect,
  createManualClock,
  send,
  signTarget,
  withService,
} from './realtime-client.ts';

const event = { name: 'paid', data: '{"id":7}', channel: 'orders' };

describe('POST /events', () => {
  it('delivers to every channel in the order of the calls, and responds {}', async () => {
    await withService({}, async (service) => {
      const client = await connect(service);
      await client.subscribe('orders');
      await client.subscribe('news');
      const answer = await call(service, 'POST', '/events', {
        name: 'a',
        data: '1',
        channels: ['orders', 'news', 'x'],
      });
      expect(answer).toMatchObject({ status: 200, text: '{}' });
      await call(service, 'POST', '/events', { name: 'b', data: 'plain text', channel: 'orders' });
      expect(await client.settle()).toEqual([
        { event: 'a', channel: 'orders', data: '1' },
        { event: 'a', channel: 'news', data: '1' },
        { event: 'b', channel: 'orders', data: 'plain text' },
      ]);
    });
  });

  it('leaves out the connection named by socket_id', async () => {
    await withService({}, async (service) => {
      const [ann, bob] = [await connect(service), await connect(service)];
      await ann.subscribe('orders');
      await bob.subscribe('orders');
      await call(service, 'POST', '/events', { ...event, socket_id: ann.socketId });
      expect(await bob.next()).toMatchObject({ event: 'paid' });
      expect(await ann.settle()).toEqual([]);
    });
  });

  it('counts on request, each kind its own way', async () => {
    await withService({ subscriptionCount: true }, async (service) => {
      const client = await connect(service);
      await client.subscribe('orders');
      await client.subscribe('presence-x', authorizeMember(client, 'presence-x', 'u'));
      const body = {
        name: 'e',
        data: '',
        channels: ['orders', 'presence-x', 'empty'],
        info: 'user_count,subscription_count',
      };
      expect((await call(service, 'POST', '/events', body)).json).toEqual({
        channels: {
          orders: { subscription_count: 1 },
          'presence-x': { user_count: 1 },
          empty: { subscription_count: 0 },
        },
      });
    });
  });

  it.each([
    ['no JSON', '{', 400],
    ['JSON that is not an object', '[]', 400],
    ['no name', { ...event, name: undefined }, 400],
    ['an empty name', { ...event, name: '' }, 400],
    ['a name over 200 characters', { ...event, name: 'n'.repeat(201) }, 400],
    ['a name of the protocol', { ...event, name: 'pusher:error' }, 400],
    ['an internal name', { ...event, name: 'pusher_internal:member_added' }, 400],
    ['no data', { ...event, data: undefined }, 400],
    ['data that is not text', { ...event, data: { id: 7 } }, 400],
    ['no channel', { ...event, channel: undefined }, 400],
    ['an empty list of channels', { ...event, channels: [] }, 400],
    ['channels that are not a list', { ...event, channels: 'orders' }, 400],
    ['a bad channel name', { ...event, channel: 'a b' }, 400],
    ['a reserved channel', { ...event, channel: '#x' }, 400],
    ['a channel name over 200 characters', { ...event, channel: 'c'.repeat(201) }, 400],
    ['101 channels', { ...event, channels: Array.from({ length: 101 }, (_, index) => `c${index}`) }, 400],
    ['a channel that is not text', { ...event, channels: ['a', 7] }, 400],
    ['a socket id that cannot become text', { ...event, socket_id: { toString: 1 } }, 400],
    ['a bad socket id', { ...event, socket_id: '1.2\n' }, 400],
    ['data over 10 240 bytes', { ...event, data: 'é'.repeat(5_121) }, 413],
  ])('refuses %s, in plain text that ends with a line break', async (_, body, status) => {
    await withService({}, async (service) => {
      const client = await connect(service);
      await client.subscribe('orders');
      const answer = await call(service, 'POST', '/events', body);
      expect(answer.status).toBe(status);
      expect(answer.headers.get('content-type')).toContain('text/plain');
      expect(answer.text).toMatch(/^[^\n]+\n$/);
      expect(await client.settle()).toEqual([]);
    });
  });

  it('accepts data of exactly 10 240 bytes, and 100 channels', async () => {
    await withService({}, async (service) => {
      const channels = Array.from({ length: 100 }, (_, index) => `c${index}`);
      const answer = await call(service, 'POST', '/events', {
        name: 'e',
        data: 'x'.repeat(10_240),
        channels,
      });
      expect(answer.status).toBe(200);
    });
  });

  it('obeys changed limits', async () => {
    await withService({ limits: { eventDataBytes: 3, channelsPerTrigger: 1 } }, async (service) => {
      expect((await call(service, 'POST', '/events', { ...event, data: '1234' })).status).toBe(413);
      expect(
        (await call(service, 'POST', '/events', { ...event, data: '1', channels: ['a', 'b'] })).status,
      ).toBe(400);
      expect((await call(service, 'POST', '/events', { ...event, data: '123' })).status).toBe(200);
    });
  });
});

describe('POST /batch_events', () => {
  it('delivers each item, honours its socket_id, and responds {}', async () => {
    await withService({}, async (service) => {
      const [ann, bob] = [await connect(service), await connect(service)];
      for (const client of [ann, bob]) await client.subscribe('orders');
      const batch = [
        { channel: 'orders', name: 'a', data: '1' },
        { channel: 'orders', name: 'b', data: '2', socket_id: ann.socketId },
      ];
      expect((await call(service, 'POST', '/batch_events', { batch })).text).toBe('{}');
      expect((await ann.settle()).map(({ event: name }) => name)).toEqual(['a']);
      expect((await bob.settle()).map(({ event: name }) => name)).toEqual(['a', 'b']);
    });
  });

  it('returns the counts in the order of the items', async () => {
    await withService({ subscriptionCount: true }, async (service) => {
      const client = await connect(service);
      await client.subscribe('orders');
      const item = { channel: 'orders', name: 'a', data: '1' };
      const batch = [item, { ...item, info: 'subscription_count' }];
      expect((await call(service, 'POST', '/batch_events', { batch })).json).toEqual({
        batch: [{}, { subscription_count: 1 }],
      });
    });
  });

  it.each([
    [{ batch: Array.from({ length: 11 }, () => event) }, 400, 'Batch too large (11 > 10)\n'],
    [{ batch: [{ name: 'e', data: '', channels: ['a'] }] }, 400, 'Missing required parameter: channel\n'],
  ])('words the refusal of %j as the hosted service does', async (body, status, text) => {
    await withService({}, async (service) => {
      expect(await call(service, 'POST', '/batch_events', body)).toMatchObject({ status, text });
    });
  });

  it.each([[{}], [{ batch: {} }], [{ batch: [7] }]])('refuses %j', async (body) => {
    await withService({}, async (service) => {
      expect((await call(service, 'POST', '/batch_events', body)).status).toBe(400);
    });
  });

  it('sends nothing when one item is wrong', async () => {
    await withService({}, async (service) => {
      const client = await connect(service);
      await client.subscribe('orders');
      const batch = [event, { ...event, data: 'x'.repeat(10_241) }];
      expect((await call(service, 'POST', '/batch_events', { batch })).status).toBe(413);
      expect(await client.settle()).toEqual([]);
    });
  });
});

describe('GET /channels', () => {
  it('lists occupied channels, by prefix and with user counts', async () => {
    await withService({}, async (service) => {
      const client = await connect(service);
      await client.subscribe('orders');
      await client.subscribe('presence-x', authorizeMember(client, 'presence-x', 'u'));
      expect((await call(service, 'GET', '/channels')).json).toEqual({
        channels: { orders: {}, 'presence-x': {} },
      });
      const query = { filter_by_prefix: 'presence-', info: 'user_count' };
      expect((await call(service, 'GET', '/channels', undefined, { query })).json).toEqual({
        channels: { 'presence-x': { user_count: 1 } },
      });
    });
  });

  it('verifies values that are percent-encoded on the wire', async () => {
    await withService({}, async (service) => {
      const client = await connect(service);
      await client.subscribe('a@b=c,d;e');
      const query = { filter_by_prefix: 'a@b=c,d;' };
      expect((await call(service, 'GET', '/channels', undefined, { query })).json).toEqual({
        channels: { 'a@b=c,d;e': {} },
      });
    });
  });

  it('refuses user counts without a presence prefix, in the hosted wording', async () => {
    await withService({}, async (service) => {
      const answer = await call(service, 'GET', '/channels', undefined, { query: { info: 'user_count' } });
      expect(answer).toMatchObject({
        status: 400,
        text:
          'user_count may only be requested for presence channels - please supply filter_by_prefix ' +
          'begining with presence-\n',
      });
    });
  });
});

describe('GET /channels/{name}', () => {
  it('returns occupation, counts and cache', async () => {
    const clock = createManualClock();
    await withService({ clock, subscriptionCount: true }, async (service) => {
      const client = await connect(service);
      const channel = 'private-cache-a@b=c,d;e';
      const read = (name: string, info: string) =>
        call(service, 'GET', `/channels/${name}`, undefined, { query: { info }, nowMs: clock.now() });
      expect((await read(channel, 'subscription_count')).json).toEqual({ occupied: false });
      await client.subscribe(channel, authorize(client, channel));
      expect((await read(channel, 'subscription_count,cache')).json).toEqual({
        occupied: true,
        subscription_count: 1,
        cache: null,
      });
      service.publish({ channel, event: 'e', data: '1' });
      clock.advance(60_000);
      expect((await read(channel, 'cache')).json).toEqual({
        occupied: true,
        cache: { data: '1', ttl: 1_740 },
      });
    });
  });

  it('refuses a user count of other channels than presence ones, in the hosted wording', async () => {
    await withService({}, async (service) => {
      const answer = await call(service, 'GET', '/channels/orders', undefined, {
        query: { info: 'user_count' },
      });
      expect(answer).toMatchObject({
        status: 400,
        text: 'Cannot retrieve the user count unless the channel is a presence channel\n',
      });
    });
  });
});

describe('GET /channels/{name}/users', () => {
  it('lists distinct users as text', async () => {
    await withService({}, async (service) => {
      const clients = [await connect(service), await connect(service), await connect(service)];
      const userIds = ['u1', 'u1', 2];
      for (const [index, client] of clients.entries()) {
        await client.subscribe('presence-x', authorizeMember(client, 'presence-x', userIds[index] ?? ''));
      }
      expect((await call(service, 'GET', '/channels/presence-x/users')).json).toEqual({
        users: [{ id: 'u1' }, { id: '2' }],
      });
      expect((await call(service, 'GET', '/channels/presence-y/users')).json).toEqual({ users: [] });
    });
  });

  it('refuses other channels, in the hosted wording', async () => {
    await withService({}, async (service) => {
      expect(await call(service, 'GET', '/channels/orders/users')).toMatchObject({
        status: 400,
        text: 'Users can only be retrieved for presence channels\n',
      });
    });
  });
});

describe('trust', () => {
  it.each([
    ['an unknown key', { key: 'nobody' }, 'Unknown auth_key\n'],
    [
      'a wrong secret',
      { secret: 'guess' },
      /^Invalid signature: you should have sent HmacSHA256Hex\("GET\\n\/apps\/3\/channels\\nauth_key=/,
    ],
    [
      'an old timestamp',
      { nowMs: Date.now() - 601_000 },
      /^Timestamp expired: Given timestamp \(\S+Z\) not within 600s of server time \(\S+Z\)\n$/,
    ],
  ])('security: refuses %s with 401 and the reason', async (_, options, text) => {
    await withService({}, async (service) => {
      const answer = await call(service, 'GET', '/channels', undefined, options);
      expect(answer.status).toBe(401);
      expect(answer.text).toMatch(text);
      expect(service.stats).toMatchObject({ requests: 1, requestsRefused: 1 });
    });
  });

  it('security: refuses a body that is not the signed one', async () => {
    await withService({}, async (service) => {
      const client = await connect(service);
      await client.subscribe('orders');
      const target = signTarget('POST', '/apps/3/events', JSON.stringify(event));
      expect((await send(service, 'POST', target, JSON.stringify({ ...event, name: 'forged' }))).status).toBe(
        401,
      );
      expect(await client.settle()).toEqual([]);
      expect((await send(service, 'POST', target, JSON.stringify(event))).status).toBe(200);
    });
  });

  it('security: refuses the signature of another method or path', async () => {
    await withService({}, async (service) => {
      const target = signTarget('GET', '/apps/3/channels', '');
      expect((await send(service, 'POST', target)).status).toBe(401);
      expect((await send(service, 'GET', target.replace('/channels', '/channels/x'))).status).toBe(401);
    });
  });

  it('security: never contains the secret', async () => {
    await withService({}, async (service) => {
      const answers = [
        await call(service, 'GET', '/channels', undefined, { secret: 'guess' }),
        await send(service, 'GET', '/apps/3/channels'),
        await send(service, 'GET', '/'),
      ];
      expect(JSON.stringify([answers, service.recentEvents, service.stats])).not.toContain(
        service.app.secret,
      );
    });
  });

  it('responds 404 for another app or path, and 405 for another method', async () => {
    await withService({}, async (service) => {
      expect((await send(service, 'GET', signTarget('GET', '/apps/4/channels', ''))).status).toBe(404);
      expect((await send(service, 'GET', '/')).status).toBe(404);
      expect((await call(service, 'GET', '/nothing')).status).toBe(404);
      expect((await call(service, 'DELETE', '/channels')).status).toBe(405);
    });
  });

  it('responds 403 for a disabled app', async () => {
    await withService({ disabled: true }, async (service) => {
      expect((await call(service, 'GET', '/channels')).status).toBe(403);
    });
  });

  it('responds 413 for a body over the limit', async () => {
    await withService({ limits: { requestBytes: 1_000 } }, async (service) => {
      expect((await call(service, 'POST', '/events', { ...event, data: 'x'.repeat(1_000) })).status).toBe(
        413,
      );
    });
  });
});

describe('the rate limit', () => {
  it('responds 429 with Retry-After and rate headers, until the window ends', async () => {
    const clock = createManualClock();
    await withService({ clock, rateLimit: { limit: 2, windowMs: 10_000 } }, async (service) => {
      const list = () => call(service, 'GET', '/channels', undefined, { nowMs: clock.now() });
      expect((await list()).headers.get('ratelimit-remaining')).toBe('1');
      clock.advance(1_000);
      expect((await list()).status).toBe(200);
      const refused = await list();
      expect(refused).toMatchObject({ status: 429, json: { error: 'Too many requests.', code: 429 } });
      expect(refused.headers.get('retry-after')).toBe('9');
      expect(refused.headers.get('ratelimit-limit')).toBe('2');
      clock.advance(9_000);
      expect((await list()).status).toBe(200);
    });
  });

  it('is not spent by requests that are not signed', async () => {
    await withService({ rateLimit: { limit: 1, windowMs: 10_000 } }, async (service) => {
      expect((await call(service, 'GET', '/channels', undefined, { secret: 'guess' })).status).toBe(401);
      expect((await call(service, 'GET', '/channels')).status).toBe(200);
      expect((await call(service, 'GET', '/channels')).status).toBe(429);
    });
  });
});
