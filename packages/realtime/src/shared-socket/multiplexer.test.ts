import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Multiplexer } from './multiplexer.ts';

const greeting = frame('pusher:connection_established', '{"socket_id":"1.2","activity_timeout":120}');

function frame(event: string, data?: unknown, channel?: string): string {
  return JSON.stringify({ event, channel, data });
}

/** A multiplexer after its handshake, and ports that record what they get. */
function createWorld() {
  const sent: string[] = [];
  const multiplexer = new Multiplexer((text) => sent.push(text));
  multiplexer.fromService(greeting);
  const open = () => {
    const heard: string[] = [];
    const port = { deliver: (text: string) => heard.push(text) };
    multiplexer.attach(port);
    heard.length = 0;
    return {
      heard,
      say: (event: string, data: unknown, channel?: string) =>
        multiplexer.fromPort(port, frame(event, data, channel)),
      join: (channel: string, fields = {}) =>
        multiplexer.fromPort(port, frame('pusher:subscribe', { channel, auth: '', ...fields })),
      leave: (channel: string) => multiplexer.fromPort(port, frame('pusher:unsubscribe', { channel })),
      detach: () => multiplexer.detach(port),
      events: () => heard.map((text) => JSON.parse(text).event as string),
    };
  };
  const confirm = (channel: string, data: unknown = '{}') =>
    multiplexer.fromService(frame('pusher_internal:subscription_succeeded', data, channel));
  return { multiplexer, sent, open, confirm };
}

describe('several clients on one connection', () => {
  it('W5: any order of steps keeps one subscription at the service while a client has one', () => {
    const channels = ['a', 'b'];
    const step = fc.record({
      what: fc.constantFrom('join', 'leave', 'confirm', 'refuse', 'publish', 'detach'),
      port: fc.integer({ min: 0, max: 2 }),
      channel: fc.constantFrom(...channels),
    });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 80 }), (steps) => {
        const { multiplexer, sent, open, confirm } = createWorld();
        const ports = [open(), open(), open()];
        const wanted = ports.map(() => new Set<string>());
        const joined = ports.map(() => new Set<string>());
        const atService = new Map<string, 'pending' | 'joined'>();
        for (const { what, port: at, channel } of steps) {
          const port = ports[at] as (typeof ports)[number];
          const [wants, has] = [wanted[at], joined[at]] as [Set<string>, Set<string>];
          for (const each of ports) each.heard.length = 0;
          sent.length = 0;
          if (what === 'join' && !wants.has(channel)) {
            wants.add(channel);
            port.join(channel);
            if (atService.get(channel) === 'joined') has.add(channel);
          } else if (what === 'leave' && wants.has(channel)) {
            for (const set of [wants, has]) set.delete(channel);
            port.leave(channel);
          } else if (what === 'detach') {
            for (const set of [wants, has]) set.clear();
            port.detach();
            ports[at] = open();
          } else if (what === 'confirm' && atService.get(channel) === 'pending') {
            atService.set(channel, 'joined');
            for (const [index, set] of wanted.entries()) if (set.has(channel)) joined[index]?.add(channel);
            confirm(channel);
          } else if (what === 'refuse' && atService.get(channel) === 'pending') {
            atService.delete(channel);
            const told = ports.filter((_, index) => wanted[index]?.delete(channel));
            multiplexer.fromService(frame('pusher:subscription_error', { status: 401 }, channel));
            for (const each of ports)
              expect(each.events()).toEqual(told.includes(each) ? ['pusher:subscription_error'] : []);
          } else if (what === 'publish' && atService.get(channel) === 'joined') {
            multiplexer.fromService(frame('paid', '7', channel));
            for (const [index, each] of ports.entries())
              expect(each.events()).toEqual(joined[index]?.has(channel) ? ['paid'] : []);
          }
          for (const text of sent) {
            const { event, data } = JSON.parse(text);
            expect(atService.has(data.channel)).toBe(event === 'pusher:unsubscribe');
            if (event === 'pusher:subscribe') atService.set(data.channel, 'pending');
            else atService.delete(data.channel);
          }
          for (const each of channels) expect(atService.has(each)).toBe(wanted.some((set) => set.has(each)));
        }
      }),
      { numRuns: 1_000 },
    );
  });

  it('that there was no subscription to end is for the client that left before the response', () => {
    const { multiplexer, open } = createWorld();
    const [timedOut, gone, other] = [open(), open(), open()];
    const complain = (channel: string) => {
      const message = `No current subscription to channel ${channel}, or subscription in progress`;
      multiplexer.fromService(frame('pusher:error', { code: null, message }));
      return [timedOut, gone, other].map(({ heard }) => heard.splice(0).length);
    };
    timedOut.join('a');
    timedOut.leave('a');
    gone.join('b');
    gone.leave('b');
    gone.detach();
    expect([complain('a'), complain('b')]).toEqual([
      [1, 0, 0],
      [0, 0, 0],
    ]);
    expect(complain('a')).toEqual([1, 0, 1]);
  });

  it('a frame of the service that cannot be read goes to all, which report it', () => {
    const { multiplexer, open } = createWorld();
    const ports = [open(), open()];
    for (const text of ['{', '[]', '{"event":5}']) multiplexer.fromService(text);
    for (const { heard } of ports) expect(heard).toEqual(['{', '[]', '{"event":5}']);
  });

  it('a frame of a client that cannot be read, or of one that is gone, is ignored', () => {
    const { multiplexer, sent, open } = createWorld();
    const port = { deliver: () => {} };
    multiplexer.attach(port);
    for (const text of ['{', '[]', '{"event":5}', frame('client-x', 1)]) multiplexer.fromPort(port, text);
    const gone = open();
    gone.detach();
    gone.join('a');
    expect(sent).toEqual([]);
  });

  it('the service’s ping is answered once, and a client’s ping goes to the service', () => {
    const { multiplexer, sent, open } = createWorld();
    const [one, two] = [open(), open()];
    multiplexer.fromService(frame('pusher:ping', '{}'));
    expect(sent).toEqual(['{"event":"pusher:pong","data":{}}']);
    for (const port of [one, two]) port.say('pusher:pong', {});
    expect(sent).toHaveLength(1);
    for (const port of [one, two]) port.say('pusher:ping', {});
    expect(sent).toHaveLength(3);
    expect(one.heard).toEqual([]); // nothing before the service gave a sign of life
    multiplexer.fromService(frame('pusher:pong'));
    expect([one.events(), two.events()]).toEqual([['pusher:pong'], ['pusher:alive']]);
    multiplexer.fromService(frame('pusher:pong'));
    expect([one.events(), two.events()]).toEqual([['pusher:pong'], ['pusher:alive', 'pusher:pong']]);
  });

  it('another frame of the service is a sign of life, and no pong: it may have waited', () => {
    const { multiplexer, open, confirm } = createWorld();
    const [one, two, gone] = [open(), open(), open()];
    one.join('a');
    confirm('a');
    for (const port of [gone, two, two]) port.say('pusher:ping', {});
    gone.detach();
    for (const id of [1, 2]) multiplexer.fromService(frame('paid', id, 'a'));
    expect([two.events(), gone.events()]).toEqual([['pusher:alive'], []]);
    for (let pongs = 0; pongs < 4; pongs += 1) multiplexer.fromService(frame('pusher:pong'));
    expect(two.events()).toEqual(['pusher:alive', 'pusher:pong', 'pusher:pong']);
    expect([one.events().slice(1), gone.events()]).toEqual([['paid', 'paid'], []]);
  });

  it('only a subscriber sends client events', () => {
    const { sent, open, confirm } = createWorld();
    const [one, two] = [open(), open()];
    one.join('private-a', { auth: 'k:s' });
    confirm('private-a');
    sent.length = 0;
    two.say('client-x', 1, 'private-a');
    expect(sent).toEqual([]);
    two.join('private-a', { auth: 'k:s' });
    two.say('client-x', 'text', 'private-a');
    expect(sent).toHaveLength(1);
    expect(JSON.parse(one.heard.at(-1) ?? '')).toEqual({
      event: 'client-x',
      channel: 'private-a',
      data: 'text',
    });
  });

  it('W7: a refusal that may mean several subscriptions ends none of them', () => {
    const { multiplexer, open } = createWorld();
    const [one, two] = [open(), open()];
    one.join('private-a', { auth: 'k:1' });
    two.join('private-b', { auth: 'k:2' });
    multiplexer.fromService(frame('pusher:error', { code: 4009, message: 'no' }));
    const error = { event: 'pusher:error', data: '{"message":"no"}' };
    for (const { heard } of [one, two]) expect(heard.map((text) => JSON.parse(text))).toEqual([error]);
    multiplexer.fromService(frame('pusher:error', { code: null, message: 'Invalid signature: k:2' }));
    expect(one.heard).toHaveLength(1);
    expect(two.heard).toHaveLength(2);
  });

  it('a late subscriber gets the newest count', () => {
    const { multiplexer, open, confirm } = createWorld();
    open().join('a');
    confirm('a');
    for (const count of [1, 2])
      multiplexer.fromService(
        frame('pusher_internal:subscription_count', `{"subscription_count":${count}}`, 'a'),
      );
    const late = open();
    late.join('a');
    expect(late.events()).toEqual([
      'pusher_internal:subscription_succeeded',
      'pusher_internal:subscription_count',
    ]);
    expect(late.heard[1]).toContain(':2}');
  });
});

it('W9: members without end are bounded', () => {
  const { multiplexer, open, confirm } = createWorld();
  const members = (start: number, count: number) => Array.from({ length: count }, (_, n) => `u${start + n}`);
  open().join('presence-a');
  confirm('presence-a', { presence: { ids: members(0, 9_990), hash: {} } });
  for (const user_id of members(9_990, 500))
    multiplexer.fromService(frame('pusher_internal:member_added', { user_id }, 'presence-a'));
  const late = open();
  late.join('presence-a');
  expect(JSON.parse(JSON.parse(late.heard[0] ?? '').data).presence.count).toBe(10_000);
});

describe('the user of a shared connection', () => {
  const signIn = (id: string) => ({ auth: `k:${id}`, user_data: JSON.stringify({ id }) });

  it('is signed in once; later clients get the success and the watchlist', () => {
    const { multiplexer, sent, open } = createWorld();
    const [one, two] = [open(), open()];
    one.say('pusher:signin', signIn('ann'));
    two.say('pusher:signin', signIn('ann'));
    expect(sent).toHaveLength(1);
    multiplexer.fromService(frame('pusher:signin_success', { user_data: '{"id":"ann"}' }));
    for (const [name, ids] of [
      ['online', ['bob', 'cem']],
      ['offline', ['bob']],
    ])
      multiplexer.fromService(
        frame('pusher_internal:watchlist_events', {
          events: [{ name, user_ids: ids }, { name: 'other' }, 5],
        }),
      );
    expect(two.events()).toEqual([
      'pusher:signin_success',
      'pusher_internal:watchlist_events',
      'pusher_internal:watchlist_events',
    ]);
    const late = open();
    late.say('pusher:signin', signIn('ann'));
    expect(sent).toHaveLength(1);
    expect(late.events()[0]).toBe('pusher:signin_success');
    expect(late.heard.slice(1).map((text) => JSON.parse(JSON.parse(text).data).events)).toEqual([
      [{ name: 'online', user_ids: ['cem'] }],
      [{ name: 'offline', user_ids: ['bob'] }],
    ]);
  });

  it('is signed in again by a client that had no response in time', () => {
    const { multiplexer, sent, open } = createWorld();
    const [one, two] = [open(), open()];
    for (const port of [one, two, one]) port.say('pusher:signin', signIn('ann'));
    expect(sent).toHaveLength(2);
    const success = frame('pusher:signin_success', { user_data: '{"id":"ann"}' });
    for (let responses = 0; responses < 2; responses += 1) multiplexer.fromService(success);
    expect([one.events(), two.events()]).toEqual(Array(2).fill(['pusher:signin_success']));
  });

  it('W9: a hostile service names users without end, and things that are none', () => {
    const { multiplexer, open } = createWorld();
    open().say('pusher:signin', signIn('ann'));
    multiplexer.fromService(frame('pusher:signin_success', { user_data: '{"id":"ann"}' }));
    const user_ids = [{ toString: 1 }, true, null, ...Array.from({ length: 10_500 }, (_, n) => `u${n}`)];
    multiplexer.fromService(
      frame('pusher_internal:watchlist_events', { events: [{ name: 'online', user_ids }] }),
    );
    const late = open();
    late.say('pusher:signin', signIn('ann'));
    const { events } = JSON.parse(JSON.parse(late.heard[1] ?? '').data);
    expect(late.heard).toHaveLength(2); // nobody is offline
    expect(events[0].user_ids).toHaveLength(10_000);
    expect(events[0].user_ids[0]).toBe('u0');
  });

  it('is one: a client of another user is refused', () => {
    const { sent, open } = createWorld();
    open().say('pusher:signin', signIn('ann'));
    const other = open();
    other.say('pusher:signin', signIn('bob'));
    expect(sent).toHaveLength(1);
    expect(other.heard).toHaveLength(1);
    expect(other.heard[0]).toMatch(/pusher:error.*4009.*add the user id to the name of sharedSocket/);
  });

  it('after a refusal another attempt goes to the service', () => {
    const { multiplexer, sent, open } = createWorld();
    const [one, two] = [open(), open()];
    one.say('pusher:signin', signIn('ann'));
    multiplexer.fromService(frame('pusher:error', { code: null, message: 'something else' }));
    expect([one.events(), two.events()]).toEqual([['pusher:error'], ['pusher:error']]);
    multiplexer.fromService(frame('pusher:error', { code: 4009, message: 'no' }));
    expect([one.events().length, two.events().length]).toEqual([2, 1]);
    two.say('pusher:signin', signIn('bob'));
    expect(sent).toHaveLength(2);
  });
});
