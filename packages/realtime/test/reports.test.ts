// Public reports about clients of this kind, tried with ours: `reports.md` says which.
import { describe, expect, it, onTestFinished } from 'vitest';
import { startRealtimeService } from '../../sandbox/src/realtime/realtime-service.ts';
import { createRealtimeClient } from '../src/index.ts';
import { Pusher } from '../src/pusher-compat/index.ts';
import { connectTo, signFor, startService, until } from './realtime-fixtures.ts';

const reconnect = { baseMs: 10, capMs: 50 };

describe('reports of others', () => {
  it('pusher-js 4 and 380: a member of many rooms joins and leaves each', async () => {
    const service = await startService();
    const ann = connectTo(service, { authorize: signFor(service, { id: 'ann' }) }).realtime;
    const bob = connectTo(service, { authorize: signFor(service, { id: 'bob' }) }).realtime;
    const names = ['presence-a', 'presence-b', 'presence-c'] as const;
    const rooms = names.map((name) => ann.subscribe(name));
    const changes: string[] = [];
    for (const room of rooms) {
      room.onMember('joined', ({ id }) => changes.push(`${room.name} +${id}`));
      room.onMember('left', ({ id }) => changes.push(`${room.name} -${id}`));
    }
    await Promise.all(rooms.map((room) => room.subscribed()));
    await Promise.all(names.map((name) => bob.subscribe(name).subscribed()));
    await until(() => changes.length === names.length);
    for (const { members } of rooms) expect([...members.keys()].sort()).toEqual(['ann', 'bob']);
    await bob.close();
    await until(() => changes.length === 2 * names.length);
    expect(changes.sort()).toEqual(names.flatMap((name) => [`${name} +bob`, `${name} -bob`]));
  });

  it('centrifuge-js 83: a channel that was left before a reconnect is subscribed again', async () => {
    const service = await startService();
    const { realtime } = connectTo(service, { reconnect });
    const first = realtime.subscribe('orders');
    await first.subscribed();
    first.unsubscribe();
    const before = realtime.socketId;
    service.faults.dropAll();
    await until(() => realtime.state === 'connected' && realtime.socketId !== before);
    const again = realtime.subscribe('orders');
    const paid = again.events('paid');
    await again.subscribed();
    service.publish({ channel: 'orders', event: 'paid', data: '7' });
    expect((await paid.next()).value?.data).toBe(7);
  });

  it('pusher-js 206 and 553: after each of three outages the client is back', async () => {
    const first = await startRealtimeService();
    const { host, port, app } = first;
    let service = first;
    onTestFinished(() => service.close());
    const realtime = createRealtimeClient({ key: app.key, host, port, reconnect });
    onTestFinished(() => realtime.close());
    const orders = realtime.subscribe('orders');
    await orders.subscribed();
    for (let away = 1; away <= 3; away += 1) {
      await service.close();
      await until(() => realtime.state === 'reconnecting');
      await new Promise((resolve) => setTimeout(resolve, 100));
      service = await startRealtimeService({ port, app });
      await until(() => realtime.state === 'connected');
      await orders.subscribed();
    }
    const paid = orders.events('paid');
    service.publish({ channel: 'orders', event: 'paid', data: '7' });
    expect((await paid.next()).value?.data).toBe(7);
  });

  it('socket.io-client 482: a client that begins before its service connects when it is there', async () => {
    const probe = await startRealtimeService();
    const { host, port, app } = probe;
    await probe.close();
    const realtime = createRealtimeClient({ key: app.key, host, port, reconnect });
    onTestFinished(() => realtime.close());
    const orders = realtime.subscribe('orders');
    await until(() => realtime.state === 'reconnecting');
    const service = await startRealtimeService({ port, app });
    onTestFinished(() => service.close());
    await orders.subscribed();
  });

  it('socket.io-client 1205: a client event of a listener of the state arrives', async () => {
    const service = await startService();
    const sign = signFor(service);
    const bob = connectTo(service, { reconnect }).realtime;
    const to = bob.subscribe('private-chat');
    const seen: unknown[] = [];
    to.on('client-here', ({ data }) => seen.push(data));
    let earlier: string | undefined;
    // The sender is never back before the receiver.
    const authorize: typeof sign = async (request) => {
      await until(() => to.state === 'subscribed' && bob.socketId !== earlier);
      return sign(request);
    };
    const ann = connectTo(service, { authorize, reconnect }).realtime;
    const chat = ann.subscribe('private-chat');
    ann.on('channel', ({ state }) => {
      if (state === 'subscribed') chat.trigger('client-here', ann.socketId);
    });
    await until(() => seen.length === 1);
    earlier = bob.socketId;
    service.faults.closeAll(4200);
    await until(() => seen.length === 2);
    expect(seen[1]).not.toBe(seen[0]);
  });

  it('socket.io-client 852: the Pusher class connects after disconnect() in a reconnect', async () => {
    const service = await startService();
    const { host: wsHost, port: wsPort, app } = service;
    const pusher = new Pusher(app.key, { wsHost, wsPort, forceTLS: false });
    onTestFinished(() => pusher.disconnect());
    await until(() => pusher.connection.state === 'connected');
    service.faults.dropAll();
    await until(() => pusher.connection.state !== 'connected');
    pusher.disconnect();
    pusher.connect();
    await until(() => pusher.connection.state === 'connected');
  });
});
