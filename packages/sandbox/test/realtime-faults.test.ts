import { describe, expect, it } from 'vitest';
import { createFaultList } from '../src/faults/fault-list.ts';
import { createFaultState } from '../src/realtime/faults/fault-state.ts';
import { startRealtimeService } from '../src/realtime/realtime-service.ts';
import { createFrameLine } from '../src/realtime/socket/frame-line.ts';
import { app, call, connect, connectRaw, createManualClock, withService } from './realtime-client.ts';

const target = `/app/${app.key}?protocol=7`;

describe('faults on demand', () => {
  it('close all connections with a code', async () => {
    await withService({}, async (service) => {
      const clients = await Promise.all([connect(service), connect(service)]);
      service.faults.closeAll(4100, 'Over capacity');
      for (const client of clients)
        expect(await client.closed).toEqual({ code: 4100, reason: 'Over capacity' });
      await connect(service);
    });
  });

  it('drop all connections without a closing frame', async () => {
    await withService({}, async (service) => {
      const client = await connect(service);
      service.faults.dropAll();
      expect((await client.closed).code).toBe(1006);
    });
  });

  it('stop answering: open connections and new ones receive nothing, until it ends', async () => {
    await withService({}, async (service) => {
      const client = await connect(service);
      await client.subscribe('orders');
      service.faults.stopAnswering();
      service.publish({ channel: 'orders', event: 'lost', data: '1' });
      client.send({ event: 'pusher:subscribe', data: { channel: 'late' } });
      const newcomer = await connectRaw(service, target);
      await expect.poll(() => service.stats.connections).toBe(2);
      service.faults.resumeAnswering();
      expect((await client.settle()).map(({ channel }) => channel)).toEqual(['late']);
      await newcomer.settle();
      expect(client.inbox).toEqual([]);
    });
  });

  it('stop answering: a half-open server closes no idle client', async () => {
    const clock = createManualClock();
    await withService({ clock }, async (service) => {
      const client = await connect(service);
      service.faults.stopAnswering();
      clock.advance(3_600_000);
      service.faults.resumeAnswering();
      expect(await client.settle()).toEqual([]);
    });
  });

  it('delay frames and keep their order, also when the delay ends', async () => {
    const clock = createManualClock();
    await withService({ clock }, async (service) => {
      const client = await connect(service);
      await client.subscribe('orders');
      service.faults.delayFrames(1_000);
      service.publish({ channel: 'orders', event: 'first', data: '1' });
      clock.advance(500);
      service.faults.delayFrames(0);
      service.publish({ channel: 'orders', event: 'second', data: '2' });
      expect(service.stats.framesSent).toBe(2);
      clock.advance(500);
      expect(service.stats.framesSent).toBe(4);
      expect([(await client.next()).event, (await client.next()).event]).toEqual(['first', 'second']);
    });
  });

  it('keep the order of delayed frames when their timers are late or fire in another order', async () => {
    let now = 1_000;
    const timers: (() => void)[] = [];
    const after = (_: number, fire: () => void) => {
      timers.push(fire);
      return () => {};
    };
    const clock = { now: () => now, after };
    const list = createFaultList();
    const faults = createFaultState(list);
    const seen: string[] = [];
    const line = createFrameLine(clock, faults, {
      deliver: (text) => seen.push(text),
      isFrozen: () => false,
      end: () => {},
    });
    const send = (text: string) => line.send(text, { from: 'service', event: 'x', channel: undefined });
    list.add({ on: 'sockets', effect: 'slow', delayMs: 30, count: 'always' });
    send('a');
    send('b');
    list.clear();
    now += 31;
    send('c'); // the timers of the first two are late
    timers[1]?.();
    timers[0]?.();
    timers[2]?.();
    expect(seen).toEqual(['a', 'b', 'c']);
  });

  it('drop, double, break or swap the next frame', async () => {
    await withService({}, async (service) => {
      const client = await connect(service);
      await client.subscribe('orders');
      const publish = (event: string) => service.publish({ channel: 'orders', event, data: '1' });
      service.faults.dropNextFrame();
      publish('a');
      service.faults.duplicateNextFrame({ event: 'c' });
      publish('b');
      publish('c');
      service.faults.swapNextFrame();
      publish('d');
      publish('e');
      expect((await client.settle()).map(({ event }) => event)).toEqual(['b', 'c', 'c', 'e', 'd']);
      service.faults.malformNextFrame();
      publish('f');
      const text = await client.nextText();
      expect(text).toContain('"f"');
      expect(() => JSON.parse(text)).toThrow(SyntaxError);
      publish('g');
      expect(await client.next()).toMatchObject({ event: 'g' });
    });
  });

  it('meet as many frames as asked for', async () => {
    await withService({}, async (service) => {
      const client = await connect(service);
      await client.subscribe('orders');
      service.faults.dropNextFrame({ event: 'x', times: 2 });
      for (const data of ['1', '2', '3']) service.publish({ channel: 'orders', event: 'x', data });
      expect((await client.settle()).map(({ data }) => data)).toEqual(['3']);
      expect(() => service.faults.dropNextFrame({ times: 0 })).toThrow(RangeError);
    });
  });

  it('refuse the next subscribe silently, for one channel or any', async () => {
    await withService({}, async (service) => {
      const client = await connect(service);
      service.faults.refuseNextSubscribe({ channel: 'b' });
      expect(await client.subscribe('a')).toMatchObject({ channel: 'a' });
      client.send({ event: 'pusher:subscribe', data: { channel: 'b' } });
      expect(await client.settle()).toEqual([]);
      expect(await client.subscribe('b')).toMatchObject({ channel: 'b' });
      service.faults.refuseNextSubscribe();
      client.send({ event: 'pusher:subscribe', data: { channel: 'c' } });
      expect(await client.settle()).toEqual([]);
    });
  });

  it('refuse the next connections', async () => {
    await withService({}, async (service) => {
      service.faults.refuseConnections(4000, { reason: 'TLS only', times: 2 });
      for (let attempt = 0; attempt < 2; attempt += 1) {
        const client = await connectRaw(service, target);
        expect(await client.closed).toEqual({ code: 4000, reason: 'TLS only' });
      }
      await connect(service);
    });
  });

  it.each([0, 999, 1005, 1006, 1015, 2999, 5000, 4001.5, Number.NaN])(
    'refuse the close code %d at once',
    async (code) => {
      await withService({}, async (service) => {
        expect(() => service.faults.closeAll(code)).toThrow(RangeError);
        expect(() => service.faults.refuseConnections(code)).toThrow(RangeError);
      });
      await expect(startRealtimeService({ terminateCloseCode: code })).rejects.toThrow(RangeError);
    },
  );

  it('fail the next REST calls', async () => {
    await withService({}, async (service) => {
      service.faults.failRequests(503, { headers: { 'retry-after': '7' }, body: 'busy' });
      const answer = await call(service, 'GET', '/channels');
      expect(answer).toMatchObject({ status: 503, text: 'busy' });
      expect(answer.headers.get('retry-after')).toBe('7');
      expect((await call(service, 'GET', '/channels')).status).toBe(200);
      service.faults.failNext({ status: 503 });
      expect(await call(service, 'GET', '/channels')).toMatchObject({ status: 503, text: '' });
    });
  });

  it('refuse the next subscribe with a status, in the form of errorStyle', async () => {
    for (const errorStyle of ['hosted', 'soketi', 'reverb'] as const) {
      await withService({ errorStyle }, async (service) => {
        const client = await connect(service);
        service.faults.refuseNextSubscribe({ channel: 'orders', status: 403, message: 'no: orders' });
        expect(await client.subscribe('orders')).toMatchObject(
          {
            hosted: { event: 'pusher:error', data: { code: null, message: 'no: orders' } },
            soketi: { event: 'pusher:subscription_error', channel: 'orders', data: { status: 403 } },
            reverb: { event: 'pusher:error', data: expect.stringContaining('4009') },
          }[errorStyle],
        );
        expect(await client.subscribe('orders')).toMatchObject({ channel: 'orders' });
      });
    }
  });

  it('name the refused channel, so that a client finds it', async () => {
    await withService({}, async (service) => {
      const client = await connect(service);
      service.faults.refuseNextSubscribe({ status: 403 });
      const message = 'The subscription to channel orders was refused';
      expect(await client.subscribe('orders')).toMatchObject({ data: { message } });
    });
  });

  it.each([
    { style: 'hosted', frames: 0, code: 4004, reason: 'quota' },
    { style: 'soketi', frames: 1, code: 4004, reason: '' },
  ] as const)('refuse the next connections as $style does', async ({ style, frames, code, reason }) => {
    await withService({ errorStyle: style }, async (service) => {
      service.faults.refuseConnections(4004, { reason: 'quota' });
      const client = await connectRaw(service, target);
      expect(await client.closed).toEqual({ code, reason });
      expect(client.inbox.length).toBe(frames);
    });
  });

  it('refuse the next connections as reverb does: with text, and without a code or an end', async () => {
    await withService({ errorStyle: 'reverb' }, async (service) => {
      service.faults.refuseConnections(4001);
      const unknown = await connectRaw(service, target);
      expect(JSON.parse(String((await unknown.next()).data))).toMatchObject({ code: 4001 });
      expect((await unknown.closed).code).toBe(1005);
      service.faults.refuseConnections(4009);
      const unauthorized = await connectRaw(service, target);
      expect(JSON.parse(String((await unauthorized.next()).data))).toMatchObject({ code: 4009 });
      expect(unauthorized.socket.readyState).toBe(unauthorized.socket.OPEN);
    });
  });

  it('refuse the upgrade of the next connections, or reset them', async () => {
    await withService({}, async (service) => {
      service.faults.refuseConnections({ status: 503 });
      await expect(connectRaw(service, target)).rejects.toThrow('503');
      service.faults.refuseConnections('reset');
      await expect(connectRaw(service, target)).rejects.toThrow(/hang up|ECONNRESET/);
      await connect(service);
    });
  });

  it('meet the nth frame of an event and a channel', async () => {
    await withService({}, async (service) => {
      const client = await connect(service);
      await client.subscribe('a');
      await client.subscribe('b');
      service.faults.onFrame({ event: 'x', channel: 'a', nth: 2, times: 2 }, 'drop');
      for (const data of ['1', '2', '3', '4'])
        for (const channel of ['a', 'b']) service.publish({ channel, event: 'x', data });
      const seen = (await client.settle()).map(({ channel, data }) => `${channel}${data}`);
      expect(seen).toEqual(['a1', 'b1', 'b2', 'b3', 'a4', 'b4']);
      expect(() => service.faults.onFrame({ nth: 0 }, 'drop')).toThrow(RangeError);
      expect(() => service.faults.onFrame({}, { close: 1006 })).toThrow(RangeError);
    });
  });

  it('replace a frame, and delay one with all that follow it', async () => {
    const clock = createManualClock();
    await withService({ clock }, async (service) => {
      const client = await connect(service);
      await client.subscribe('a');
      service.faults.onFrame({ event: 'x' }, { replace: '{"event":"y"}' });
      service.faults.onFrame({ event: 'late' }, { delayMs: 50 });
      for (const event of ['x', 'late', 'z']) service.publish({ channel: 'a', event, data: '1' });
      clock.advance(50);
      expect((await client.settle()).map(({ event }) => event)).toEqual(['y', 'late', 'z']);
    });
  });

  it('meet frames of clients', async () => {
    await withService({}, async (service) => {
      const client = await connect(service);
      service.faults.onFrame({ from: 'client', event: 'pusher:subscribe', channel: 'lost' }, 'drop');
      service.faults.onFrame({ from: 'client', event: 'pusher:subscribe', channel: 'twice' }, 'duplicate');
      client.send({ event: 'pusher:subscribe', data: { channel: 'lost' } });
      client.send({ event: 'pusher:subscribe', data: { channel: 'twice' } });
      expect(await client.settle()).toMatchObject([
        { channel: 'twice' },
        { event: 'pusher:error', data: { message: 'Existing subscription to channel twice' } },
      ]);
    });
  });

  it('close, cut or silence the connection of a frame', async () => {
    await withService({}, async (service) => {
      const [closed, cut, silent] = [await connect(service), await connect(service), await connect(service)];
      service.faults.onFrame({ from: 'client', event: 'pusher:ping', nth: 1 }, { close: 4100 });
      closed.send({ event: 'pusher:ping' });
      expect((await closed.closed).code).toBe(4100);
      service.faults.onFrame({ from: 'client', event: 'pusher:ping' }, 'cut');
      cut.send({ event: 'pusher:ping' });
      expect((await cut.closed).code).toBe(1006);
      service.faults.onFrame({ event: 'pusher:pong' }, 'stop-answering');
      silent.send({ event: 'pusher:ping' });
      await expect.poll(() => service.stats.framesReceived).toBe(3);
      silent.send({ event: 'pusher:subscribe', data: { channel: 'orders' } });
      service.faults.resumeAnswering();
      expect((await silent.settle()).map(({ channel }) => channel)).toEqual(['orders']);
    });
  });

  it('end connections some time after their handshake', async () => {
    const clock = createManualClock();
    await withService({ clock }, async (service) => {
      service.faults.afterConnect(1_000, { close: 4200 });
      service.faults.afterConnect(2_000, 'cut');
      const [first, second, third] = [await connect(service), await connect(service), await connect(service)];
      clock.advance(2_000);
      expect([(await first.closed).code, (await second.closed).code]).toEqual([4200, 1006]);
      expect(await third.settle()).toEqual([]);
    });
  });

  it('read nothing, and go on sending: a slow reader', async () => {
    const clock = createManualClock();
    await withService({ clock }, async (service) => {
      const client = await connect(service);
      await client.subscribe('orders');
      service.faults.stopReading();
      client.send({ event: 'pusher:subscribe', data: { channel: 'late' } });
      service.publish({ channel: 'orders', event: 'x', data: '1' });
      expect((await client.next()).event).toBe('x');
      clock.advance(3_600_000);
      service.faults.resumeReading();
      expect((await client.settle()).map(({ event }) => event)).toContain(
        'pusher_internal:subscription_succeeded',
      );
    });
  });

  it('carry out a REST call and lose its response', async () => {
    await withService({}, async (service) => {
      const client = await connect(service);
      await client.subscribe('orders');
      service.faults.failNext({ where: 'after', drop: true, match: { method: 'POST' } });
      const event = { name: 'paid', channel: 'orders', data: '1' };
      await expect(call(service, 'POST', '/events', event)).rejects.toThrow('fetch failed');
      expect((await client.next()).event).toBe('paid');
    });
  });

  it('are all ended by clear', async () => {
    await withService({}, async (service) => {
      const { faults } = service;
      faults.dropNextFrame();
      faults.refuseNextSubscribe();
      faults.refuseConnections(4001);
      faults.failRequests(500);
      faults.delayFrames(3_600_000);
      faults.onFrame({}, 'cut');
      faults.afterConnect(1, 'cut');
      faults.stopAnswering();
      faults.stopReading();
      faults.clear();
      const client = await connect(service);
      expect(await client.subscribe('orders')).toMatchObject({ channel: 'orders' });
      expect((await call(service, 'GET', '/channels')).status).toBe(200);
    });
  });
});
