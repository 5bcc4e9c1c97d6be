import { connect as connectTcp } from 'node:net';
import { describe, expect, it } from 'vitest';
import type { TestClient } from './realtime-client.ts';
import {
  app,
  authorize,
  connect,
  connectRaw,
  createManualClock,
  hmac,
  withService,
} from './realtime-client.ts';

const target = `/app/${app.key}?protocol=7`;

/** Writes bytes below the WebSocket layer of a client. */
function sendBytes(client: TestClient, bytes: Uint8Array): void {
  Reflect.get(client.socket, '_socket').write(bytes);
}

describe('W2: a hostile client', () => {
  it.each([
    [''],
    ['{'],
    ['null'],
    ['7'],
    ['"text"'],
    ['[]'],
    ['{}'],
    ['{"event":7}'],
    ['{"event":""}'],
    ['{"event":"client-x","channel":7,"data":{}}'],
    ['{"event":"client-x","channel":{"a":1}}'],
    ['[{"event":"pusher:ping"}]'],
    [`${'['.repeat(20_000)}${']'.repeat(20_000)}`],
    ['\u0000'],
    ['{"event":"pusher:ping"}{"event":"pusher:ping"}'],
  ])('that sends %j gets one error and keeps its connection', async (text) => {
    await withService({}, async (service) => {
      const client = await connect(service);
      client.socket.send(text);
      expect(await client.settle()).toEqual([
        { event: 'pusher:error', data: { code: null, message: 'Invalid message format' } },
      ]);
    });
  });

  it.each([
    ['pusher:subscribe', undefined],
    ['pusher:subscribe', null],
    ['pusher:subscribe', []],
    ['pusher:subscribe', 'no json'],
    ['pusher:subscribe', { channel: null }],
    ['pusher:subscribe', { channel: { toString: 1 } }],
    ['pusher:subscribe', { channel: 'private-x', auth: { a: 1 }, channel_data: [] }],
    ['pusher:subscribe', { channel: 'n'.repeat(4_096) }],
    ['pusher:subscribe', { channel: `private-${'n'.repeat(4_096)}`, auth: 'a'.repeat(4_096) }],
    ['pusher:unsubscribe', { channel: ['x'] }],
    ['pusher:unsubscribe', { channel: 'n'.repeat(4_096) }],
    ['pusher:connection_established', {}],
    ['pusher_internal:member_added', { user_id: 'x' }],
    [`client-${'n'.repeat(4_096)}`, {}],
    ['e'.repeat(4_096), {}],
    ['__proto__', {}],
  ])('that sends %s with %j gets an error and joins nothing', async (event, data) => {
    await withService({}, async (service) => {
      const client = await connect(service);
      client.send({ event, data, channel: 'x' });
      const frames = await client.settle();
      expect(frames).toHaveLength(1);
      expect(frames[0]).toMatchObject({ event: 'pusher:error' });
      expect(service.channels()).toEqual([]);
    });
  });

  it('that nests JSON too deeply gets an error, in any part', async () => {
    await withService({}, async (service) => {
      const client = await connect(service);
      const deep = '['.repeat(20_000) + ']'.repeat(20_000);
      await client.subscribe('private-x', authorize(client, 'private-x'));
      client.socket.send(`{"event":"client-x","channel":"private-x","data":${deep}}`);
      expect(await client.next()).toMatchObject({ event: 'pusher:error' });
      const member = `{"user_id":"u","user_info":${deep}}`;
      const answer = await client.subscribe('presence-x', authorize(client, 'presence-x', member));
      expect(answer).toMatchObject({ event: 'pusher:error' });
      expect(service.channels()).toMatchObject([{ name: 'private-x' }]);
      const userData = `{"id":"u","user_info":${deep}}`;
      const auth = `${app.key}:${hmac(`${client.socketId}::user::${userData}`)}`;
      client.send({ event: 'pusher:signin', data: { auth, user_data: userData } });
      // A refused sign-in ends the connection, as any other does.
      expect(await client.next()).toMatchObject({ event: 'pusher:error' });
      expect((await client.closed).code).toBe(4009);
      await expect.poll(() => service.channels()).toEqual([]);
    });
  });

  it('that sends a binary frame is closed with 1003', async () => {
    await withService({}, async (service) => {
      const client = await connect(service);
      client.socket.send(new Uint8Array([1, 2, 3]));
      expect((await client.closed).code).toBe(1003);
    });
  });

  it('that sends a frame over the limit is closed with 1009', async () => {
    await withService({}, async (service) => {
      const client = await connect(service);
      client.socket.send('x'.repeat(64 * 1024 + 1));
      expect((await client.closed).code).toBe(1009);
    });
  });

  it.each([
    ['text that is not UTF-8', [0x81, 0x82, 0, 0, 0, 0, 0xc3, 0x28], 1007],
    ['a reserved opcode', [0x83, 0x80, 0, 0, 0, 0], 1002],
    ['a reserved bit', [0xc1, 0x80, 0, 0, 0, 0], 1002],
    ['an unmasked frame', [0x81, 0x01, 0x41], 1002],
    ['a control frame that is too long', [0x89, 0xfe, 0x00, 0x7e, 0, 0, 0, 0], 1002],
    ['a continuation of nothing', [0x80, 0x80, 0, 0, 0, 0], 1002],
    ['a length of 2^63', [0x81, 0xff, 0x80, 0, 0, 0, 0, 0, 0, 0], 1009],
    ['a close code that does not exist', [0x88, 0x82, 0, 0, 0, 0, 0x03, 0xe7], 1002],
  ])('that sends %s is closed with the code of RFC 6455', async (_, bytes, code) => {
    await withService({}, async (service) => {
      const bystander = await connect(service);
      const client = await connectRaw(service, target);
      await client.next();
      sendBytes(client, Uint8Array.from(bytes));
      expect((await client.closed).code).toBe(code);
      await expect.poll(() => service.stats.connections).toBe(1);
      expect(await bystander.settle()).toEqual([]);
    });
  });

  it('that sends too many frames is closed with 1008', async () => {
    const clock = createManualClock();
    await withService({ clock, limits: { framesPerSecond: 20 } }, async (service) => {
      const client = await connect(service);
      for (let count = 0; count < 21; count += 1) client.send({ event: 'pusher:pong', data: {} });
      expect((await client.closed).code).toBe(1008);
    });
  });

  it('that disconnects at any time affects no other client', async () => {
    await withService({}, async (service) => {
      const bystander = await connect(service);
      for (const text of [
        '',
        'GET',
        'GET /app/x HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\n\r\n',
        '\u0016\u0003\u0001',
      ]) {
        await new Promise<void>((resolve) => {
          const socket = connectTcp(service.port, '127.0.0.1', () => {
            socket.write(text);
            setImmediate(() => socket.resetAndDestroy());
          });
          socket.once('close', () => resolve());
          socket.on('error', () => {});
        });
      }
      expect(await bystander.settle()).toEqual([]);
    });
  });

  it('that does not read is dropped when too much waits for it', async () => {
    await withService({ limits: { bufferedBytes: 64 * 1024 } }, async (service) => {
      const client = await connect(service);
      await client.subscribe('orders');
      client.socket.pause();
      const data = 'x'.repeat(10_000);
      await expect
        .poll(
          () => {
            for (let count = 0; count < 200; count += 1)
              service.publish({ channel: 'orders', event: 'e', data });
            return service.stats.connections;
          },
          { timeout: 15_000 },
        )
        .toBe(0);
      client.socket.resume();
      expect((await client.closed).code).toBe(1006);
    });
  });

  it('is one of 200 at once, and every channel is vacated after them', async () => {
    await withService({}, async (service) => {
      const clients = await Promise.all(Array.from({ length: 200 }, () => connect(service)));
      await Promise.all(clients.map((client, index) => client.subscribe(`channel-${index % 7}`)));
      expect(service.stats).toMatchObject({ connections: 200, channels: 7 });
      for (const client of clients) client.socket.terminate();
      await expect.poll(() => service.stats.connections, { timeout: 10_000 }).toBe(0);
      expect(service.channels()).toEqual([]);
    });
  });
});

describe('what a person sees', () => {
  it('is bounded, ordered and cut', async () => {
    await withService({ limits: { recentEvents: 5 } }, async (service) => {
      for (let count = 0; count < 9; count += 1) {
        service.publish({ channel: 'orders', event: `e${count}`, data: 'x'.repeat(5_000) });
      }
      expect(service.recentEvents.map(({ event }) => event)).toEqual(['e4', 'e5', 'e6', 'e7', 'e8']);
      expect(service.recentEvents[0]?.preview).toHaveLength(2_000);
    });
  });

  it('reaches listeners until they unsubscribe, also when one throws', async () => {
    await withService({}, async (service) => {
      const heard: string[] = [];
      service.subscribe(() => {
        throw new Error('a broken page');
      });
      const leave = service.subscribe(({ kind }) => heard.push(kind));
      const client = await connect(service);
      await client.subscribe('orders');
      leave();
      leave();
      service.publish({ channel: 'orders', event: 'e', data: '1' });
      expect(heard).toEqual(['connected', 'subscribed']);
      expect(await client.next()).toMatchObject({ event: 'e' });
    });
  });
});
