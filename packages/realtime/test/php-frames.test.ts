// Frames as PHP writes them (json_encode): an empty object is `[]`, a slash is escaped, an id is an integer,
// other letters are `\u` escapes, and the data of an error is text.
// Source: laravel/reverb 1.10, Protocols/Pusher/EventHandler.php; PHP manual, json_encode.
import { describe, expect, it, onTestFinished } from 'vitest';
import { createRealtimeClient } from '../src/index.ts';
import { until } from './realtime-fixtures.ts';
import { startScriptedServer } from './scripted-server.ts';

const written = (event: string, data: string, channel: string) =>
  `{"event":"${event}","data":"${data}","channel":"${channel}"}`;

async function connect(answers: Readonly<Record<string, string>>, info = '[]') {
  const service = await startScriptedServer(({ event, channel }, say) => {
    const answer = answers[event];
    if (answer !== undefined) say(answer.replaceAll('CHANNEL', channel));
  });
  const realtime = createRealtimeClient({
    ...service.address,
    authorize: async () => ({
      auth: `k:${'0'.repeat(64)}`,
      channel_data: `{"user_id":7,"user_info":${info}}`,
    }),
  });
  onTestFinished(() => realtime.close());
  const errors: string[] = [];
  realtime.on('error', ({ error }) => errors.push(error.message));
  return { service, realtime, errors };
}

const succeeded = 'pusher_internal:subscription_succeeded';

describe('frames of a server in PHP', () => {
  it.each(['{}', '[]', ''])('a channel that is public is subscribed with the data %j', async (data) => {
    const { realtime, errors } = await connect({ 'pusher:subscribe': written(succeeded, data, 'CHANNEL') });
    await realtime.subscribe('orders').subscribed();
    expect(errors).toEqual([]);
  });

  it.each([
    ['nobody', '{\\"presence\\":{\\"count\\":0,\\"ids\\":[],\\"hash\\":[]}}', []],
    [
      'two members with integer ids, one without info',
      '{\\"presence\\":{\\"ids\\":[7,8],\\"hash\\":{\\"7\\":[],\\"8\\":{\\"name\\":\\"Zo\\u00eb\\"}}}}',
      [
        { id: '7', info: [] },
        { id: '8', info: { name: 'Zoë' } },
      ],
    ],
    // A list with the keys 0 and 1 is a list in PHP.
    [
      'the members 0 and 1',
      '{\\"presence\\":{\\"ids\\":[0,1],\\"hash\\":[{\\"name\\":\\"a\\"},{\\"name\\":\\"b\\"}]}}',
      [
        { id: '0', info: { name: 'a' } },
        { id: '1', info: { name: 'b' } },
      ],
    ],
  ])('a room has %s', async (_what, data, members) => {
    const { realtime, errors } = await connect({ 'pusher:subscribe': written(succeeded, data, 'CHANNEL') });
    const room = realtime.subscribe('presence-room');
    await room.subscribed();
    expect([...room.members.values()]).toEqual(members);
    expect(errors).toEqual([]);
  });

  it('events have backslashes in names, escaped slashes in data, and empty objects as lists', async () => {
    const { service, realtime, errors } = await connect({
      'pusher:subscribe': written(succeeded, '{}', 'CHANNEL'),
    });
    const orders = realtime.subscribe('orders');
    const seen: unknown[] = [];
    orders.on('App\\Events\\OrderShipped', ({ data }) => seen.push(data));
    await orders.subscribed();
    const data = '{\\"url\\":\\"https:\\\\/\\\\/acme.dev\\\\/1\\",\\"labels\\":[]}';
    service.say(written('App\\\\Events\\\\OrderShipped', data, 'orders'));
    service.say(written('App\\\\Events\\\\OrderShipped', '[]', 'orders'));
    await until(() => seen.length === 2);
    expect(seen).toEqual([{ url: 'https://acme.dev/1', labels: [] }, []]);
    expect(errors).toEqual([]);
  });

  it('an error is text, and a pong has no data', async () => {
    const { service, realtime, errors } = await connect({
      'pusher:subscribe': written(succeeded, '[]', 'CHANNEL'),
    });
    await realtime.subscribe('orders').subscribed();
    service.say('{"event":"pusher:pong"}');
    service.say('{"event":"pusher:error","data":"{\\"code\\":4301,\\"message\\":\\"Rate limit\\"}"}');
    await until(() => errors.length === 1);
    expect(errors[0]).toContain('Rate limit');
    expect(realtime.state).toBe('connected');
  });
});
