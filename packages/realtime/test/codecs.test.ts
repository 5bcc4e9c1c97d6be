import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import type { RealtimeService } from '../../sandbox/src/realtime/realtime-service.ts';
import { base64Codec, CodecError, chunkedCodec, gzipCodec, textCodec } from '../src/codecs/index.ts';
import { defineChannel } from '../src/index.ts';
import { createRealtimeServerClient, type RealtimeServerSettings } from '../src/server/index.ts';
import { connectTo, heldTime, startService, until } from './realtime-fixtures.ts';

const large = { rows: Array.from({ length: 4_000 }, (_, at) => ({ at, price: (at * 7919) % 1000 })) };

function serverOf(service: RealtimeService, settings: RealtimeServerSettings = {}) {
  const { app, host, port } = service;
  return createRealtimeServerClient({
    appId: app.id,
    key: app.key,
    secret: app.secret,
    host,
    port,
    encryptionMasterKey: Buffer.alloc(32).toString('base64'),
    ...settings,
  });
}

describe('a codec of a definition', () => {
  it('gives subscribers what the server triggered, after the schema', async () => {
    const service = await startService();
    const photos = defineChannel('photos', {
      events: { taken: z.instanceof(Uint8Array) },
      codec: base64Codec,
    });
    const channel = connectTo(service).realtime.subscribe(photos);
    const events = channel.events('taken');
    await channel.subscribed();
    const photo = new Uint8Array(randomBytes(6_000));
    await serverOf(service).trigger(photos, 'taken', photo);
    await serverOf(service).triggerBatch([{ channel: photos, event: 'taken', data: photo }]);
    for (let nth = 0; nth < 2; nth += 1) {
      const { value } = await events.next();
      expect(value).toEqual({ name: 'taken', channel: 'photos', data: photo, receivedAt: expect.any(Date) });
    }
  });

  it('goes before that of the client', async () => {
    const service = await startService();
    const words = defineChannel('words', { events: { said: z.string() }, codec: textCodec });
    const { realtime } = connectTo(service, { codec: base64Codec });
    const received: unknown[] = [];
    const own = realtime.subscribe(words);
    own.on('said', ({ data }) => received.push(data));
    realtime.subscribe('words').on('said', ({ data }) => received.push(data));
    await own.subscribed();
    await serverOf(service).trigger(words, 'said', '1234');
    await until(() => received.length === 2);
    expect(received).toEqual(['1234', new Uint8Array([0xd7, 0x6d, 0xf8])]);
  });

  it('is refused without its pipeline', () => {
    const codec = { name: 'mine', encode: String, decode: String } as never;
    expect(() => defineChannel('words', { events: {}, codec })).toThrow(/defineCodec/);
    expect(() => createRealtimeServerClient({ codec })).toThrow(/defineCodec/);
  });
});

describe('events above the size limit', () => {
  it.each(['orders', 'private-encrypted-orders'])('arrive whole and in order on %s', async (name) => {
    const service = await startService();
    const codec = chunkedCodec();
    const server = serverOf(service, { codec });
    const { realtime, errors } = connectTo(service, {
      codec,
      authorize: (request) => server.authorizeChannel(request),
    });
    const received: unknown[] = [];
    const channel = realtime.subscribe(name);
    channel.on('priced', ({ data }) => received.push(data));
    await channel.subscribed();
    await server.trigger(name, 'priced', large);
    await server.trigger(name, 'priced', { small: true });
    await until(() => received.length === 2);
    expect(received).toEqual([large, { small: true }]);
    expect(errors()).toEqual([]);
    expect(service.stats.requests).toBeGreaterThan(10);
  });

  it('are fewer when they are compressed', async () => {
    const service = await startService();
    const codec = chunkedCodec(gzipCodec());
    const { realtime } = connectTo(service, { codec });
    const events = realtime.subscribe('orders').events('priced');
    await realtime.subscribe('orders').subscribed();
    const { requests } = service.stats;
    await serverOf(service, { codec }).trigger('orders', 'priced', large);
    expect((await events.next()).value.data).toEqual(large);
    expect(service.stats.requests - requests).toBeLessThan(8);
  });

  it.each<[string, (server: ReturnType<typeof serverOf>) => Promise<unknown>]>([
    ['a batch', (server) => server.triggerBatch([{ channel: 'a', event: 'e', data: large }])],
    ['a cache channel', (server) => server.trigger('private-cache-a', 'e', large)],
    [
      'more than 100 channels',
      (server) =>
        server.trigger(
          Array.from({ length: 101 }, (_, at) => `a${at}`),
          'e',
          large,
          { split: true },
        ),
    ],
  ])('are refused in %s, before anything is sent', async (_, call) => {
    const service = await startService();
    await expect(call(serverOf(service, { codec: chunkedCodec() }))).rejects.toMatchObject({
      code: 'invalid-input',
      outcome: 'not-sent',
    });
    expect(service.stats.requests).toBe(0);
  });

  it('are one error when the server fails in between, and arrive with the next trigger', async () => {
    const service = await startService();
    const codec = chunkedCodec();
    const time = heldTime();
    const { realtime, errors } = connectTo(service, { codec, runtime: time });
    const received: unknown[] = [];
    const orders = realtime.subscribe('orders');
    orders.on('priced', ({ data }) => received.push(data));
    await orders.subscribed();
    let nth = 0;
    const beforeRequest = () => {
      nth += 1;
      if (nth === 3) service.faults.failRequests(400);
      return {};
    };
    const server = serverOf(service, { codec, hooks: { beforeRequest } });
    await expect(server.trigger('orders', 'priced', large)).rejects.toMatchObject({
      status: 400,
      outcome: 'sent',
    });
    service.publish({ channel: 'orders', event: 'priced', data: '{"id":1}' });
    await until(() => received.length === 1);
    await time.advance(30_000);
    expect([errors(), received]).toEqual([['codec'], [{ id: 1 }]]);
    await server.trigger('orders', 'priced', large);
    await until(() => received.length === 2);
    expect(received[1]).toEqual(large);
  });

  it('W8: that are lost with the connection are in the gap, from their first', async () => {
    const service = await startService();
    const runtime = heldTime();
    const { realtime, told } = connectTo(service, { codec: chunkedCodec(), runtime });
    const orders = realtime.subscribe('orders');
    const complete = orders.events('priced');
    await orders.subscribed();
    const startMs = runtime.now();
    const steps = ['chunk1 a 0/2 [', 'chunk1 b 0/2 [', '1'];
    for (const data of steps) {
      await runtime.advance(1_000);
      service.publish({ channel: 'orders', event: 'priced', data });
    }
    await complete.next();
    service.faults.dropAll();
    await until(() => realtime.state === 'reconnecting');
    await runtime.advance(2_000);
    await until(() => told.some(({ type }) => type === 'gap'));
    expect(told.find(({ type }) => type === 'gap')).toMatchObject({ from: new Date(startMs + 1_000) });
  });

  it('are one error when the connection is lost in between', async () => {
    const service = await startService();
    const codec = chunkedCodec();
    const { realtime, told } = connectTo(service, { codec, reconnect: { baseMs: 1 } });
    const received: unknown[] = [];
    const orders = realtime.subscribe('orders');
    orders.on('priced', ({ data }) => received.push(data));
    await orders.subscribed();
    const limit = { maxBytes: 10_240, isJsonString: false, createId: () => 'lost' };
    const [first = '', ...rest] = (await codec.toTexts(large, limit)) as readonly string[];
    service.publish({ channel: 'orders', event: 'priced', data: first });
    service.publish({ channel: 'orders', event: 'priced', data: '{"id":1}' });
    await until(() => received.length === 1);
    const { socketId } = realtime;
    service.faults.closeAll(4200);
    await until(() => realtime.socketId !== undefined && realtime.socketId !== socketId);
    await orders.subscribed();
    for (const data of [...rest, '{"id":2}']) service.publish({ channel: 'orders', event: 'priced', data });
    await until(() => received.length === 2);
    const errors = told.flatMap((event) => (event.type === 'error' ? [event.error] : []));
    expect(errors.filter((error) => CodecError.isInstance(error)).map(({ message }) => message)).toEqual([
      expect.stringContaining(`1 of ${rest.length + 1} chunks arrived`),
    ]);
  });
});

describe('client events', () => {
  const pair = async (codec = chunkedCodec(gzipCodec(textCodec, { minLength: 100 }))) => {
    const service = await startService();
    const [ann, bob, eve] = [
      connectTo(service, { codec, maxQueuedClientEvents: 100 }),
      connectTo(service, { codec }),
      connectTo(service),
    ];
    const channels = [ann, bob, eve].map(({ realtime }) => realtime.subscribe('private-chat' as string));
    const received = { bob: [] as unknown[], eve: [] as unknown[] };
    channels[1]?.on('client-said', ({ data }) => received.bob.push(data));
    channels[2]?.on('client-said', ({ data }) => received.eve.push(data));
    await Promise.all(channels.map((channel) => channel.subscribed()));
    const say = (data: unknown) => channels[0]?.trigger('client-said', data);
    return { ann, received, say };
  };

  it('pass through the codec, in order, also in chunks', async () => {
    const { ann, received, say } = await pair();
    const secret = randomBytes(9_000).toString('hex'); // hardly compressible: two chunks of base64
    say('short');
    say(secret);
    say('last');
    await until(() => received.bob.length === 3);
    expect(received.bob).toEqual(['short', secret, 'last']);
    expect(ann.errors()).toEqual([]);
  });

  it('are text for a client without the codec', async () => {
    const { received, say } = await pair();
    say('short');
    say('x'.repeat(200));
    await until(() => received.eve.length === 2);
    expect(received.eve).toEqual(['short', expect.stringMatching(/^H4sI/)]);
  });

  it('of a wrong type throw, and report if the codec is asynchronous', async () => {
    const { ann, say } = await pair();
    expect(() => say(1)).toThrow(expect.objectContaining({ code: 'invalid-input' }));
    const channel = ann.realtime.subscribe('orders' as string);
    const refusal = expect.objectContaining({ code: 'unsupported' });
    expect(() => channel.trigger('client-said', 'short')).toThrow(refusal);
    channel.trigger('client-said', 'x'.repeat(200));
    await until(() => ann.errors().length === 1);
    expect(ann.errors()).toEqual(['unsupported']);
  });
});
