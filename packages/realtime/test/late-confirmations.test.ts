import { describe, expect, it, onTestFinished } from 'vitest';
import { createRealtimeClient, type OpenSocket, type RealtimeEvent } from '../src/index.ts';
import { shareOn } from '../src/shared-socket/shared-socket.ts';
import { heldTime, until } from './realtime-fixtures.ts';
import { frame, startScriptedServer } from './scripted-server.ts';
import { createTabPlatform } from './tab-platform.ts';

const confirm = (...ids: readonly string[]): string =>
  frame('pusher_internal:subscription_succeeded', { presence: { ids, hash: {} } }, 'presence-room');
const paid = (id: number): string => frame('paid', { id }, 'presence-room');

/** A client whose first subscription had no response in time. The second one is at the service. */
async function waitAgain(socket?: OpenSocket) {
  const server = await startScriptedServer(() => {});
  const runtime = heldTime();
  const told: RealtimeEvent[] = [];
  const realtime = createRealtimeClient({
    ...server.address,
    runtime,
    authorize: async () => ({ auth: 'k:ab', channelData: '{"user_id":"me"}' }),
    onEvent: (event) => told.push(event),
    ...(socket && { socket }),
  });
  onTestFinished(() => realtime.close());
  const subscribes = () => server.events().filter((event) => event === 'pusher:subscribe').length;
  await realtime.connect();
  const room = realtime.subscribe('presence-room');
  await until(() => subscribes() === 1);
  await runtime.advance(10_000);
  const leftAt = new Date(runtime.now());
  await until(() => room.error !== undefined);
  await runtime.advance(1_000);
  await until(() => subscribes() === 2);
  // The code that reads errors, and late responses, is loaded.
  server.say(frame('pusher:error', { code: null, message: 'another' }));
  await until(() => told.some(({ type }) => type === 'error'));
  return { server, runtime, realtime, room, told, leftAt };
}

describe('W8: two confirmations after a subscription timed out', () => {
  it.each<[string, OpenSocket | undefined]>([
    ['on a connection of its own', undefined],
    ['on the connection of several tabs', shareOn(() => createTabPlatform().platform, '')],
  ])(
    '%s: between them the client had left, so there is a gap, and the members may differ',
    async (...given) => {
      const { server, runtime, realtime, room, told, leftAt } = await waitAgain(given[1]);
      const gaps = () => told.flatMap((event) => (event.type === 'gap' ? [event] : []));
      const ids: unknown[] = [];
      room.on('paid', ({ data }) => ids.push(data));
      const changes: unknown[] = [];
      room.onMember('synced', ({ joined, left }) => changes.push([joined.length, left.length]));
      server.say(confirm('me', 'ann'));
      server.say(paid(1));
      await until(() => ids.length === 1);
      expect([room.state, gaps(), changes]).toEqual(['subscribed', [], [[2, 0]]]);

      await runtime.advance(500);
      server.say(confirm('me', 'bob', 'cas'));
      server.say(confirm('me', 'bob', 'cas')); // repeated by mistake
      server.say(paid(2));
      await until(() => ids.length === 2);
      expect(gaps()).toEqual([
        {
          type: 'gap',
          channel: 'presence-room',
          from: leftAt,
          to: new Date(runtime.now()),
          recovered: 'none',
        },
      ]);
      expect([...room.members.keys()]).toEqual(['me', 'bob', 'cas']);
      expect([room.me?.id, changes]).toEqual([
        'me',
        [
          [2, 0],
          [2, 1],
        ],
      ]);
      expect([realtime.state, ids]).toEqual(['connected', [{ id: 1 }, { id: 2 }]]);
    },
  );

  it('on the next connection nothing is late', async () => {
    const { server, runtime, room, told } = await waitAgain();
    server.drop();
    await until(() => room.state === 'waiting');
    await runtime.advance(2_000);
    await until(() => room.state === 'subscribing');
    server.say(confirm('me'));
    server.say(confirm('me'));
    server.say(paid(1));
    await room.subscribed();
    expect(told.filter(({ type }) => type === 'gap')).toEqual([]);
  });
});
