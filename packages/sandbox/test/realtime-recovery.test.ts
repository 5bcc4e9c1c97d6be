import { describe, expect, it } from 'vitest';
import type { RealtimeService } from '../src/realtime/realtime-service.ts';
import {
  app,
  authorize,
  connect,
  connectRaw,
  createManualClock,
  type TestClient,
  withService,
} from './realtime-client.ts';

type Fields = Readonly<Record<string, unknown>>;

/** A client of version 2, after its handshake. */
async function connect2(service: RealtimeService): Promise<TestClient & { socketId: string }> {
  const client = await connectRaw(service, `/app/${app.key}?protocol=2`);
  const handshake = await next(client);
  expect(handshake).toMatchObject({
    event: 'sockudo:connection_established',
    message_id: expect.any(String),
  });
  const { socket_id: socketId } = JSON.parse(String(handshake['data']));
  return Object.defineProperty(client, 'socketId', { value: socketId });
}

async function next(client: TestClient): Promise<Fields> {
  return (await client.next()) as unknown as Fields;
}

async function subscribe(client: TestClient, rest: object = {}, channel = 'orders'): Promise<Fields> {
  client.send({ event: 'sockudo:subscribe', data: { channel, ...rest } });
  return next(client);
}

const publish = (service: RealtimeService, ...numbers: readonly number[]) => {
  for (const n of numbers) service.publish({ channel: 'orders', event: 'paid', data: `{"n":${n}}` });
};

/** Asks for the events after a position, and takes all frames of the answer. */
async function resume(client: TestClient, data: unknown) {
  client.send({ event: 'sockudo:resume', data });
  const frames: Fields[] = [];
  for (;;) {
    const frame = await next(client);
    if (frame['event'] === 'sockudo:resume_success')
      return { frames, ...(JSON.parse(String(frame['data'])) as { recovered: Fields[]; failed: Fields[] }) };
    frames.push(frame);
    if (frame['event'] === 'sockudo:error') return { frames, recovered: [], failed: [] };
  }
}

const from = (position: Fields, serial = Number(position['serial'])) => ({
  channel_positions: { orders: { stream_id: position['stream_id'], serial } },
});

describe('version 2', () => {
  it('gives each event its place, and older versions the frames that they always had', async () => {
    await withService({}, async (service) => {
      const [old, recent] = [await connect(service), await connect2(service)];
      expect(await old.subscribe('orders')).toEqual({
        event: 'pusher_internal:subscription_succeeded',
        channel: 'orders',
        data: '{}',
      });
      const confirmed = await subscribe(recent);
      expect(confirmed).toEqual({
        event: 'sockudo_internal:subscription_succeeded',
        channel: 'orders',
        data: '{}',
        message_id: expect.any(String),
        stream_id: expect.any(String),
        serial: 0,
      });
      publish(service, 1);
      const paid = { event: 'paid', channel: 'orders', data: '{"n":1}' };
      expect(await old.next()).toEqual(paid);
      const { stream_id } = confirmed;
      expect(await next(recent)).toEqual({ ...paid, message_id: expect.any(String), stream_id, serial: 1 });
      recent.send({ event: 'sockudo:ping', data: {} });
      expect(await next(recent)).toEqual({ event: 'sockudo:pong', data: {} });
    });
  });

  it.each([{ recovery: false }, { errorStyle: 'soketi' as const }])('is off with %j', async (options) => {
    await withService(options, async (service) => {
      const client = await connectRaw(service, `/app/${app.key}?protocol=2`);
      expect(await client.closed).toMatchObject({ code: 4007 });
    });
  });

  it('a client of version 7 has no resume', async () => {
    await withService({}, async (service) => {
      const client = await connect(service);
      client.send({ event: 'pusher:resume', data: { channel_positions: { orders: {} } } });
      expect(await client.next()).toMatchObject({ event: 'pusher:error' });
    });
  });
});

describe('resume', () => {
  it('sends the missed events in order, and then the position of the last', async () => {
    await withService({}, async (service) => {
      const first = await connect2(service);
      const position = await subscribe(first);
      publish(service, 1);
      await next(first);
      first.socket.terminate();
      publish(service, 2, 3);
      const again = await connect2(service);
      expect(await subscribe(again)).toMatchObject({ serial: 3, stream_id: position['stream_id'] });
      const { frames, recovered, failed } = await resume(again, JSON.stringify(from(position, 1)));
      expect(frames.map((frame) => [frame['serial'], frame['data']])).toEqual([
        [2, '{"n":2}'],
        [3, '{"n":3}'],
      ]);
      const last = {
        stream_id: position['stream_id'],
        serial: 3,
        last_message_id: frames[1]?.['message_id'],
      };
      expect([recovered, failed]).toEqual([
        [{ channel: 'orders', source: 'hot', replayed: 2, position: last }],
        [],
      ]);
      const nothing = await resume(again, from(position, 3));
      expect(nothing.recovered).toEqual([{ channel: 'orders', source: 'hot', replayed: 0, position: null }]);
    });
  });

  it.each<[string, (position: Fields) => object, Fields]>([
    [
      'another stream',
      ({ serial }) => ({ channel_positions: { orders: { stream_id: 'other', serial } } }),
      { code: 'stream_reset', reason: 'stream_id_mismatch', expected_stream_id: 'other' },
    ],
    [
      'a serial ahead',
      (position) => from(position, 99),
      { code: 'continuity_unverifiable', oldest_available_serial: 4, newest_available_serial: 8 },
    ],
    [
      'more than are stored',
      (position) => from(position, 2),
      { code: 'position_expired', oldest_available_serial: 4, newest_available_serial: 8 },
    ],
    [
      'an old form without a stream',
      () => ({ channel_serials: { orders: 1 } }),
      { code: 'continuity_unverifiable', expected_stream_id: null },
    ],
    [
      'a position that is none',
      () => ({ channel_positions: { orders: 'x' } }),
      { code: 'stream_reset', reason: 'stream_id_mismatch' },
    ],
  ])('%s fails, and is part of the last answer', async (_, asked, expected) => {
    await withService({ limits: { recoveryEvents: 5 } }, async (service) => {
      const client = await connect2(service);
      const position = await subscribe(client);
      publish(service, 1, 2, 3, 4, 5, 6, 7, 8);
      for (let count = 0; count < 8; count += 1) await next(client);
      const { frames, recovered, failed } = await resume(client, asked(position));
      expect(frames).toHaveLength(1);
      expect(frames[0]).toMatchObject({ event: 'sockudo:resume_failed', channel: 'orders' });
      expect(JSON.parse(String(frames[0]?.['data']))).toMatchObject(expected);
      expect(recovered).toEqual([]);
      expect(failed).toMatchObject([{ channel: 'orders', ...expected }]);
    });
  });

  it('a channel that the connection is not subscribed to gives nothing', async () => {
    await withService({}, async (service) => {
      const client = await connect2(service);
      const position = await subscribe(client);
      service.publish({ channel: 'private-orders', event: 'paid', data: '1' });
      const { stream_id } = position;
      const channel_positions = {
        'private-orders': { stream_id, serial: 0 },
        orders: { stream_id, serial: 0 },
      };
      const { frames, recovered, failed } = await resume(client, { channel_positions });
      expect(frames.map((frame) => frame['event'])).toEqual(['sockudo:resume_failed']);
      expect(failed).toMatchObject([{ channel: 'private-orders', reason: 'not_subscribed' }]);
      expect(recovered).toMatchObject([{ channel: 'orders' }]);
    });
  });

  it.each([
    [{ channel_positions: {} }, 4302],
    [{}, 4000],
  ])('%j is an error', async (data, code) => {
    await withService({}, async (service) => {
      const { frames } = await resume(await connect2(service), data);
      expect(frames).toMatchObject([{ event: 'sockudo:error', data: { code } }]);
    });
  });

  it('a channel that was quiet for too long begins anew, and old events are gone', async () => {
    const clock = createManualClock();
    await withService({ clock, recoveryTtlMs: 1_000, pingAfterMs: 1e9 }, async (service) => {
      const client = await connect2(service);
      const position = await subscribe(client);
      publish(service, 1);
      clock.advance(600);
      publish(service, 2);
      clock.advance(600);
      const again = await connect2(service);
      expect(await subscribe(again)).toMatchObject({ stream_id: position['stream_id'], serial: 2 });
      expect((await resume(again, from(position, 1))).recovered).toMatchObject([{ replayed: 1 }]);
      expect((await resume(again, from(position, 0))).failed).toMatchObject([{ code: 'position_expired' }]);
      clock.advance(1_000);
      const late = await connect2(service);
      const anew = await subscribe(late);
      expect(anew).toMatchObject({ serial: 0 });
      expect(anew['stream_id']).not.toBe(position['stream_id']);
      expect((await resume(late, from(position, 2))).failed).toMatchObject([{ code: 'stream_reset' }]);
    });
  });

  it('the oldest of too many channels is dropped', async () => {
    await withService({ limits: { recoveryChannels: 1 } }, async (service) => {
      const client = await connect2(service);
      const position = await subscribe(client);
      await subscribe(client, {}, 'other');
      expect((await resume(client, from(position, 0))).failed).toMatchObject([{ code: 'stream_reset' }]);
    });
  });
});

describe('rewind', () => {
  const rewound = async (rewind: unknown, published: readonly number[], events = 5) => {
    const got: Fields[] = [];
    const clock = createManualClock();
    await withService({ clock, limits: { recoveryEvents: events } }, async (service) => {
      publish(service, ...published);
      clock.advance(10_000);
      publish(service, 99);
      const client = await connect2(service);
      await subscribe(client, { rewind });
      for (;;) {
        const frame = await next(client);
        got.push(frame);
        if (frame['event'] === 'sockudo:rewind_complete') return;
      }
    });
    const result = got.pop()?.['data'];
    return { numbers: got.map((frame) => JSON.parse(String(frame['data'])).n as number), result };
  };

  it.each([
    [2, [2, 99], { complete: false, truncated_by_limit: true, truncated_by_retention: false }],
    ['2', [2, 99], { complete: false, truncated_by_limit: true }],
    [{ count: 10 }, [1, 2, 99], { complete: true, historical_count: 3, live_count: 0 }],
    [{ seconds: 5 }, [99], { complete: true }],
    [{ duration_seconds: 60 }, [1, 2, 99], { complete: true }],
  ])('%j sends stored events after the confirmation', async (rewind, numbers, result) => {
    const got = await rewound(rewind, [1, 2]);
    expect(got.numbers).toEqual(numbers);
    expect(got.result).toMatchObject(result);
  });

  it('is not complete where the events of the channel are gone with its stream', async () => {
    const clock = createManualClock();
    await withService({ clock, recoveryTtlMs: 1_000, pingAfterMs: 1e9 }, async (service) => {
      publish(service, 1);
      clock.advance(1_000);
      const client = await connect2(service);
      await subscribe(client, { rewind: 5 });
      expect((await next(client))['data']).toMatchObject({
        ...{ historical_count: 0, complete: false, truncated_by_retention: true },
      });
    });
  });

  it('a cached event has no place in a later stream of its channel', async () => {
    const clock = createManualClock();
    await withService({ clock, recoveryTtlMs: 1_000, pingAfterMs: 1e9 }, async (service) => {
      service.publish({ channel: 'cache-orders', event: 'paid', data: '{}' });
      const client = await connect2(service);
      const { stream_id } = await subscribe(client, {}, 'cache-orders');
      expect(await next(client)).toMatchObject({ event: 'paid', stream_id, serial: 1 });
      clock.advance(1_000);
      const late = await connect2(service);
      expect(await subscribe(late, {}, 'cache-orders')).toMatchObject({ serial: 0 });
      const cached = await next(late);
      expect(cached).toMatchObject({ event: 'paid', message_id: expect.any(String) });
      expect(cached).not.toHaveProperty('stream_id');
    });
  });

  it('says when some of the wanted events are stored no longer', async () => {
    const { numbers, result } = await rewound(10, [1, 2, 3], 2);
    expect(numbers).toEqual([3, 99]);
    expect(result).toMatchObject({ complete: false, truncated_by_retention: true });
  });
});

describe('ids of members', () => {
  it.each(['9007199254740993', '18446744073709551615'])('%s stays as it is', async (id) => {
    await withService({}, async (service) => {
      const other = await connect(service);
      const channelData = `{"user_id":${id},"user_info":{"user_id":1.5}}`;
      const confirmed = await other.subscribe(
        'presence-room',
        authorize(other, 'presence-room', channelData),
      );
      expect(JSON.parse(String(confirmed.data)).presence).toEqual({
        count: 1,
        ids: [id],
        hash: { [id]: { user_id: 1.5 } },
      });
    });
  });
});
