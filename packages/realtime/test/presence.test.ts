import { createRuntime } from '@org/core';
import { describe, expect, it } from 'vitest';
import type { RealtimeService } from '../../sandbox/src/realtime/realtime-service.ts';
import type { Member, RosterChange } from '../src/index.ts';
import { connectTo, heldTime, signFor, startService, until } from './realtime-fixtures.ts';
import { frame, startScriptedServer } from './scripted-server.ts';

async function enter(service: RealtimeService, id: string, info?: unknown, runtime = createRuntime()) {
  const client = connectTo(service, { authorize: signFor(service, { id, info }), runtime });
  const room = client.realtime.subscribe('presence-room');
  const changes: string[] = [];
  const synced: RosterChange[] = [];
  room.onMember('joined', (member) => changes.push(`+${member.id}`));
  room.onMember('left', (member) => changes.push(`-${member.id}`));
  room.onMember('synced', (difference) => synced.push(difference));
  await room.subscribed();
  return { ...client, room, changes, synced };
}

const idsOf = (members: readonly Member[] | ReadonlyMap<string, Member>) =>
  [...members.values()].map(({ id }) => id).sort();

describe('presence', () => {
  it('lists the members, with our own', async () => {
    const service = await startService();
    const ann = await enter(service, 'ann', { name: 'Ann' });
    expect(ann.room.me).toEqual({ id: 'ann', info: { name: 'Ann' } });
    const bob = await enter(service, 'bob', { name: 'Bob' });
    expect(idsOf(bob.room.members)).toEqual(['ann', 'bob']);
    expect(bob.room.members.get('ann')?.info).toEqual({ name: 'Ann' });
    expect(bob.changes).toEqual([]); // who enters is told the roster, not their own coming
    await until(() => ann.changes.length === 1);
    expect(idsOf(ann.room.members)).toEqual(['ann', 'bob']);
  });

  it('reports joins and leaves, once per user', async () => {
    const service = await startService();
    const ann = await enter(service, 'ann');
    const bob = await enter(service, 'bob');
    const bobAgain = await enter(service, 'bob');
    await until(() => ann.changes.length === 1);
    bob.room.unsubscribe();
    bobAgain.room.unsubscribe();
    await until(() => ann.changes.length === 2);
    expect(ann.changes).toEqual(['+bob', '-bob']);
    expect(idsOf(ann.room.members)).toEqual(['ann']);
  });

  it('members is a snapshot', async () => {
    const service = await startService();
    const ann = await enter(service, 'ann');
    const before = ann.room.members;
    await enter(service, 'bob');
    await until(() => ann.room.members.size === 2);
    expect(before.size).toBe(1);
  });

  it('is empty while not subscribed, and reports the difference after a reconnect', async () => {
    const service = await startService();
    const runtime = heldTime();
    const ann = await enter(service, 'ann', undefined, runtime);
    const bob = await enter(service, 'bob');
    await until(() => ann.room.members.size === 2);
    expect(ann.synced.map(({ joined, left }) => [idsOf(joined), idsOf(left)])).toEqual([[['ann'], []]]);
    service.faults.dropAll();
    await until(() => ann.realtime.state === 'reconnecting');
    expect([ann.room.members.size, ann.room.me]).toEqual([0, undefined]);
    await bob.realtime.close(); // Bob is gone, and Cid comes, while Ann is away
    const cid = await enter(service, 'cid');
    await until(() => idsOf(cid.room.members).join() === 'cid');
    await runtime.advance(2_000);
    await until(() => ann.synced.length === 2);
    expect([idsOf(ann.synced[1]?.joined ?? []), idsOf(ann.synced[1]?.left ?? [])]).toEqual([
      ['cid'],
      ['bob'],
    ]);
    expect(idsOf(ann.room.members)).toEqual(['ann', 'cid']);
    expect(ann.changes).toEqual(['+bob']); // the rest is told as one difference
  });

  it('a second handle of the same channel sees the same people', async () => {
    const service = await startService();
    const ann = await enter(service, 'ann');
    const again = ann.realtime.subscribe('presence-room');
    expect(again.me?.id).toBe('ann');
    again.unsubscribe();
    expect([again.me, again.members.size]).toEqual([undefined, 0]);
    expect(ann.room.me?.id).toBe('ann');
  });
});

describe('presence: §11 of the protocol, as services differ', () => {
  const roster = (ids: readonly unknown[], hash: unknown) => ({ presence: { ids, hash, count: ids.length } });

  async function scripted(...rosters: readonly unknown[]) {
    let subscriptions = 0;
    const server = await startScriptedServer(({ event, channel }, say) => {
      if (event !== 'pusher:subscribe') return;
      say(frame('pusher_internal:subscription_succeeded', rosters[subscriptions], channel));
      subscriptions += 1;
    });
    const { realtime, told } = connectTo({ ...server.address, app: { key: 'k', secret: 's' } } as never, {
      reconnect: { baseMs: 1 },
      authorize: async () => ({ auth: 'k:aa', channelData: '{"user_id":7}' }),
    });
    const room = realtime.subscribe('presence-room');
    const changes: string[] = [];
    const synced: RosterChange[] = [];
    for (const change of ['joined', 'left', 'updated'] as const)
      room.onMember(change, ({ id, info }) => changes.push(`${change} ${id} ${JSON.stringify(info)}`));
    room.onMember('synced', (difference) => synced.push(difference));
    await room.subscribed();
    const say = (event: string, data: unknown) => server.say(frame(event, data, 'presence-room'));
    return { server, told, room, changes, synced, say };
  }

  it('numeric ids are text, and a member without an info, or with null, has none', async () => {
    const { room } = await scripted(roster([7, '8', 9], { 7: { name: 'Ann' }, 8: null }));
    expect([...room.members]).toEqual([
      ['7', { id: '7', info: { name: 'Ann' } }],
      ['8', { id: '8', info: undefined }],
      ['9', { id: '9', info: undefined }],
    ]);
    expect(room.me).toEqual({ id: '7', info: { name: 'Ann' } });
  });

  it.each<[string, unknown]>([
    ['no data', undefined],
    ['no presence', {}],
    ['no ids and no hash', { presence: {} }],
    ['ids that are none', { presence: { ids: [null, {}, ''], hash: [] } }],
    ['an empty list, as of Reverb', roster([], {})],
  ])('%s: an empty list', async (_name, data) => {
    const { room } = await scripted(data);
    expect([room.members.size, room.me, room.state]).toEqual([0, undefined, 'subscribed']);
  });

  it('a known member is not counted twice, an unknown one does not leave', async () => {
    const { room, changes, say } = await scripted(roster(['7'], { 7: { n: 1 } }));
    say('pusher_internal:member_added', { user_id: 7, user_info: { n: 1 } });
    say('pusher_internal:member_removed', { user_id: 'nobody' });
    say('pusher_internal:member_added', { no: 'member' });
    say('pusher_internal:member_added', { user_id: 8 });
    await until(() => changes.length > 0);
    expect(changes).toEqual(['joined 8 undefined']);
    expect(room.members.size).toBe(2);
  });

  it('another info of a known member is an update', async () => {
    const { room, changes, say } = await scripted(roster(['7'], { 7: { n: 1 } }));
    say('pusher_internal:member_added', { user_id: '7', user_info: { n: 2 } });
    await until(() => changes.length === 1);
    expect(changes).toEqual(['updated 7 {"n":2}']);
    expect(room.me?.info).toEqual({ n: 2 });
  });

  it('after a reconnect, synced names who joined, who left, and whose info differs', async () => {
    const { server, room, synced, changes } = await scripted(
      roster(['7', '8', '9'], { 7: { n: 1 }, 8: { n: 1 }, 9: { n: 1 } }),
      roster(['7', '9', '10'], { 7: { n: 1 }, 9: { n: 2 }, 10: {} }),
    );
    server.drop();
    await until(() => synced.length === 2);
    expect(synced[1]).toEqual({
      joined: [{ id: '10', info: {} }],
      left: [{ id: '8', info: { n: 1 } }],
      updated: [{ id: '9', info: { n: 2 } }],
    });
    expect(changes).toEqual([]);
    expect([...room.members.keys()]).toEqual(['7', '9', '10']);
  });

  it.each([
    ['of the list', 10_001],
    ['who joins', 10_000],
  ])('W9: reports once that a member %s is one too many', async (_who, listed) => {
    const ids = Array.from({ length: listed }, (_, id) => id);
    const { room, server, told, changes, synced, say } = await scripted(roster(ids, {}), roster(ids, {}));
    const overflows = () =>
      told.filter((event) => event.type === 'error' && event.error.code === 'roster-overflow');
    expect(overflows()).toHaveLength(listed - 10_000);
    for (const id of ['x', 'y']) say('pusher_internal:member_added', { user_id: id });
    say('pusher_internal:member_removed', { user_id: '0' });
    say('pusher_internal:member_added', { user_id: 'z' });
    await until(() => changes.length > 1);
    expect(changes).toEqual(['left 0 undefined', 'joined z undefined']);
    expect([room.members.size, room.members.has('y')]).toEqual([10_000, false]);
    server.drop();
    await until(() => synced.length === 2);
    expect(overflows()).toEqual([
      {
        type: 'error',
        error: expect.objectContaining({ message: expect.stringMatching(/^presence-room has/) }),
      },
    ]);
  });

  it('a presence-cache channel has its list before the cached event', async () => {
    const service = await startService();
    const writer = connectTo(service).realtime.subscribe('presence-cache-room');
    await writer.subscribed();
    service.publish({ channel: 'presence-cache-room', event: 'topic', data: '"cached"' });
    const { realtime } = connectTo(service, { authorize: signFor(service, { id: 'late' }) });
    const late = realtime.subscribe('presence-cache-room');
    const seen: unknown[] = [];
    late.on('topic', ({ data }) => seen.push([data, late.me?.id, late.members.size]));
    await until(() => seen.length === 1);
    expect(seen).toEqual([['cached', 'late', 2]]);
  });
});
