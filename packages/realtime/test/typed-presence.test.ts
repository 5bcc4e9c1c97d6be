import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { defineChannel, type RealtimeEvent } from '../src/index.ts';
import { defineChannel as describeChannel } from '../src/server/index.ts';
import { connectTo, signFor, startService, until } from './realtime-fixtures.ts';
import { frame, startScriptedServer } from './scripted-server.ts';

const Info = z.pipe(
  z.object({ name: z.string() }),
  z.transform(({ name }) => ({ name, initial: name.charAt(0) })),
);
const room = defineChannel('presence-room', { events: {}, info: Info });
const errorsOf = (told: readonly RealtimeEvent[]) =>
  told.flatMap((event) => (event.type === 'error' ? [event.error.message] : []));

async function startRoom() {
  const service = await startService();
  const enter = (id: string, info?: object) =>
    connectTo(service, { authorize: signFor(service, { id, info }) });
  return { service, enter };
}

/** Who is on a screen that applies each change. */
function follow(channel: ReturnType<ReturnType<typeof connectTo>['realtime']['subscribe']>) {
  const screen = new Map<string, unknown>();
  const set = ({ id, info }: { readonly id: string; readonly info: unknown }) => screen.set(id, info);
  channel.onMember('joined', set);
  channel.onMember('updated', set);
  channel.onMember('left', ({ id }) => screen.delete(id));
  channel.onMember('synced', ({ joined, left, updated }) => {
    for (const member of [...joined, ...updated]) set(member);
    for (const { id } of left) screen.delete(id);
  });
  return screen;
}

describe('members of a definition with info', () => {
  it('have the output of the schema', async () => {
    const { enter } = await startRoom();
    const channel = enter('ann', { name: 'Ann' }).realtime.subscribe(room);
    await channel.subscribed();
    const ann = { id: 'ann', info: { name: 'Ann', initial: 'A' } };
    expect([channel.me, [...channel.members.values()]]).toEqual([ann, [ann]]);
    const joined = new Promise((resolve) => void channel.onMember('joined', resolve));
    await enter('bob', { name: 'Bob' }).realtime.subscribe('presence-room').subscribed();
    expect(await joined).toEqual({ id: 'bob', info: { name: 'Bob', initial: 'B' } });
    expect(channel.members).toBe(channel.members); // the same snapshot while nobody changes
  });

  it('that do not match are not listed, and each is reported once', async () => {
    const { enter } = await startRoom();
    const { realtime, told } = enter('ann', { name: 'Ann' });
    const channel = realtime.subscribe(room);
    const untyped = realtime.subscribe('presence-room');
    const [screen, all] = [follow(channel as never), follow(untyped as never)];
    await channel.subscribed();
    const wrong = enter('bob', { name: 7 });
    await wrong.realtime.subscribe('presence-room').subscribed();
    await until(() => all.has('bob'));
    expect([[...channel.members.keys()], [...screen.keys()]]).toEqual([['ann'], ['ann']]);
    expect([...untyped.members.keys()].sort()).toEqual(['ann', 'bob']);
    expect(errorsOf(told)).toEqual([
      expect.stringMatching(/^Member "bob" of presence-room is not listed: its info does not match \(name: /),
    ]);
    await wrong.realtime.close();
    await until(() => !all.has('bob'));
    expect(errorsOf(told)).toHaveLength(1);
    // The own member too.
    const other = enter('cy').realtime;
    const typed = other.subscribe(room);
    await typed.subscribed();
    expect([typed.me, [...typed.members.keys()]]).toEqual([undefined, ['ann']]);
  });

  it('whose info begins to match join, and whose info ceases to match leave', async () => {
    let hash: object = { bob: { name: 7 }, cy: { name: 'Cy' }, dan: { name: 'Dan' } };
    const server = await startScriptedServer(({ event, channel }, say) => {
      const presence = { ids: Object.keys(hash), hash };
      if (event === 'pusher:subscribe')
        say(frame('pusher_internal:subscription_succeeded', { presence }, channel));
    });
    const { realtime } = connectTo({ ...server.address, app: { key: 'k', secret: 's' } } as never, {
      reconnect: { baseMs: 1 },
      authorize: async () => ({ auth: 'k:aa', channelData: '{"user_id":"cy"}' }),
    });
    const channel = realtime.subscribe(room);
    const screen = follow(channel as never);
    const changes: string[] = [];
    for (const change of ['joined', 'updated', 'left'] as const)
      channel.onMember(change, ({ id }) => changes.push(`${id} ${change}`));
    const synced: unknown[] = [];
    channel.onMember('synced', ({ joined, left, updated }) =>
      synced.push([joined, left, updated].map((list) => list.map(({ id }) => id))),
    );
    await channel.subscribed();
    const say = (event: string, name: unknown) =>
      server.say(frame(`pusher_internal:${event}`, { user_id: 'bob', user_info: { name } }, 'presence-room'));
    for (const name of ['Bob', 'Bert', false, 'Bob', 8]) say('member_added', name);
    say('member_removed', 8); // was not listed
    await until(() => changes.length === 5);
    expect(changes).toEqual(['bob joined', 'bob updated', 'bob left', 'bob joined', 'bob left']);
    hash = { bob: { name: 'Bob' }, cy: { name: 1 }, dan: { name: 'Daniel' } };
    server.drop();
    await until(() => synced.length === 2);
    expect(synced).toEqual([
      [['cy', 'dan'], [], []],
      [['bob'], ['cy'], ['dan']],
    ]);
    expect([...screen.keys()].sort()).toEqual([...channel.members.keys()].sort());
    expect(channel.me).toBeUndefined();
  });

  it('are right after a reconnect, also for a subscriber that comes late', async () => {
    const { enter, service } = await startRoom();
    const { realtime } = enter('ann', { name: 'Ann' });
    await realtime.subscribe('presence-room').subscribed();
    const late = realtime.subscribe(room);
    expect(late.me?.info.initial).toBe('A');
    const left = new Promise((resolve) => void late.onMember('left', resolve));
    const bob = enter('bob', { name: 'Bob' });
    await bob.realtime.subscribe('presence-room').subscribed();
    await until(() => late.members.size === 2);
    await bob.realtime.close();
    expect(await left).toMatchObject({ id: 'bob', info: { initial: 'B' } });
    const synced = new Promise((resolve) => void late.onMember('synced', resolve));
    service.faults.dropAll();
    await until(() => late.members.size === 0);
    expect(await synced).toEqual({ joined: [], left: [], updated: [] });
    expect([...late.members.keys()]).toEqual(['ann']);
  });

  it('an asynchronous schema matches nobody, and says why', async () => {
    const { enter } = await startRoom();
    const info = z.unknown().check(z.refine(async () => true));
    const { realtime, told } = enter('ann', { name: 'Ann' });
    const channel = realtime.subscribe(defineChannel('presence-room', { events: {}, info }));
    await channel.subscribed();
    expect(channel.members.size).toBe(0);
    expect(errorsOf(told)).toEqual([expect.stringContaining('asynchronous')]);
  });

  it.each([defineChannel, describeChannel])('need a presence channel and a Standard Schema', (define) => {
    expect(() => define('private-a', { events: {}, info: Info })).toThrow('not a presence channel');
    expect(() => define('presence-a', { events: {}, info: {} as never })).toThrow(
      'info is not a Standard Schema',
    );
    expect(define('presence-a', { events: {}, info: Info }).info).toBe(Info);
  });
});
