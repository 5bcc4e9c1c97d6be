import type { RealtimeService } from '../../../sandbox/src/realtime/index.ts';

/** A fault, and what a program sees of it. */
export interface Scenario {
  readonly name: string;
  /** Injects the fault, before the client connects. */
  readonly arm: (service: RealtimeService) => unknown;
  readonly errorStyle?: 'hosted' | 'soketi' | 'reverb';
  /** Connections that the service accepted until all is well again. @default 1 */
  readonly connections?: number;
  /** The data of the events that arrived, of 1, 2 and 3. @default '123' */
  readonly events?: string;
  /** The codes of the reported errors. */
  readonly errors?: readonly string[];
  /** The state in the end. @default 'connected' */
  readonly state?: 'failed';
  /** The events are published when the fault is over, because it comes at a time. */
  readonly publishAfter?: true;
  /** The state of the channel `orders` in the end. @default 'subscribed' */
  readonly orders?: 'failed';
}

type Row = readonly [name: string, arm: Scenario['arm'], result?: Omit<Scenario, 'name' | 'arm'>];

const handshake = 'pusher:connection_established';
const success = 'pusher_internal:subscription_succeeded';
const lost = { connections: 2 } as const;
const odd = { errors: ['protocol'] } as const;
const refused = { orders: 'failed', events: '', errors: ['subscription-refused'] } as const;
const ended = {
  state: 'failed',
  connections: 0,
  events: '',
  errors: ['connection-refused', 'connection-refused', 'connection-refused'],
} as const;

const handshakes: readonly Row[] = [
  ['lost', ({ faults }) => faults.dropNextFrame({ event: handshake }), lost],
  ['sent twice', ({ faults }) => faults.duplicateNextFrame({ event: handshake })],
  ['truncated', ({ faults }) => faults.malformNextFrame({ event: handshake }), lost],
  ['held back', ({ faults }) => faults.swapNextFrame({ event: handshake }), lost],
  ['late', ({ faults }) => faults.onFrame({ event: handshake }, { delayMs: 30 })],
  ['too late', ({ faults }) => faults.onFrame({ event: handshake }, { delayMs: 2_000 }), lost],
  ['cut', ({ faults }) => faults.onFrame({ event: handshake }, 'cut'), lost],
  ['half-open', ({ faults }) => faults.onFrame({ event: handshake }, 'stop-answering'), lost],
  ['closed with 1011', ({ faults }) => faults.onFrame({ event: handshake }, { close: 1011 }), lost],
  ['another event', ({ faults }) => faults.onFrame({ event: handshake }, { replace: '{"event":"x"}' }), lost],
  [
    'without socket id',
    ({ faults }) => faults.onFrame({ event: handshake }, { replace: established({}) }),
    lost,
  ],
  [
    'with a hostile socket id',
    ({ faults }) =>
      faults.onFrame({ event: handshake }, { replace: established({ socket_id: '1.1:presence-x' }) }),
    lost,
  ],
  [
    'without activity timeout',
    ({ faults }) => faults.onFrame({ event: handshake }, { replace: established({ socket_id: '1.1' }) }),
  ],
  [
    'an error 4100',
    ({ faults }) => faults.onFrame({ event: handshake }, { replace: error({ code: 4100 }) }),
    lost,
  ],
  [
    'an error 4001',
    ({ faults }) => faults.onFrame({ event: handshake }, { replace: error({ code: 4001 }) }),
    { ...ended, connections: 1 },
  ],
  [
    'three times lost',
    ({ faults }) => faults.dropNextFrame({ event: handshake, times: 3 }),
    { connections: 4 },
  ],
];

const subscriptions: readonly Row[] = [
  ['lost', ({ faults }) => faults.onFrame({ event: success, channel: 'orders' }, 'drop')],
  ['sent twice', ({ faults }) => faults.onFrame({ event: success, channel: 'orders' }, 'duplicate')],
  ['truncated', ({ faults }) => faults.onFrame({ event: success, channel: 'orders' }, 'malform'), odd],
  ['late', ({ faults }) => faults.onFrame({ event: success, channel: 'orders' }, { delayMs: 30 })],
  ['swapped', ({ faults }) => faults.onFrame({ event: success, channel: 'orders' }, 'swap')],
  ['cut', ({ faults }) => faults.onFrame({ event: success, channel: 'orders' }, 'cut'), lost],
  ['closed with 4200', ({ faults }) => faults.onFrame({ event: success, nth: 2 }, { close: 4200 }), lost],
  ['half-open', ({ faults }) => faults.onFrame({ event: success, nth: 3 }, 'stop-answering'), lost],
  [
    'the roster is lost',
    ({ faults }) => faults.onFrame({ event: success, channel: 'presence-room' }, 'drop'),
  ],
  [
    'the roster is broken',
    ({ faults }) =>
      faults.onFrame(
        { event: success, channel: 'presence-room' },
        { replace: frame(success, '{"presence":5}', 'presence-room') },
      ),
  ],
  // After its timeout the client unsubscribes. That the service had no subscription is not an error.
  ['silence', ({ faults }) => faults.refuseNextSubscribe({ channel: 'orders' })],
  ['silence, three times', ({ faults }) => faults.refuseNextSubscribe({ channel: 'orders', times: 3 }), {}],
  [
    'refused by hosted',
    ({ faults }) => faults.refuseNextSubscribe({ channel: 'orders', status: 403, message: 'no orders' }),
    refused,
  ],
  [
    'refused by soketi',
    ({ faults }) => faults.refuseNextSubscribe({ channel: 'orders', status: 403 }),
    { ...refused, errorStyle: 'soketi' },
  ],
  [
    'refused by reverb',
    ({ faults }) => faults.refuseNextSubscribe({ channel: 'orders', status: 403 }),
    // The error names no channel, so the client waits for its timeout and makes another attempt.
    { errorStyle: 'reverb', errors: ['service-reported'] },
  ],
  [
    'a temporary refusal by soketi',
    ({ faults }) => faults.refuseNextSubscribe({ channel: 'orders', status: 503 }),
    { errorStyle: 'soketi' },
  ],
  [
    'the frame of the client is lost',
    ({ faults }) => faults.onFrame({ from: 'client', event: 'pusher:subscribe', channel: 'orders' }, 'drop'),
  ],
  [
    'the frame of the client arrives twice',
    ({ faults }) =>
      faults.onFrame({ from: 'client', event: 'pusher:subscribe', channel: 'orders' }, 'duplicate'),
    { errors: ['service-reported'] },
  ],
  [
    'the frame of the client is truncated',
    ({ faults }) =>
      faults.onFrame({ from: 'client', event: 'pusher:subscribe', channel: 'orders' }, 'malform'),
    { errors: ['service-reported'] },
  ],
];

const events: readonly Row[] = [
  ['lost', ({ faults }) => faults.onFrame({ event: 'paid', nth: 2 }, 'drop'), { events: '13' }],
  [
    'two are lost',
    ({ faults }) => faults.onFrame({ event: 'paid', nth: 2, times: 2 }, 'drop'),
    { events: '1' },
  ],
  ['sent twice', ({ faults }) => faults.onFrame({ event: 'paid', nth: 2 }, 'duplicate'), { events: '1223' }],
  ['swapped', ({ faults }) => faults.onFrame({ event: 'paid', nth: 2 }, 'swap'), { events: '132' }],
  ['late', ({ faults }) => faults.onFrame({ event: 'paid', nth: 2 }, { delayMs: 30 })],
  [
    'truncated',
    ({ faults }) => faults.onFrame({ event: 'paid', nth: 2 }, 'malform'),
    { events: '13', ...odd },
  ],
  [
    'not JSON',
    ({ faults }) => faults.onFrame({ event: 'paid', nth: 2 }, { replace: 'hello' }),
    { events: '13', ...odd },
  ],
  [
    'for another channel',
    ({ faults }) => faults.onFrame({ event: 'paid', nth: 2 }, { replace: frame('paid', '2', 'nowhere') }),
    { events: '13' },
  ],
  [
    'an error in its place',
    ({ faults }) => faults.onFrame({ event: 'paid', nth: 2 }, { replace: error({ code: 4009 }) }),
    { events: '13', errors: ['service-reported'] },
  ],
  [
    'a second handshake in its place',
    ({ faults }) => faults.onFrame({ event: 'paid', nth: 2 }, { replace: established({ socket_id: '7.7' }) }),
    { events: '13' },
  ],
  ['cut', ({ faults }) => faults.onFrame({ event: 'paid', nth: 2 }, 'cut'), { ...lost, events: '1' }],
  [
    'half-open',
    ({ faults }) => faults.onFrame({ event: 'paid', nth: 2 }, 'stop-answering'),
    { ...lost, events: '1' },
  ],
  ...[1000, 1001, 1002, 1009, 1011, 1012, 3000, 4100, 4199, 4200, 4202].map(
    (close): Row => [
      `closed with ${close}`,
      ({ faults }) => faults.onFrame({ event: 'paid', nth: 2 }, { close }),
      { ...lost, events: '1' },
    ],
  ),
  ...[4001, 4003, 4004, 4009, 4300, 4999].map(
    (close): Row => [
      `closed with ${close}`,
      ({ faults }) => faults.onFrame({ event: 'paid', nth: 2 }, { close }),
      { ...ended, connections: 1, events: '1' },
    ],
  ),
];

const links: readonly Row[] = [
  ['a late pong', ({ faults }) => faults.onFrame({ event: 'pusher:pong' }, { delayMs: 50 })],
  ['a lost pong', ({ faults }) => faults.dropNextFrame({ event: 'pusher:pong' }), lost],
  ['a truncated pong', ({ faults }) => faults.malformNextFrame({ event: 'pusher:pong' }), odd],
  ['a lost ping', ({ faults }) => faults.onFrame({ from: 'client', event: 'pusher:ping' }, 'drop'), lost],
  ['cut after 50 ms', ({ faults }) => faults.afterConnect(50, 'cut'), lost],
  ['half-open after 50 ms', ({ faults }) => faults.afterConnect(50, 'stop-answering'), lost],
  ['closed after 50 ms', ({ faults }) => faults.afterConnect(50, { close: 4200 }), lost],
  ['cut twice', ({ faults }) => faults.afterConnect(30, 'cut', { times: 2 }), { connections: 3 }],
  ['every frame 20 ms late', ({ faults }) => faults.delayFrames(20)],
];

const connections: readonly Row[] = [
  ['reset', ({ faults }) => faults.refuseConnections('reset')],
  ['reset three times', ({ faults }) => faults.refuseConnections('reset', { times: 3 })],
  ['HTTP 503', ({ faults }) => faults.refuseConnections({ status: 503 })],
  ['HTTP 403', ({ faults }) => faults.refuseConnections({ status: 403 })],
  ['close 4100', ({ faults }) => faults.refuseConnections(4100)],
  ['close 4200', ({ faults }) => faults.refuseConnections(4200)],
  ['close 1013', ({ faults }) => faults.refuseConnections(1013)],
  ['close 4001', ({ faults }) => faults.refuseConnections(4001), ended],
  ['close 4003', ({ faults }) => faults.refuseConnections(4003), ended],
  ['close 4008', ({ faults }) => faults.refuseConnections(4008), ended],
  ['4001 of soketi', ({ faults }) => faults.refuseConnections(4001), { ...ended, errorStyle: 'soketi' }],
  ['4001 of reverb', ({ faults }) => faults.refuseConnections(4001), { ...ended, errorStyle: 'reverb' }],
  ['4004 of reverb', ({ faults }) => faults.refuseConnections(4004), { ...ended, errorStyle: 'reverb' }],
];

const groups = {
  handshake: handshakes,
  subscription: subscriptions,
  event: events,
  link: links,
  connection: connections,
};

export const scenarios: readonly Scenario[] = Object.entries(groups).flatMap(([group, rows]) =>
  rows.map(([name, arm, result]) => ({
    name: `${group}: ${name}`,
    arm,
    ...(group === 'link' && { publishAfter: true }),
    ...result,
  })),
);

function frame(event: string, data: string, channel?: string): string {
  return JSON.stringify({ event, data, channel });
}

function established(data: object): string {
  return frame(handshake, JSON.stringify(data));
}

function error(data: object): string {
  return JSON.stringify({ event: 'pusher:error', data });
}
