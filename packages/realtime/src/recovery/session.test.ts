import { createManualRuntime } from '@org/core/testing';
import { describe, expect, it } from 'vitest';
import type { RecoveryVerdict } from '../channels/realtime-events.ts';
import { RecoveryMemory } from './memory.ts';
import { RecoverySession } from './session.ts';

type Serial = number | string;

/** A frame of the service. A serial that is text is written as an integer of JSON. */
function frame(fields: object): string {
  return JSON.stringify(fields).replace(/"serial":"(\d+)"/g, '"serial":$1');
}
const place = (serial: Serial, stream_id = 's') => ({ stream_id, serial });
const confirmed = (serial: Serial, channel = 'orders', stream?: string) =>
  frame({
    event: 'sockudo_internal:subscription_succeeded',
    channel,
    data: '{}',
    message_id: `c${serial}`,
    ...place(serial, stream),
  });
const event = (serial: Serial, channel = 'orders', stream?: string) =>
  frame({
    event: 'paid',
    channel,
    data: `${serial}`,
    message_id: `m${serial}${stream}${channel}`,
    ...place(serial, stream),
  });
const succeeded = (recovered: readonly object[], failed: readonly object[] = []) =>
  frame({ event: 'sockudo:resume_success', data: frame({ recovered, failed }), message_id: 'x' });
const replayed = (count: number, serial: Serial, channel = 'orders') => ({
  channel,
  source: 'hot',
  replayed: count,
  position: count === 0 ? null : { ...place(serial), last_message_id: `m${serial}` },
});

interface Limits {
  readonly maxHeld?: number;
  readonly timeoutMs?: number;
  readonly subscribeTimeoutMs?: number;
}

function createClient(options: Limits = {}) {
  const runtime = createManualRuntime();
  const memory = new RecoveryMemory();
  const sent: string[] = [];
  /** The data of events, and the verdicts of confirmations. */
  let told: unknown[] = [];
  /** What a listener does at the next confirmation. */
  let act: (() => void) | undefined;
  const deliver = (text: string) => {
    const { channel, data, event } = JSON.parse(text);
    if (event !== 'pusher_internal:subscription_succeeded')
      return void told.push(event === 'paid' ? data : event);
    told.push(memory.verdict ? verdictOf(memory.verdict.of) : `confirmed ${channel}`);
    const work = act;
    act = undefined;
    work?.();
  };
  const open = () =>
    new RecoverySession(
      {
        runtime,
        timeoutMs: 5_000,
        subscribeTimeoutMs: 10_000,
        maxHeld: 1_000,
        ...options,
        send: (text) => sent.push(text),
        deliver,
      },
      memory,
    );
  let session = open();
  const client = {
    runtime,
    memory,
    sent,
    told: () => {
      const all = told;
      told = [];
      return all;
    },
    subscribe(channel = 'orders', rest: object = {}) {
      session.fromClient(JSON.stringify({ event: 'pusher:subscribe', data: { channel, auth: '', ...rest } }));
    },
    onConfirmation(work: () => void) {
      act = work;
    },
    send: (channel = 'orders') =>
      session.fromClient(JSON.stringify({ event: 'client-note', channel, data: 1 })),
    unsubscribe: (channel = 'orders') =>
      session.fromClient(JSON.stringify({ event: 'pusher:unsubscribe', data: { channel } })),
    hear(...texts: readonly string[]) {
      for (const text of texts) session.fromService(text);
    },
    /** The connection is cut, and there is another one. */
    reconnect() {
      session.stop();
      session = open();
      sent.length = 0;
    },
    positions: () => sent.flatMap((text) => /"channel_positions":(.*)\}\}$/.exec(text)?.[1] ?? []),
  };
  return client;
}

const verdictOf = ({ recovered, reason }: RecoveryVerdict) => (reason ? `${recovered} ${reason}` : recovered);

/** A client that got an event, lost the connection, and subscribes again. */
function createReturned(options?: Parameters<typeof createClient>[0], last: Serial = 1) {
  const client = createClient(options);
  client.subscribe();
  client.hear(confirmed(`${BigInt(last) - 1n}`), event(last));
  client.told();
  client.reconnect();
  client.subscribe();
  return client;
}

describe('resume', () => {
  it('is asked for after the confirmation, with the position before it', () => {
    const client = createReturned();
    expect(client.sent).toEqual(['{"event":"sockudo:subscribe","data":{"channel":"orders","auth":""}}']);
    client.hear(confirmed(3));
    expect(client.positions()).toEqual([
      '{"orders":{"stream_id":"s","serial":1,"last_message_id":"m1undefinedorders"}}',
    ]);
    expect(client.told()).toEqual([]); // the verdict comes first
    client.hear(event(2), event(3), succeeded([replayed(2, 3)]), event(4));
    expect(client.told()).toEqual(['all', '2', '3', '4']);
  });

  it('live events wait, and come once, after the replayed ones', () => {
    const client = createReturned();
    client.hear(confirmed(3), event(5), event(2), event(3), event(4), event(5), succeeded([replayed(4, 5)]));
    client.hear(event(4), event(5), event(6));
    expect(client.told()).toEqual(['all', '2', '3', '4', '5', '6']);
  });

  it('messages without a position keep their place among the live events', () => {
    const client = createReturned();
    const note = frame({ event: 'client-note', channel: 'orders', data: '1' });
    client.hear(confirmed(2), event(3), note, event(4), event(2), event(3), event(4));
    client.hear(succeeded([replayed(3, 4)]));
    expect(client.told()).toEqual(['all', '2', '3', 'client-note', '4']);
  });

  it('serials are exact, also above what a number holds', () => {
    const client = createReturned({}, '9007199254740993');
    client.hear(confirmed('9007199254740995'));
    expect(client.positions()[0]).toContain('"serial":9007199254740993,');
    client.hear(event('9007199254740995'), event('9007199254740994'));
    client.hear(succeeded([replayed(2, '9007199254740995')]), event('18446744073709551615'));
    expect(client.told()).toEqual(['all', '9007199254740994', '9007199254740995', '18446744073709551615']);
    client.reconnect();
    client.subscribe();
    client.hear(confirmed('18446744073709551615'));
    expect(client.positions()[0]).toContain('"serial":18446744073709551615,');
  });

  it('asks for all channels together, and for one whose token comes later by itself', async () => {
    const client = createClient();
    for (const channel of ['a', 'b', 'c']) client.subscribe(channel);
    for (const channel of ['a', 'b', 'c']) client.hear(confirmed(0, channel));
    client.reconnect();
    for (const channel of ['a', 'b', 'c']) client.subscribe(channel);
    client.hear(confirmed(0, 'a'), confirmed(0, 'b'));
    expect(client.positions()).toEqual([]); // c may come soon
    await client.runtime.advance(100);
    client.hear(confirmed(0, 'c'));
    expect(client.positions()).toHaveLength(1); // one request at a time
    client.hear(succeeded([replayed(0, 0, 'a'), replayed(0, 0, 'b')]));
    expect(client.positions().map((text) => Object.keys(JSON.parse(text)))).toEqual([['a', 'b'], ['c']]);
  });

  it('a channel that was left meanwhile is not awaited', () => {
    const client = createClient();
    for (const channel of ['a', 'b']) client.subscribe(channel);
    for (const channel of ['a', 'b']) client.hear(confirmed(0, channel));
    client.reconnect();
    for (const channel of ['a', 'b']) client.subscribe(channel);
    client.hear(confirmed(0, 'a'));
    client.unsubscribe('b');
    expect(client.positions()).toHaveLength(1);
  });

  it('a connection that is cut before the verdict asks again from the same position', () => {
    const client = createReturned();
    client.hear(confirmed(3), event(2));
    client.reconnect();
    client.subscribe();
    client.hear(confirmed(3), event(2), event(3), succeeded([replayed(2, 3)]));
    expect(client.positions()[0]).toContain('"serial":1,');
    expect(client.told()).toEqual(['all', '2', '3']);
  });

  it('a second confirmation, after a timeout of the client, asks again', () => {
    const client = createReturned();
    client.hear(confirmed(1), succeeded([replayed(0, 1)]), event(2), confirmed(4));
    expect(client.positions().at(-1)).toContain('"serial":2,');
    client.hear(event(3), event(4), succeeded([replayed(2, 4)]));
    expect(client.told()).toEqual(['all', '2', 'all', '3', '4']);
  });

  it('the position moves to the end of the replay, also where nothing of it came', () => {
    const client = createReturned();
    client.hear(confirmed(5), succeeded([{ ...replayed(4, 5), replayed: 0 }]));
    client.reconnect();
    client.subscribe();
    client.hear(confirmed(6));
    expect(client.positions()[0]).toContain('"serial":5,');
  });
});

// Sockudo gives each channel of a publish the same id.
describe('what is a double', () => {
  it('not the event of another channel with the same id', () => {
    const client = createClient();
    const one = (channel: string) =>
      event(1, channel).replace(/"message_id":"[^"]*"/, '"message_id":"order-7"');
    for (const channel of ['a', 'b']) {
      client.subscribe(channel);
      client.hear(confirmed(0, channel));
    }
    client.told();
    client.hear(one('a'), one('b'), one('a'), one('b'));
    expect(client.told()).toEqual(['1', '1']);
  });

  it('not another serial with the same id, which a publisher may give twice', () => {
    const client = createClient();
    client.subscribe();
    client.hear(confirmed(0), event(1), event(2).replace('"m2', '"m1'), event(2));
    expect(client.told()).toEqual(['confirmed orders', '1', '2']);
  });

  it('without a serial, the same id on the same channel', () => {
    const client = createClient();
    const plain = (channel: string) => frame({ event: 'paid', channel, data: channel, message_id: 'm' });
    for (const channel of ['a', 'b']) client.subscribe(channel);
    client.hear(plain('a'), plain('b'), plain('a'), plain('b'));
    expect(client.told()).toEqual(['a', 'b']);
  });

  it('not a live event that a later one has overtaken, around the verdict', () => {
    const client = createReturned({}, 10);
    client.hear(confirmed(10), event(12), succeeded([replayed(0, 10)]), event(11), event(13));
    client.hear(event(10), event(11), event(12), event(13));
    expect(client.told()).toEqual(['all', '12', '11', '13']);
  });

  it('not one far behind holes that stay, as of events for others', () => {
    const client = createClient();
    client.subscribe();
    client.hear(confirmed(0));
    client.told();
    for (let serial = 2; serial < 8_000; serial += 2) client.hear(event(serial));
    expect(client.told()).toHaveLength(3_999);
    client.hear(event(7_999), event(7_998), event(7_997), event(2));
    expect(client.told()).toEqual(['7999', '7997']);
  });
});

// The answers contradict the positions of the same connection.
describe('all is believed only with each serial', () => {
  it.each([
    ['nothing replayed before a later head', 15, [], [replayed(0, 10)]],
    ['a replay that ends before the head', 15, [11, 12], [replayed(2, 12)]],
    ['no count', 15, [], [{ channel: 'orders' }]],
    ['a hole', 15, [12, 15], [replayed(2, 15)]],
    ['a hole, and no count', 15, [11, 12, 13, 15], [{ ...replayed(0, 15), replayed: undefined }]],
    ['a live one in place of the missing', 12, [12, 13], [replayed(2, 12)]],
    ['an end beyond what came', 10, [], [{ ...replayed(2, 12), replayed: undefined }]],
    ['an end in another stream', 11, [11], [{ ...replayed(1, 11), position: place(11, 'other') }]],
  ])('%s', (_name, head, serials, recovered) => {
    const client = createReturned({}, 10);
    client.hear(confirmed(head), ...serials.map((serial) => event(serial)), succeeded(recovered));
    expect(client.told()).toEqual(['some unverifiable', ...serials.map(String)]);
  });

  it.each([
    ['without a count', [11, 12], [{ ...replayed(2, 12), replayed: undefined }]],
    ['with live copies', [12, 11, 12], [replayed(2, 12)]],
  ])('%s', (_name, serials, recovered) => {
    const client = createReturned({}, 10);
    client.hear(confirmed(12), ...serials.map((serial) => event(serial)), succeeded(recovered));
    expect(client.told()).toEqual(['all', '11', '12']);
  });

  it('a stream that changed meanwhile', () => {
    const client = createReturned({}, 10);
    client.hear(confirmed(10, 'orders', 'new'), succeeded([replayed(0, 10)]));
    expect(client.told()).toEqual(['some unverifiable']);
  });
});

// The codes and their combinations: Sockudo documentation, "Protocol V2"; seen on version 5.2.0.
describe('what a failure means', () => {
  it.each([
    ['position_expired', 'none expired'],
    ['stream_reset', 'none reset'],
    ['continuity_unverifiable', 'none unverifiable'],
    ['persistence_unavailable', 'none unavailable'],
    ['something_new', 'none unverifiable'],
    ['toString', 'none unverifiable'],
    [7, 'none unverifiable'],
  ])('%s: %s, and live events follow', (code, verdict) => {
    const client = createReturned();
    const failure = { channel: 'orders', code, reason: 'r' };
    client.hear(
      confirmed(11),
      frame({ event: 'sockudo:resume_failed', channel: 'orders', data: frame(failure) }),
      event(12),
      succeeded([], [failure]),
      event(13),
    );
    expect(client.told()).toEqual([verdict, '12', '13']);
  });

  it('the position is then that of the confirmation, in the new stream', () => {
    const client = createReturned();
    client.hear(confirmed(7, 'orders', 'new'), succeeded([], [{ channel: 'orders', code: 'stream_reset' }]));
    client.reconnect();
    client.subscribe();
    client.hear(confirmed(7, 'orders', 'new'));
    expect(client.positions()[0]).toContain('"stream_id":"new","serial":7');
  });

  it('some, where events were replayed before it failed', () => {
    const client = createReturned();
    client.hear(confirmed(3), event(2));
    client.hear(succeeded([], [{ channel: 'orders', code: 'persistence_unavailable' }]));
    expect(client.told()).toEqual(['some unavailable', '2']);
  });

  it('some, where fewer events came than the service says', () => {
    const client = createReturned();
    client.hear(confirmed(4), event(2), event(4), succeeded([replayed(3, 4)]));
    expect(client.told()).toEqual(['some unverifiable', '2', '4']);
  });

  it('a channel that the answer does not name is unverifiable', () => {
    const client = createReturned();
    client.hear(confirmed(2), succeeded([replayed(1, 2, 'other')]));
    expect(client.told()).toEqual(['none unverifiable']);
  });

  it.each(['x', '[]', '{"recovered":5,"failed":{"a":1}}'])('the answer %s proves nothing', (data) => {
    const client = createReturned();
    client.hear(confirmed(2), frame({ event: 'sockudo:resume_success', data }));
    expect(client.told()).toEqual(['none unverifiable']);
  });

  it.each([
    [4301, 'Connection recovery is not enabled'],
    [4302, 'No channel recovery positions provided'],
    [4000, 'Invalid message format: Missing channel_positions or channel_serials in resume data'],
  ])('error %i ends the wait, and no channel of the connection is asked for again', (code, message) => {
    const client = createReturned();
    client.hear(confirmed(2), frame({ event: 'sockudo:error', data: { code, message } }));
    expect(client.told()).toEqual(['none unavailable']);
    client.unsubscribe();
    client.subscribe();
    client.hear(confirmed(2), event(3));
    expect(client.told()).toEqual(['none unavailable', '3']);
    expect(client.positions()).toHaveLength(1);
  });

  it('another error goes to the client', () => {
    const client = createReturned();
    client.hear(confirmed(2), frame({ event: 'sockudo:error', data: { code: 4301, message: 'rate limit' } }));
    expect(client.told()).toEqual(['pusher:error']);
  });

  it('without an answer events flow after the time limit, and a late answer changes nothing', async () => {
    const client = createReturned();
    client.hear(confirmed(3), event(4));
    await client.runtime.advance(4_999);
    expect(client.told()).toEqual([]);
    await client.runtime.advance(1);
    expect(client.told()).toEqual(['none timeout', '4']);
    client.hear(event(2), event(3), event(4), succeeded([replayed(3, 4)]), event(5));
    expect(client.told()).toEqual(['5']);
  });

  it('the wait ends before the client’s own limit of the subscription', async () => {
    const client = createReturned();
    await client.runtime.advance(8_000);
    client.hear(confirmed(3));
    await client.runtime.advance(1_500);
    expect(client.told()).toEqual(['none timeout']);
  });

  it('small limits of the client leave time for an answer', async () => {
    const client = createReturned({ subscribeTimeoutMs: 500 });
    client.hear(confirmed(1));
    await client.runtime.advance(300);
    client.hear(succeeded([replayed(0, 1)]));
    expect(client.told()).toEqual(['all']);
    client.reconnect();
    client.subscribe();
    client.hear(confirmed(1));
    await client.runtime.advance(499);
    expect(client.told()).toEqual(['none timeout']);
  });

  it('a second confirmation has the whole time limit, however old the subscription is', async () => {
    const client = createReturned({ subscribeTimeoutMs: 2_000 });
    client.hear(confirmed(1), succeeded([replayed(0, 1)]));
    await client.runtime.advance(60_000);
    client.hear(confirmed(1));
    await client.runtime.advance(4_000);
    client.hear(succeeded([replayed(0, 1)]));
    expect(client.told()).toEqual(['all', 'all']);
  });

  it('one channel that was confirmed late does not end the recovery of others', async () => {
    const client = createReturned();
    client.memory.setPosition('b', { stream: 's', serial: '1' });
    await client.runtime.advance(9_400);
    client.subscribe('b');
    client.hear(confirmed(1), confirmed(1, 'b'));
    await client.runtime.advance(1_000);
    expect(client.told()).toEqual(['none timeout']);
    client.hear(succeeded([replayed(0, 1), replayed(0, 1, 'b')]));
    expect(client.told()).toEqual(['all']);
  });

  it('a confirmation without a position: the service has no recovery any more', () => {
    const client = createReturned();
    const plain = { event: 'sockudo_internal:subscription_succeeded', channel: 'orders', data: '{}' };
    client.hear(frame(plain), frame({ event: 'paid', channel: 'orders', data: '2' }));
    expect([client.told(), client.positions()]).toEqual([['none unavailable', '2'], []]);
  });

  it('an event that arrived and was not delivered is not in the replay', () => {
    const client = createReturned();
    client.memory.spoil('orders', 'undelivered');
    client.hear(confirmed(2), event(2), succeeded([replayed(1, 2)]));
    expect(client.told()).toEqual(['some undelivered', '2']);
  });
});

describe('an event before the last one that did not come', () => {
  type Refusal = { readonly data: object; readonly channel?: string };
  const refusal: Refusal = { data: { code: 4301, message: 'The rate limit for client events is exceeded' } };
  const here = { ...refusal, channel: 'orders' };
  const elsewhere = { ...refusal, channel: 'invoices' };
  const withoutCode: Refusal = { data: { message: 'Client event rejected' } };

  /** The connection ends after these events. Nothing follows them. */
  const verdictAfter = (...heard: readonly (number | 'sent' | 'again' | Refusal)[]) => {
    const client = createReturned({}, 10);
    client.hear(confirmed(10), succeeded([replayed(0, 10)]));
    for (const each of heard) {
      if (each === 'sent') client.send();
      else if (each === 'again') client.hear(confirmed(12), succeeded([replayed(0, 12)]));
      else if (typeof each === 'object') client.hear(frame({ event: 'sockudo:error', ...each }));
      else client.hear(event(each));
    }
    client.told();
    client.reconnect();
    client.subscribe();
    client.hear(confirmed(12), succeeded([replayed(0, 12)]));
    return client.told();
  };

  it.each([
    ['in order', [11, 12], 'all'],
    ['in another order', [12, 11], 'all'],
    ['with a hole', [12], 'some unverifiable'],
    ['with a hole, and doubles', [12, 12, 12], 'some unverifiable'],
    ['with a hole that an event of this client explains', ['sent', 12], 'all'],
    ['with a hole before an event of this client', [12, 'sent'], 'some unverifiable'],
    ['with a hole that an event between others explains', ['sent', 12, 'sent'], 'all'],
    ['with a hole, and a refused event of this client', ['sent', refusal, 12], 'some unverifiable'],
    ['with a hole, and an event that is refused late', ['sent', 12, here], 'some unverifiable'],
    ['with a hole, and a refusal without a code', ['sent', withoutCode, 12], 'some unverifiable'],
    ['with a hole that an event after a refused one explains', ['sent', refusal, 'sent', 12], 'all'],
    ['with a refusal on another channel', ['sent', elsewhere, 12], 'all'],
    ['with a refusal, and no hole', ['sent', refusal, 11, 12], 'all'],
    ['with a hole that another verdict reported', [12, 'again'], 'all'],
  ] as const)('%s', (_name, heard, verdict) => {
    expect(verdictAfter(...heard)).toEqual([verdict]);
  });

  it('on the first connection too, and it is reported once', () => {
    const client = createClient();
    client.subscribe();
    client.hear(confirmed(5), event(7));
    for (const verdict of ['some unverifiable', 'all']) {
      client.reconnect();
      client.subscribe();
      client.told();
      client.hear(confirmed(7), succeeded([replayed(0, 7)]));
      expect(client.told()).toEqual([verdict]);
    }
  });
});

describe('an event that was not delivered, and a verdict', () => {
  it('that nobody read, because the channel was left: the next one says it', () => {
    const client = createReturned();
    client.memory.spoil('orders', 'undelivered');
    client.onConfirmation(() => client.unsubscribe());
    client.hear(confirmed(1), succeeded([replayed(0, 1)]));
    client.subscribe();
    client.hear(confirmed(1), succeeded([replayed(0, 1)]));
    client.hear(confirmed(1), succeeded([replayed(0, 1)]));
    expect(client.told()).toEqual(['some undelivered', 'some undelivered', 'all']);
  });
});

describe('what waits is bounded', () => {
  it('the text of all channels together, which is given back', () => {
    const client = createReturned();
    const large = (serial: number) => event(serial).replace('"data":"', `"data":"${'x'.repeat(6_000_000)}`);
    for (const verdict of ['all', 'all', 'some overflow']) {
      const serials = verdict === 'all' ? [2, 3] : [2, 3, 4, 5];
      client.hear(
        confirmed(1),
        ...serials.map(large),
        succeeded([replayed(serials.length, serials.length + 1)]),
      );
      expect(client.told()[0]).toBe(verdict);
      client.unsubscribe();
      client.memory.setPosition('orders', { stream: 's', serial: '1' });
      client.subscribe();
    }
  });

  it('more than maxHeld events are delivered, and the gap says so', () => {
    const client = createReturned({ maxHeld: 3 });
    client.hear(confirmed(9), event(2), event(3), event(4), event(5), event(6), succeeded([replayed(8, 9)]));
    expect(client.told()).toEqual(['some overflow', '2', '3', '4', '5', '6']);
  });

  it('more before the confirmation are dropped, and the gap says so', () => {
    const client = createReturned({ maxHeld: 2 });
    client.hear(event(2), event(3), event(4), confirmed(4), succeeded([replayed(0, 4)]));
    expect(client.told()).toEqual(['some overflow', '2', '3']);
  });
});

describe('rewind', () => {
  const complete = (fields: object) =>
    frame({ event: 'sockudo:rewind_complete', channel: 'orders', data: fields });

  it('holds the confirmation until the stored events are there', () => {
    const client = createClient();
    client.subscribe('orders', { rewind: 2 });
    expect(client.sent[0]).toContain('"rewind":2');
    client.hear(confirmed(7), event(6), event(7));
    expect(client.told()).toEqual([]);
    client.hear(complete({ historical_count: 2, complete: false, truncated_by_limit: true }), event(8));
    expect(client.told()).toEqual(['all', '6', '7', '8']);
  });

  it('is not whole where the service stores less than that', () => {
    const client = createClient();
    client.subscribe('orders', { rewind: 2 });
    client.hear(confirmed(7), event(7), complete({ truncated_by_retention: true }));
    expect(client.told()).toEqual(['some unavailable', '7']);
  });

  it.each([
    ['nothing stored', 5, [], { historical_count: 0, complete: true }, 'none unavailable'],
    ['all that there is', 5, [6, 7], { historical_count: 2, complete: true }, 'all'],
    ['as many as asked for', 2, [6, 7], { historical_count: 2, truncated_by_limit: true }, 'all'],
    [
      'the limit of the service',
      { seconds: 9 },
      [6, 7],
      { historical_count: 2, complete: false },
      'some unavailable',
    ],
    ['fewer than it says', 2, [7], { historical_count: 2, complete: true }, 'some unavailable'],
    ['no count', 2, [6, 7], { complete: true }, 'some unavailable'],
    ['live ones only', 1, [8], { historical_count: 1, complete: true }, 'none unavailable'],
  ])('%s', (_name, rewind, serials, answer, verdict) => {
    const client = createClient();
    client.subscribe('orders', { rewind });
    client.hear(confirmed(7), ...serials.map((serial) => event(serial)), complete(answer));
    expect(client.told()).toEqual([verdict, ...serials.map(String)]);
  });

  it('its events flow before the client’s own limit of the subscription ends', async () => {
    const client = createClient({ subscribeTimeoutMs: 2_000 });
    client.subscribe('orders', { rewind: 2 });
    await client.runtime.advance(1_000);
    client.hear(confirmed(7), event(7));
    await client.runtime.advance(500);
    expect(client.told()).toEqual(['some unavailable', '7']);
  });

  it('is asked for by the first subscription only', () => {
    const client = createReturned();
    client.unsubscribe();
    client.subscribe('orders', { rewind: 2 });
    expect(client.sent.at(-1)).toBe('{"event":"sockudo:subscribe","data":{"channel":"orders","auth":""}}');
  });

  it('is not asked for by a channel without a position that had events before', () => {
    const client = createClient();
    client.memory.interrupt('orders');
    client.subscribe('orders', { rewind: 2 });
    expect(client.sent.at(-1)).toBe('{"event":"sockudo:subscribe","data":{"channel":"orders","auth":""}}');
  });

  it('answers no gap that began meanwhile', () => {
    const client = createClient();
    const taken: unknown[] = [];
    for (const _ of [1, 2]) {
      client.memory.setPosition('orders', undefined);
      client.subscribe('orders', { rewind: 1 });
      client.onConfirmation(() => taken.push(client.memory.takeVerdict('orders')));
      if (taken.length > 0) client.memory.interrupt('orders');
      client.hear(confirmed(7), event(7), complete({ historical_count: 1, complete: true }));
      client.unsubscribe();
    }
    expect(taken).toEqual([{ recovered: 'all' }, undefined]);
  });

  it('a service without history gets the subscription without it', () => {
    const client = createClient();
    client.subscribe('a', { rewind: 2 });
    client.subscribe('b', { rewind: 2 });
    const message = 'Channel error: Channel rewind is disabled by policy for channel';
    const refusal = frame({ event: 'sockudo:error', data: { code: 4300, message } });
    client.hear(refusal, refusal, event(4, 'b'), confirmed(3, 'a'), confirmed(3, 'b'), event(4, 'a'));
    expect(client.sent.slice(2)).toEqual([
      '{"event":"sockudo:subscribe","data":{"channel":"a","auth":""}}',
      '{"event":"sockudo:subscribe","data":{"channel":"b","auth":""}}',
    ]);
    expect(client.told()).toEqual(['confirmed a', 'confirmed b', '4', '4']);
  });

  it('events flow when its end does not come', async () => {
    const client = createClient();
    client.subscribe('orders', { rewind: 2 });
    client.hear(confirmed(7), event(7));
    await client.runtime.advance(5_000);
    expect(client.told()).toEqual(['some unavailable', '7']);
  });
});

describe('frames', () => {
  it.each(['{', '[]', '5', '{"event":5}'])('%s goes to the client, which reports it', (text) => {
    const delivered: string[] = [];
    const runtime = createManualRuntime();
    const session = new RecoverySession(
      {
        runtime,
        timeoutMs: 1,
        subscribeTimeoutMs: 1,
        maxHeld: 1,
        send: () => {},
        deliver: (given) => delivered.push(given),
      },
      new RecoveryMemory(),
    );
    session.fromService(text);
    expect(delivered).toEqual([text]);
  });

  it('ids of members stay exact', () => {
    const client = createClient();
    const got: string[] = [];
    const session = new RecoverySession(
      {
        runtime: client.runtime,
        timeoutMs: 1,
        subscribeTimeoutMs: 1,
        maxHeld: 1,
        send: () => {},
        deliver: (given) => got.push(given),
      },
      client.memory,
    );
    session.fromService(
      '{"event":"sockudo_internal:member_added","channel":"presence-a","data":{"user_id":9007199254740993}}',
    );
    expect(got[0]).toContain('"event":"pusher_internal:member_added"');
    expect(got[0]).toContain('9007199254740993');
  });
});
