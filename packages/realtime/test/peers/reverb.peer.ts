import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { obtain } from '../../../routing/test/peers/support/obtain.ts';
import type { PeerServer } from '../../../routing/test/peers/support/process.ts';
import { until } from '../realtime-fixtures.ts';
import { installReverb, startReverb } from './support/reverb.ts';
import { openClient, serverFor, signAsLaravel } from './support/reverb-clients.ts';

const directory = await obtain('Laravel Reverb', installReverb);

describe.skipIf(directory === undefined)('our client and our server SDK with Laravel Reverb 1.10.2', () => {
  let reverb: PeerServer;
  beforeAll(async () => {
    reverb = await startReverb(directory ?? '');
  });
  afterAll(() => reverb?.close());

  it('connects, subscribes and receives the events that the server triggers', async () => {
    const { realtime, server } = openClient(reverb);
    const orders = realtime.subscribe('orders');
    const paid = orders.events('paid');
    await orders.subscribed();
    expect(realtime.socketId).toMatch(/^\d+\.\d+$/);
    await server.trigger('orders', 'paid', { id: 7, list: [] });
    expect((await paid.next()).value).toMatchObject({ data: { id: 7, list: [] }, raw: '{"id":7,"list":[]}' });
  });

  it('triggers to many channels, in a batch, and without one connection', async () => {
    const { realtime, server } = openClient(reverb);
    const names = ['batch-a', 'batch-b'];
    const channels = names.map((name) => realtime.subscribe(name));
    await Promise.all(channels.map((channel) => channel.subscribed()));
    const seen: string[] = [];
    for (const channel of channels)
      channel.onAny(({ name, data }) => seen.push(`${channel.name} ${name} ${data}`));
    await server.trigger(names, 'both', 1);
    await server.trigger('batch-a', 'not-here', 1, { exceptSocketId: realtime.socketId ?? '' });
    await server.triggerBatch(names.map((channel) => ({ channel, event: 'each', data: 2 })));
    await until(() => seen.length === 4);
    expect(seen.sort()).toEqual(['batch-a both 1', 'batch-a each 2', 'batch-b both 1', 'batch-b each 2']);
  });

  it("authorizes private channels; a refused token is that channel's, and the connection stays", async () => {
    await openClient(reverb).realtime.subscribe('private-orders').subscribed();
    const forged = openClient(reverb, 7, { authorize: async () => ({ auth: `peer-key:${'0'.repeat(64)}` }) });
    await expect(forged.realtime.subscribe('private-orders').subscribed()).rejects.toMatchObject({
      code: 'subscription-refused',
    });
    expect(forged.realtime.state).toBe('connected');
  });

  it('keeps the list of members of a presence channel', async () => {
    const ann = openClient(reverb, 7).realtime.subscribe('presence-room');
    await ann.subscribed();
    const changes: string[] = [];
    ann.onMember('joined', ({ id }) => changes.push(`+${id}`));
    ann.onMember('left', ({ id }) => changes.push(`-${id}`));
    const bob = openClient(reverb, 8);
    const room = bob.realtime.subscribe('presence-room');
    await room.subscribed();
    expect([...room.members.keys()].sort()).toEqual(['7', '8']);
    expect(room.members.get('7')?.info).toEqual({ name: 'user 7' });
    expect([...(await bob.server.channels.users('presence-room'))].sort()).toEqual(['7', '8']);
    room.unsubscribe();
    await until(() => changes.length === 2);
    expect(changes).toEqual(['+8', '-8']);
  });

  it('members whose ids are numbers, 0 and 1 too, and whose info is an empty list', async () => {
    const join = async (userId: number) => {
      const { realtime } = openClient(reverb, userId, {
        authorize: signAsLaravel({ user_id: userId, user_info: [] }),
      });
      const room = realtime.subscribe('presence-numbers');
      await room.subscribed();
      return room;
    };
    const rooms = [await join(0), await join(1)];
    await until(() => rooms.every(({ members }) => members.size === 2));
    for (const { members } of rooms) {
      expect([...members.keys()].sort()).toEqual(['0', '1']);
      expect(members.get('1')?.info).toEqual([]);
    }
    expect(rooms.map(({ me }) => me?.id)).toEqual(['0', '1']);
    expect([...(await serverFor(reverb).channels.users('presence-numbers'))].sort()).toEqual(['0', '1']);
  });

  it('one user in two tabs is one member, which leaves with the last of them', async () => {
    const watching = openClient(reverb, 7).realtime.subscribe('presence-tabs');
    await watching.subscribed();
    const changes: string[] = [];
    watching.onMember('joined', ({ id }) => changes.push(`+${id}`));
    watching.onMember('left', ({ id }) => changes.push(`-${id}`));
    const tabs = [openClient(reverb, 8).realtime, openClient(reverb, 8).realtime];
    for (const tab of tabs) await tab.subscribe('presence-tabs').subscribed();
    await until(() => changes.length === 1);
    await tabs[0]?.close();
    expect([...(await serverFor(reverb).channels.users('presence-tabs'))].sort()).toEqual(['7', '8']);
    expect(changes).toEqual(['+8']);
    await tabs[1]?.close();
    await until(() => changes.length === 2);
    expect(changes).toEqual(['+8', '-8']);
  });

  it('passes client events to the others, on presence channels with the sender', async () => {
    const [ann, bob] = [openClient(reverb, 7).realtime, openClient(reverb, 8).realtime];
    for (const name of ['private-chat', 'presence-chat'] as const) {
      const [from, to] = [ann.subscribe(name), bob.subscribe(name)];
      const typing = to.events('client-typing');
      await Promise.all([from.subscribed(), to.subscribed()]);
      from.trigger('client-typing', { on: true });
      const { value } = await typing.next();
      expect(value?.data).toEqual({ on: true });
      expect(value?.userId).toBe(name === 'presence-chat' ? '7' : undefined);
    }
  });

  it('gives later subscribers the last event of a cache channel, or reports that there is none', async () => {
    const { realtime, events, server } = openClient(reverb);
    await realtime.subscribe('cache-empty').subscribed();
    await until(() => events.some(({ type }) => type === 'cache-miss'));
    // Reverb keeps the event with the channel, which exists as long as somebody is subscribed.
    await realtime.subscribe('cache-price').subscribed();
    await server.trigger('cache-price', 'changed', 42);
    const price = openClient(reverb, 8).realtime.subscribe('cache-price').events('changed');
    expect((await price.next()).value?.data).toBe(42);
  });

  it('end-to-end encrypted channels pass through', async () => {
    const { realtime, server } = openClient(reverb);
    const secret = realtime.subscribe('private-encrypted-orders');
    const paid = secret.events('paid');
    await secret.subscribed();
    await server.trigger('private-encrypted-orders', 'paid', { id: 7 });
    expect((await paid.next()).value?.data).toEqual({ id: 7 });
  });

  it('lists channels with what is asked for', async () => {
    const { realtime, server } = openClient(reverb);
    await realtime.subscribe('presence-listed').subscribed();
    const list = await server.channels.list({ prefix: 'presence-listed', info: ['user_count'] });
    expect([...list]).toEqual([['presence-listed', expect.objectContaining({ userCount: 1 })]]);
    expect(await server.channels.get('presence-listed')).toMatchObject({ occupied: true });
    expect(await server.channels.get('nobody-here')).toMatchObject({ occupied: false });
    const info = await server.trigger('presence-listed', 'e', 1, { info: ['user_count'] });
    expect(info.get('presence-listed')).toMatchObject({ userCount: 1 });
  });

  it('members of a channel that nobody has, and of one that is not a presence channel', async () => {
    const { realtime, server } = openClient(reverb);
    expect([...(await server.channels.users('presence-nobody'))]).toEqual([]);
    await realtime.subscribe('orders').subscribed();
    await expect(server.channels.users('orders')).rejects.toThrow();
  });

  it('ends the connections of a user', async () => {
    const { realtime, server } = openClient(reverb, 9);
    await realtime.subscribe('presence-ended').subscribed();
    await server.terminateUserConnections('9');
    await until(() => realtime.state !== 'connected');
  });
});
