// Backends write ids of 64 bits as integers of JSON, which a number rounds to the id of another user.
// Servers and clients disagree on numeric ids: dimiro1/ipe, issue 55. The values are ours.
import { createHmac } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { bigintJsonCodec } from '../src/codecs/index.ts';
import { createRealtimeClient } from '../src/index.ts';
import { decodeFrame } from '../src/protocol/frame.ts';
import { createRealtimeServerClient } from '../src/server/index.ts';
import { Multiplexer } from '../src/shared-socket/multiplexer.ts';
import { until } from './realtime-fixtures.ts';
import { frame, startScriptedServer } from './scripted-server.ts';
import { app, startScripted } from './server-fixtures.ts';

/** Two neighbours, which one number would be. */
const pairs = [
  ['9007199254740992', '9007199254740993'],
  ['-9223372036854775808', '-9223372036854775807'],
  ['18446744073709551614', '18446744073709551615'],
  ['123456789012345678901234567890', '123456789012345678901234567891'],
  ['1', '2'],
] as const;

const numbers = pairs.map(([one, other]) => ({ one, other, form: 'a number', json: (id: string) => id }));
const texts = pairs.map(([one, other]) => ({ one, other, form: 'text', json: (id: string) => `"${id}"` }));
const cases = [...numbers, ...texts];

/** A frame whose data is JSON text, or a value inside the frame. */
const bothForms = [
  (event: string, data: string, channel: string) => JSON.stringify({ event, channel, data }),
  (event: string, data: string, channel: string) =>
    `{"event":"${event}","channel":"${channel}","data":${data}}`,
];

describe.each(cases)('ids $one and $other, each $form', ({ one, other, json }) => {
  const infoOf = (id: string) => `{"name":"${id}","id":7}`;

  it.each(bothForms)('are two members, one of them this client, and the sender (form %#)', async (write) => {
    const room = 'presence-room';
    const service = await startScriptedServer(({ event }, say) => {
      if (event !== 'pusher:subscribe') return;
      const hash = `{"${one}":${infoOf(one)},"${other}":${infoOf(other)}}`;
      const presence = `{"count":2,"ids":[${json(one)}, ${json(other)}],"hash":${hash}}`;
      say(write('pusher_internal:subscription_succeeded', `{"presence":${presence}}`, room));
    });
    const realtime = createRealtimeClient({
      ...service.address,
      authorize: async () => ({
        auth: `k:${'0'.repeat(64)}`,
        channel_data: `{"user_id":${json(other)},"user_info":${infoOf(other)}}`,
      }),
    });
    onTestFinished(() => realtime.close());
    const channel = realtime.subscribe(room);
    const changes: string[] = [];
    const senders: (string | undefined)[] = [];
    channel.onMember('left', ({ id }) => changes.push(`-${id}`));
    channel.onMember('joined', ({ id }) => changes.push(`+${id}`));
    channel.on('client-typing', ({ userId }) => senders.push(userId));
    await channel.subscribed();
    expect([...channel.members]).toEqual([
      [one, { id: one, info: { name: one, id: 7 } }],
      [other, { id: other, info: { name: other, id: 7 } }],
    ]);
    expect(channel.me).toEqual({ id: other, info: { name: other, id: 7 } });
    for (const id of [one, other])
      service.say(`{"event":"client-typing","channel":"${room}","data":{"id":12345},"user_id":${json(id)}}`);
    service.say(write('pusher_internal:member_removed', `{"user_id":${json(one)}}`, room));
    service.say(
      write('pusher_internal:member_added', `{"user_id":${json(one)},"user_info":${infoOf(one)}}`, room),
    );
    await until(() => changes.length === 2);
    expect({ senders, changes }).toEqual({ senders: [one, other], changes: [`-${one}`, `+${one}`] });
  });

  it('are two users of a channel for the server', async () => {
    const { service, server } = await startScripted();
    const text = `{"users":[{"id":${json(one)}},{"id":${json(other)}}]}`;
    service.respond({ answer: { body: text } });
    expect(await server.channels.users('presence-room')).toEqual([one, other]);
  });

  it('are two users in webhooks, beside data that stays as it is', async () => {
    const data = `{"id":${one},"user_id":${one}}`;
    const events = [one, other].flatMap((id) => [
      `{"name":"member_added","channel":"presence-room","user_id":${json(id)}}`,
      `{"name":"client_event","channel":"presence-room","event":"client-x",` +
        `"data":${data},"user_id":${json(id)}}`,
    ]);
    const body = `{"time_ms":${Date.now()},"events":[${events.join()}]}`;
    const signature = createHmac('sha256', app.secret).update(body).digest('hex');
    const headers = { 'x-pusher-key': app.key, 'x-pusher-signature': signature };
    const server = createRealtimeServerClient({ ...app, host: 'api.example.com' });
    onTestFinished(() => server.close());
    const webhook = await server.webhooks.parse(
      new Request('https://app.example/hook', { method: 'POST', headers, body }),
    );
    const users = webhook.events.map((event) => 'userId' in event && event.userId);
    expect(users).toEqual([one, one, other, other]);
    expect(webhook.events[1]).toMatchObject({ data: { id: Number(one), user_id: Number(one) } });
  });

  it('are two members and two watched users for tabs that share a connection', () => {
    const multiplexer = new Multiplexer(() => {});
    multiplexer.fromService(
      frame('pusher:connection_established', { socket_id: '1.2', activity_timeout: 120 }),
    );
    const open = () => {
      const heard: string[] = [];
      const port = { deliver: (text: string) => heard.push(text) };
      multiplexer.attach(port);
      const say = (event: string, data: unknown) =>
        multiplexer.fromPort(port, JSON.stringify({ event, data }));
      return { heard, say };
    };
    const first = open();
    const join = { channel: 'presence-room', auth: '', channel_data: `{"user_id":${json(one)}}` };
    first.say('pusher:subscribe', join);
    const presence = `{"presence":{"ids":[${json(one)},${json(other)}],"hash":{}}}`;
    multiplexer.fromService(
      JSON.stringify({
        event: 'pusher_internal:subscription_succeeded',
        channel: 'presence-room',
        data: presence,
      }),
    );
    const second = open();
    second.say('pusher:subscribe', join);
    const success = second.heard.map((text) => JSON.parse(text)).find(({ channel }) => channel);
    expect(JSON.parse(success.data).presence.ids).toEqual([one, other]);
    first.say('client-x', {});
  });
});

describe('data of events', () => {
  it('is read as JSON.parse reads it: ids in it are the application’s own', async () => {
    const service = await startScriptedServer();
    const realtime = createRealtimeClient({ ...service.address });
    onTestFinished(() => realtime.close());
    const seen: unknown[] = [];
    const channel = realtime.subscribe('orders');
    channel.on('paid', ({ data }) => seen.push(data));
    await channel.subscribed();
    const data = '{"user_id":9007199254740993,"ids":[9007199254740993]}';
    service.say(JSON.stringify({ event: 'paid', channel: 'orders', data }));
    await until(() => seen.length === 1);
    expect(seen).toEqual([JSON.parse(data)]);
  });

  it.each(['pusher_internal:x', 'pusher_internal:subscription_succeeded'])(
    'nested deeper than the stack is a frame of %s, with ids as numbers hold them',
    (event) => {
      const data = `${'['.repeat(50_000)}9007199254740993${']'.repeat(50_000)}`;
      for (const text of [`{"event":"${event}","data":${data}}`, JSON.stringify({ event, data })])
        expect(decodeFrame(text)).toMatchObject({ ok: true, frame: { event } });
    },
  );

  it('is read by bigintJsonCodec where the platform has no crypto', () => {
    vi.stubGlobal('crypto', undefined);
    onTestFinished(() => void vi.unstubAllGlobals());
    const text = bigintJsonCodec.encode({ id: 2n ** 60n }) as string;
    expect([text, bigintJsonCodec.decode(text)]).toEqual(['{"id":1152921504606846976}', { id: 2n ** 60n }]);
  });

  it('has its large integers as BigInt with bigintJsonCodec, in both directions', () => {
    const text = '{"id":9007199254740993,"small":7,"t":"9007199254740993","e":1e30,"f":12345678901234567.5}';
    expect(bigintJsonCodec.decode(text)).toEqual({
      id: 9007199254740993n,
      small: 7,
      t: '9007199254740993',
      e: 1e30,
      f: Number('12345678901234567.5'),
    });
    const integer = fc.oneof(fc.bigInt({ min: 10n ** 15n }), fc.bigInt({ max: -(10n ** 15n) }));
    const value = fc.letrec((tie) => ({
      tree: fc.oneof(
        { depthSize: 'small' },
        integer,
        fc.string({ unit: 'binary' }),
        fc.integer({ min: -(10 ** 9), max: 10 ** 9 }),
        fc.array(tie('tree')),
        fc.dictionary(fc.string(), tie('tree'), { noNullPrototype: true }),
      ),
    })).tree;
    fc.assert(
      fc.property(value, (data) => {
        const again = bigintJsonCodec.decode(bigintJsonCodec.encode(data) as string);
        expect(again).toEqual(data);
      }),
    );
  });

  it.each(['', '{', '<!doctype html>', '"', '"1234567890123456', '{"a":"\\'])(
    'is refused by bigintJsonCodec where it is not JSON: %j',
    (text) => expect(() => bigintJsonCodec.decode(text)).toThrow(SyntaxError),
  );
});
