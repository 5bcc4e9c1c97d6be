import { describe, expect, it } from 'vitest';
import { startRealtimeService } from '../src/realtime/realtime-service.ts';
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

  it('stop answering: open connections and new ones hear nothing, until it ends', async () => {
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

  it('stop answering: a half-open server closes no silent client', async () => {
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
      faults.stopAnswering();
      faults.clear();
      const client = await connect(service);
      expect(await client.subscribe('orders')).toMatchObject({ channel: 'orders' });
      expect((await call(service, 'GET', '/channels')).status).toBe(200);
    });
  });
});
