import { createRuntime } from '@org/core';
import { describe, expect, it } from 'vitest';
import type { RealtimeService } from '../../sandbox/src/realtime/realtime-service.ts';
import type { Member, RosterChange } from '../src/index.ts';
import { connectTo, heldTime, signFor, startService, until } from './realtime-fixtures.ts';

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
