import { describe, expect, it, onTestFinished } from 'vitest';
import * as full from '../../src/index.ts';
import * as light from '../../src/light/index.ts';
import {
  createRealtimeClient,
  diagnosis,
  encryptedChannels,
  presence,
  privateChannels,
  refetching,
  users,
} from '../../src/light/index.ts';
import { startService, until } from '../realtime-fixtures.ts';
import { frame, startScriptedServer } from '../scripted-server.ts';
import { signUser } from '../user-fixtures.ts';

const key = 'app-key';
const host = 'localhost';
const all = { privateChannels, presence, encryptedChannels, users, refetching, diagnosis };

/** Without the types, as in JavaScript: no client of this file connects. */
function create(use: unknown, options: object = {}) {
  const untyped = { key, host, autoConnect: false, use, ...options };
  const realtime = createRealtimeClient(untyped as never) as unknown as ReturnType<
    typeof createRealtimeClient<typeof users | typeof diagnosis>
  >;
  onTestFinished(() => realtime.close());
  return realtime;
}

type Use = (realtime: ReturnType<typeof create>) => unknown;

/** Each use of a part, and whether it works with that part alone. */
const uses: readonly (readonly [what: string, part: keyof typeof all, use: Use])[] = [
  ['private-a', 'privateChannels', (realtime) => realtime.subscribe('private-a' as string)],
  ['presence-a', 'presence', (realtime) => realtime.subscribe('presence-a' as string)],
  [
    'private-encrypted-a',
    'encryptedChannels',
    (realtime) => realtime.subscribe('private-encrypted-a' as string),
  ],
  ['user', 'users', (realtime) => realtime.user],
  ['signIn', 'users', (realtime) => realtime.signIn],
  ['diagnose', 'diagnosis', (realtime) => realtime.diagnose],
  ['refetch', 'refetching', (realtime) => realtime.subscribe('a', { refetch: async () => [] } as never)],
  ['refetch', 'refetching', (realtime) => realtime.subscribe('a', { idOf: () => 1 } as never)],
];

describe('a part of a light client', () => {
  it.each(uses)('%s needs %s: without it, the error names the import', (what, part, use) => {
    const advice = `import { ${part} } from '@org/realtime/light'; createRealtimeClient({ use: ${part} }).`;
    const others = Object.values(all).filter((other) => other !== all[part]);
    for (const given of [undefined, [], others]) {
      const realtime = create(given);
      expect(() => use(realtime)).toThrow(
        expect.objectContaining({
          code: 'unsupported',
          message: `${what} needs a part: ${advice}`,
          operation: what,
          outcome: 'not-sent',
        }),
      );
      expect([realtime.state, realtime.channels]).toEqual(['idle', []]);
    }
    expect(() => use(create(all[part]))).not.toThrow();
    expect(() => use(create([all[part]]))).not.toThrow();
  });

  it.each([
    [
      'authorize',
      { authorize: async () => ({ auth: '' }) },
      [users, diagnosis, refetching],
      'privateChannels',
    ],
    ['authenticate', { authenticate: async () => ({}) }, [presence, encryptedChannels], 'users'],
  ] as const)('the option %s needs its part', (what, options, others, part) => {
    expect(() => create(others, options)).toThrow(`${what} needs a part: import { ${part} } from`);
    expect(() => create(undefined, options)).toThrow(`${what} needs a part`);
    expect(() => create(all[part], options)).not.toThrow();
  });

  it.each([[{ name: 'presence' }], ['presence'], [null], [() => presence], [[presence, 'users']]])(
    'use: %o is refused',
    (use) => {
      expect(() => create(use)).toThrow(
        expect.objectContaining({
          code: 'configuration',
          message: "use takes parts of '@org/realtime/light', like use: [privateChannels, presence].",
        }),
      );
    },
  );

  it('is not added by a polluted prototype', () => {
    const polluted = { user: () => {}, channels: () => {}, refetch: () => {}, use: [presence], value: 1 };
    Object.assign(Object.prototype, polluted);
    let realtime: ReturnType<typeof create>;
    try {
      realtime = create(undefined);
    } finally {
      for (const name of Object.keys(polluted)) Reflect.deleteProperty(Object.prototype, name);
    }
    expect(() => realtime.subscribe('presence-a' as string)).toThrow('presence-a needs a part');
    expect(() => realtime.user).toThrow('user needs a part');
    expect(() => realtime.subscribe('a', { idOf: () => 1 } as never)).toThrow('refetch needs a part');
  });

  it('leaves a client without it printable, and a copy of it usable', async () => {
    const realtime = createRealtimeClient({ key, host, autoConnect: false });
    expect(Object.keys(realtime)).not.toContain('signIn');
    const { state, subscribe } = realtime;
    expect([state, subscribe('a').state]).toEqual(['idle', 'waiting']);
    await { ...realtime }.close();
  });
});

it('the light entry has every name of the full one, and its parts', () => {
  const parts = ['privateChannels', 'presence', 'encryptedChannels', 'users', 'refetching', 'diagnosis'];
  expect(Object.keys(light).sort()).toEqual([...Object.keys(full), ...parts].sort());
});

describe('a light client', () => {
  it('signs users in and gets their events, without private channels', async () => {
    const service = await startService();
    const { app, host: address, port } = service;
    const sign = signUser(service);
    const realtime = createRealtimeClient({
      key: app.key,
      host: address,
      port,
      use: users,
      authenticate: async ({ socketId }) => sign(socketId),
    });
    onTestFinished(() => realtime.close());
    const user = await realtime.signIn();
    const [event] = await Promise.all([
      user.events('note')[Symbol.asyncIterator]().next(),
      service.publish({ channel: '#server-to-user-bob', event: 'note', data: '1' }),
    ]);
    expect([user.id, event.value.data]).toEqual(['bob', 1]);
  });

  it('without parts has public channels, which reconnect with a gap', async () => {
    const service = await startService();
    const { app, host: address, port } = service;
    const gaps: string[] = [];
    const realtime = createRealtimeClient({ key: app.key, host: address, port, reconnect: { baseMs: 1 } });
    onTestFinished(() => realtime.close());
    realtime.on('gap', ({ channel }) => gaps.push(channel));
    const orders = realtime.subscribe('orders');
    await orders.subscribed();
    service.faults.dropAll();
    await until(() => gaps.length > 0);
    const events = orders.events('paid');
    service.publish({ channel: 'orders', event: 'paid', data: '{"id":1}' });
    expect([gaps, (await events.next()).value.data]).toEqual([['orders'], { id: 1 }]);
  });

  it('without parts reports a refused subscription', async () => {
    const server = await startScriptedServer(({ event }, say) => {
      if (event === 'pusher:subscribe')
        say(frame('pusher:subscription_error', { status: 401, error: 'no' }, 'orders'));
    });
    const realtime = createRealtimeClient({ ...server.address });
    onTestFinished(() => realtime.close());
    await expect(realtime.subscribe('orders').subscribed()).rejects.toMatchObject({
      code: 'subscription-refused',
      status: 401,
    });
  });
});
