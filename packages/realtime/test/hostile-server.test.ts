import { describe, expect, it, onTestFinished } from 'vitest';
import { createRealtimeClient, type RealtimeEvent } from '../src/index.ts';
import { until } from './realtime-fixtures.ts';
import { frame, startScriptedServer } from './scripted-server.ts';

async function startServer() {
  const server = await startScriptedServer();
  const told: RealtimeEvent[] = [];
  const realtime = createRealtimeClient({
    ...server.address,
    onEvent: (event) => told.push(event),
    authorize: async () => ({ auth: 'k:ab', channelData: '{"user_id":"me"}' }),
    maxMessageBytes: 100_000,
    reconnect: { baseMs: 1 },
  });
  onTestFinished(() => realtime.close());
  const room = realtime.subscribe('presence-room');
  await room.subscribed();
  return { realtime, room, told, ...server };
}

const violations: readonly (string | Buffer)[] = [
  '',
  '{',
  '[]',
  'null',
  '5',
  '"x"',
  '{}',
  '{"event":5}',
  '{"event":""}',
  '{"event":"e","channel":5}',
  Buffer.from([0, 1, 2]),
  Buffer.from('{"event":"e"}'),
  '['.repeat(50_000),
  `{"event":"e","channel":"presence-room","data":${'['.repeat(40_000)}${']'.repeat(40_000)}}`,
  frame('pusher:connection_established', { socket_id: '9.9:presence-x' }),
  frame('pusher:connection_established', { socket_id: '7.7' }),
  frame('pusher:error'),
  frame('pusher:error', null),
  frame('pusher:error', 'text'),
  frame('pusher:error', []),
  frame('pusher:error', { code: 4009, message: 'go away' }),
  frame('pusher:error', { code: 4001 }),
  frame('pusher:error', { code: 'x', message: {} }),
  frame('pusher:unknown', {}),
  frame('pusher_internal:unknown', {}, 'presence-room'),
  frame('pusher_internal:subscription_succeeded', {}, 'private-never-asked'),
  frame('pusher_internal:subscription_succeeded', { presence: { ids: ['evil'] } }, 'presence-room'),
  frame('pusher_internal:subscription_succeeded'),
  frame('pusher:subscription_error', { status: 401 }, 'presence-room'),
  frame('pusher:subscription_error', null, 'nowhere'),
  frame('pusher:subscription_error'),
  frame('pusher_internal:member_added', null, 'presence-room'),
  frame('pusher_internal:member_added', {}, 'presence-room'),
  frame('pusher_internal:member_added', { user_id: {} }, 'presence-room'),
  frame('pusher_internal:member_added', { user_id: 'me' }, 'presence-room'),
  frame('pusher_internal:member_added', { user_id: 'x' }, 'presence-other'),
  frame('pusher_internal:member_removed', null, 'presence-room'),
  frame('pusher_internal:member_removed', { user_id: 'nobody' }, 'presence-room'),
  frame('pusher_internal:member_removed', { user_id: '__proto__' }, 'presence-room'),
  frame('pusher_internal:subscription_count', { subscription_count: 'x' }, 'presence-room'),
  frame('pusher_internal:subscription_count', null, 'presence-room'),
  frame('pusher_internal:subscription_count', { subscription_count: -1 }, 'presence-room'),
  frame('pusher:cache_miss', null, 'nowhere'),
  frame('paid', {}, 'nowhere'),
  frame('paid', {}),
  frame('__proto__', {}, '__proto__'),
  frame('constructor', {}, 'constructor'),
  '{"event":"paid","channel":"presence-room","data":{"__proto__":{"polluted":true}}}',
  '{"event":"pusher:pong","data":5}',
  '{"event":"pusher:ping"}',
  '{"event":"pusher:ping","data":[[[]]]}',
];

describe('W2: a server that breaks the protocol', () => {
  it(`in ${violations.length} ways changes nothing: connection, channel and members stay`, async () => {
    const { realtime, room, told, received, say } = await startServer();
    const { socketId } = realtime;
    for (const text of violations) say(text);
    const next = room.events('last').next();
    say(frame('last', 1, 'presence-room'));
    expect((await next).value?.data).toBe(1);
    expect([realtime.state, realtime.socketId, room.state]).toEqual(['connected', socketId, 'subscribed']);
    expect([...room.members.keys()]).toEqual(['me']);
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
    const errors = () => new Set(told.flatMap((event) => (event.type === 'error' ? [event.error.code] : [])));
    await until(() => errors().size > 1); // the code for errors of the service loads with the first one
    expect(errors()).toEqual(new Set(['protocol', 'service-reported']));
    await until(() => received.length >= 3);
    // One subscribe, and an answer to each ping: nothing else was made to be said.
    expect(received.map((text) => JSON.parse(text).event)).toEqual([
      'pusher:subscribe',
      'pusher:pong',
      'pusher:pong',
    ]);
  });

  it('members that join or leave twice are reported once', async () => {
    const { room, say } = await startServer();
    const seen: string[] = [];
    room.onMember('joined', ({ id }) => seen.push(`joined ${id}`));
    room.onMember('left', ({ id }) => seen.push(`left ${id}`));
    for (const change of ['added', 'added', 'removed', 'removed'])
      say(frame(`pusher_internal:member_${change}`, { user_id: 'u2' }, 'presence-room'));
    const next = room.events('last').next();
    say(frame('last', 1, 'presence-room'));
    await next;
    expect(seen).toEqual(['joined u2', 'left u2']);
  });

  it('P6: a member whose info is nested without end does not stop the client', async () => {
    const { room, say } = await startServer();
    const deep = `${'['.repeat(40_000)}${']'.repeat(40_000)}`;
    const added = `"pusher_internal:member_added","channel":"presence-room","data":{"user_id":"u2"`;
    for (let n = 0; n < 2; n += 1) say(`{"event":${added},"user_info":${deep}}}`);
    const next = room.events('last').next();
    say(frame('last', 1, 'presence-room'));
    await next;
    expect([...room.members.keys()]).toEqual(['me', 'u2']);
  });

  it('P6: a message that is too large ends the connection, not the client', async () => {
    const { realtime, told, say } = await startServer();
    say(frame('paid', 'x'.repeat(200_000), 'presence-room'));
    await until(() => told.some(({ type }) => type === 'gap'));
    expect(told.find((event) => event.type === 'state' && event.state === 'reconnecting')).toMatchObject({
      error: { code: 'connection-lost', message: expect.stringContaining('raise maxMessageBytes') },
    });
    expect(realtime.state).toBe('connected');
  });

  it('P6: a roster without end stays bounded', async () => {
    const { room, say } = await startServer();
    for (let n = 0; n < 10_500; n += 1)
      say(frame('pusher_internal:member_added', { user_id: `u${n}` }, 'presence-room'));
    const next = room.events('last').next();
    say(frame('last', 1, 'presence-room'));
    await next;
    expect(room.members.size).toBe(10_000);
  });

  it('P6: reports are bounded in length', async () => {
    const { told, say } = await startServer();
    say(frame('pusher:error', { code: null, message: 'x'.repeat(90_000) }));
    await until(() => told.some(({ type }) => type === 'error'));
    const reported = told.find((event) => event.type === 'error');
    expect(reported?.type === 'error' && reported.error.message.length).toBeLessThan(1_000);
  });
});
