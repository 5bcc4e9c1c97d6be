import { createManualRuntime } from '@org/core/testing';
import { describe, expect, it } from 'vitest';
import { createCentrifugoClient } from '../src/centrifugo/index.ts';
import type { Channel } from '../src/index.ts';
import { sharedSocket } from '../src/shared-socket/index.ts';
import { type Command, connectCentrifugo, startCentrifugoServer } from './centrifugo-server.ts';
import { until } from './realtime-fixtures.ts';

const pub = (channel: string, data: unknown, further: object = {}) => ({
  push: { channel, pub: { data, ...further } },
});

function counter() {
  let calls = 0;
  const next = () => {
    calls += 1;
    return calls;
  };
  return { next };
}

/** Waits until the client has read what the server sent: this publication comes after it. */
async function repliesRead(
  server: Awaited<ReturnType<typeof startCentrifugoServer>>,
  channel: Pick<Channel, 'name' | 'on'>,
): Promise<void> {
  let isRead = false;
  channel.on('mark', () => {
    isRead = true;
  });
  server.say(pub(channel.name.replace('private-', ''), { event: 'mark' }));
  await until(() => isRead);
}

describe('channels of Centrifugo', () => {
  it('delivers publications, several of one frame too', async () => {
    const server = await startCentrifugoServer();
    const { realtime, errors } = connectCentrifugo(server.port, { token: 'jwt' });
    const news = realtime.subscribe('news:world');
    const seen: unknown[] = [];
    news.on('paid', ({ data }) => seen.push(data));
    news.on('publication', ({ data }) => seen.push(data));
    await news.subscribed();
    server.say(
      pub('news:world', { event: 'paid', data: { id: 1 } }),
      pub('news:world', 'a text'),
      pub('news:world', { no: 'event' }),
      pub('news:other', 'not ours'),
      {},
    );
    await until(() => seen.length === 3);
    expect(seen).toEqual([{ id: 1 }, 'a text', { no: 'event' }]);
    await until(() => server.commands.some(({ name }) => name === ''));
    expect(server.of('connect')).toEqual([{ token: 'jwt', name: 'org-realtime-js' }]);
    expect(server.of('subscribe')).toEqual([{ channel: 'news:world', recoverable: true }]);
    expect(realtime.socketId).toBe('16384.9223372036854775809');
    news.unsubscribe();
    await until(() => server.of('unsubscribe').length === 1);
    expect(errors()).toEqual([]);
  });

  it('W14: no publication is an event of the protocol, and that of a client is a client event', async () => {
    const server = await startCentrifugoServer();
    const { realtime } = connectCentrifugo(server.port);
    const chat = realtime.subscribe('chat:1');
    const seen: unknown[] = [];
    chat.onAny(({ name, data, userId }) => seen.push([name, data, userId]));
    await chat.subscribed();
    const forged = { event: 'pusher_internal:member_added', data: { user_id: 'x' } };
    const info = { user: 'bob', client: 'b' };
    server.say(
      pub('chat:1', forged),
      pub('chat:1', { event: 'paid', data: 1 }, { info }),
      pub('chat:1', { event: 'client-typing', data: 2 }, { info }),
    );
    await until(() => seen.length === 3);
    expect(seen).toEqual([
      ['publication', forged, undefined],
      ['client-paid', 1, 'bob'],
      ['client-typing', 2, 'bob'],
    ]);
  });

  it('publishes client events, and does not deliver its own', async () => {
    const server = await startCentrifugoServer(({ name, nth }) =>
      name === 'publish' && nth === 1 ? { error: { code: 103, message: 'permission denied' } } : undefined,
    );
    const { realtime, errors } = connectCentrifugo(server.port);
    const chat = realtime.subscribe('private-chat:1');
    const seen: unknown[] = [];
    chat.on('client-a', ({ data }) => seen.push(data));
    await chat.subscribed();
    chat.trigger('client-a', { on: true });
    await until(() => server.of('publish').length === 1);
    expect(server.of('publish')).toEqual([
      { channel: 'chat:1', data: { event: 'client-a', data: { on: true } } },
    ]);
    const client = '00000000-0000-4000-8000-000000000001';
    server.say(
      pub('chat:1', { event: 'client-a', data: 'own' }, { info: { client } }),
      pub('chat:1', { event: 'client-a', data: 'other' }, { info: { client: 'other' } }),
    );
    await until(() => seen.length > 0);
    expect(seen).toEqual(['other']);
    chat.trigger('client-a', 2);
    await until(() => errors().length > 0);
    expect(errors()[0]?.message).toContain(
      'client-a was not published: permission denied (Centrifugo error 103)',
    );
  });

  it('refuses a channel with the reason, and retries a temporary failure', async () => {
    const server = await startCentrifugoServer(({ name, nth }) => {
      if (name !== 'subscribe' || nth > 1) return undefined;
      const code = nth === 0 ? 103 : 100;
      return { error: { code, message: `error ${code}` } };
    });
    const { realtime } = connectCentrifugo(server.port);
    await expect(realtime.subscribe('a').subscribed()).rejects.toMatchObject({
      status: 403,
      retryable: false,
    });
    await realtime.subscribe('b').subscribed();
    expect(server.of('subscribe')).toHaveLength(3);
  });

  it('one channel under two names is refused', async () => {
    const server = await startCentrifugoServer();
    const { realtime } = connectCentrifugo(server.port);
    await realtime.subscribe('chat:1').subscribed();
    const second = realtime.subscribe('private-chat:1').subscribed();
    await expect(second).rejects.toThrow('it is subscribed as chat:1 already');
  });
});

describe('members of a presence channel of Centrifugo', () => {
  const presence = {
    c1: { user: 'ann', client: 'c1', conn_info: { name: 'Ann' } },
    c2: { user: 'ann', client: 'c2', conn_info: { name: 'Ann' } },
    c3: { client: 'c3' },
  };
  const change = (type: 'join' | 'leave', info: object) => ({
    push: { channel: 'chat:1', [type]: { info } },
  });

  it('a member is a user, with one or more connections', async () => {
    const server = await startCentrifugoServer(({ name, socket }) => {
      if (name !== 'presence') return undefined;
      // Came before the list, and after what is in it.
      socket.send(JSON.stringify(change('join', { user: 'bob', client: 'c4' })));
      return { presence: { presence } };
    });
    // With both letters that base64 does not have.
    const claims = Buffer.from('{"sub":"ann","about":"~~~???>>>"}').toString('base64url');
    const { realtime } = connectCentrifugo(server.port, { token: `a.${claims}.b` });
    const chat = realtime.subscribe('presence-chat:1');
    const seen: unknown[] = [];
    chat.onMember('joined', ({ id }) => seen.push(['joined', id]));
    chat.onMember('left', ({ id }) => seen.push(['left', id]));
    await chat.subscribed();
    await until(() => chat.members.size === 3);
    expect([...chat.members.keys()].sort()).toEqual(['ann', 'bob', 'c3']);
    expect(chat.me).toEqual({ id: 'ann', info: { name: 'Ann' } });
    server.say(
      change('leave', { user: 'ann', client: 'c1' }),
      change('leave', { user: 'nobody', client: 'c9' }),
      change('leave', { user: 'bob', client: 'c4' }),
      change('leave', { user: 'ann', client: 'c2' }),
    );
    await until(() => chat.members.size === 1);
    expect(seen.slice(-2)).toEqual([
      ['left', 'bob'],
      ['left', 'ann'],
    ]);
    expect(server.of('subscribe')[0]).toMatchObject({ channel: 'chat:1', join_leave: true });
  });

  it.each([undefined, 'opaque'])(
    'this client is the user that a connect proxy named, with the token %s',
    async (token) => {
      const own = '00000000-0000-4000-8000-000000000001';
      const server = await startCentrifugoServer(({ name }) =>
        name === 'presence'
          ? { presence: { presence: { ...presence, [own]: { user: 'eve', client: own } } } }
          : undefined,
      );
      const { realtime } = connectCentrifugo(server.port, { token });
      const chat = realtime.subscribe('presence-chat:1');
      await chat.subscribed();
      expect([chat.me?.id, chat.members.size]).toEqual(['eve', 3]);
    },
  );

  it('refuses a channel whose members the service does not show', async () => {
    const server = await startCentrifugoServer(({ name }) =>
      name === 'presence' ? { error: { code: 108, message: 'not available' } } : undefined,
    );
    const { realtime } = connectCentrifugo(server.port);
    const subscribed = realtime.subscribe('presence-chat:1').subscribed();
    await expect(subscribed).rejects.toThrow(
      'the members are not available: not available (Centrifugo error 108)',
    );
    await until(() => server.of('unsubscribe').length === 1);
  });
});

describe('recovery on Centrifugo', () => {
  const recoverable = { recoverable: true, positioned: true };
  const event = (n: number, offset: number | string = n) => ({ data: { event: 'n', data: n }, offset });

  async function startWorld(second: (command: Command) => object) {
    const server = await startCentrifugoServer((command) => {
      if (command.name !== 'subscribe') return undefined;
      if (command.nth === 0) return { subscribe: { ...recoverable, epoch: 'E1' } };
      return { subscribe: { ...recoverable, was_recovering: true, ...second(command) } };
    });
    const client = connectCentrifugo(server.port);
    const seen: unknown[] = [];
    const news = client.realtime.subscribe('news');
    news.on('n', ({ data }) => seen.push(data));
    await news.subscribed();
    return { server, seen, ...client };
  }

  it('W9: delivers missed publications after the gap and before live ones, once each', async () => {
    const { server, seen, gaps } = await startWorld(({ socket }) => {
      setTimeout(() => socket.send(JSON.stringify({ push: { channel: 'news', pub: event(4) } })), 5);
      return { epoch: 'E1', recovered: true, offset: 1, publications: [event(1), event(2), event(3)] };
    });
    server.say({ push: { channel: 'news', pub: event(1) } });
    await until(() => seen.length === 1);
    server.drop();
    await until(() => seen.length === 4);
    expect(seen).toEqual([1, 2, 3, 4]);
    expect(gaps()).toEqual([['news', 'all', undefined]]);
    expect(server.of('subscribe')[1]).toMatchObject({ recover: true, epoch: 'E1', offset: 1 });
  });

  it('W9: offsets beyond 2^53 are exact, in both directions', async () => {
    const { server, seen } = await startWorld(() => ({ epoch: 'E1', recovered: true }));
    const line = (offset: string) =>
      `{"push":{"channel":"news","pub":{"data":{"event":"n","data":1},"offset":${offset}}}}`;
    server.say(line('9007199254740993'), line('9007199254740993'), line('9007199254740992'));
    server.say(line('9007199254740994'));
    await until(() => seen.length === 2);
    server.drop();
    await until(() => server.of('subscribe').length === 2);
    expect(server.of('subscribe')[1]).toMatchObject({ epoch: 'E1' });
    expect(BigInt(server.raw.at(-1)?.match(/"offset":(\d+)/)?.[1] ?? 0)).toBe(9007199254740994n);
  });

  it.each([
    ['reset', { epoch: 'E2', offset: 0 }],
    ['expired', { epoch: 'E1', offset: 9 }],
    ['unverifiable', { epoch: 'E1' }],
    ['unavailable', { recoverable: undefined }],
  ])('W9: says why nothing was recovered: %s', async (reason, reply) => {
    const { server, seen, gaps } = await startWorld(() => reply);
    server.say({ push: { channel: 'news', pub: event(1) } });
    await until(() => seen.length === 1);
    server.drop();
    await until(() => gaps().length === 1);
    expect(gaps()).toEqual([['news', 'none', reason]]);
  });
});

describe('recovery that is not complete on Centrifugo', () => {
  const event = (n: number) => ({ data: { event: 'n', data: n }, offset: n });

  /** A channel at offset 1; `replies` are those to the commands that recover. */
  async function startAt1(replies: readonly ((command: Command) => object | null)[], options = {}) {
    const usual = { recoverable: true, positioned: true, epoch: 'E1' };
    let recoveries = 0;
    const server = await startCentrifugoServer((command) => {
      if (command.name !== 'subscribe') return undefined;
      if (command.fields['recover'] !== true) return { subscribe: { ...usual, offset: 1 } };
      const given = replies[recoveries]?.(command);
      recoveries += 1;
      return given === null ? null : { subscribe: { ...usual, was_recovering: true, ...given } };
    });
    const client = connectCentrifugo(server.port, options);
    const seen: unknown[] = [];
    const news = client.realtime.subscribe('news');
    news.on('n', ({ data }) => seen.push(data));
    await news.subscribed();
    return { server, news, seen, ...client };
  }
  const recoveryOf = (server: { of(name: string): readonly object[] }) =>
    server.of('subscribe').filter((fields) => 'recover' in fields);

  it('a recovery that is larger than maxMessageBytes is given up, and the gap says so', async () => {
    const publications = [{ ...event(2), data: { event: 'n', data: 'x'.repeat(20_000) } }];
    const { server, gaps, realtime, seen } = await startAt1(
      [...Array(9)].map(() => () => ({ recovered: true, offset: 1, publications })),
      { maxMessageBytes: 10_000 },
    );
    server.drop();
    await until(() => gaps().length === 1);
    expect(gaps()).toEqual([['news', 'none', 'overflow']]);
    expect(recoveryOf(server)).toHaveLength(1);
    server.say({ push: { channel: 'news', pub: event(2) } });
    await until(() => seen.length === 1);
    expect(realtime.state).toBe('connected');
  });

  it.each([
    ['begins later', { publications: [event(5)] }, 5],
    ['has a hole', { publications: [event(2), event(4)] }, 4],
    ['has one without an offset', { publications: [{ data: { event: 'n', data: 4 }, offset: -1 }] }, 4],
    ['ends before the reply says', { publications: [event(2)], offset: 3 }, 2],
  ])('recovered publications of which the list %s are not all', async (_what, reply, last) => {
    const { server, gaps, seen } = await startAt1([() => ({ recovered: true, offset: 1, ...reply })]);
    server.drop();
    await until(() => seen.includes(last));
    expect(gaps()).toEqual([['news', 'some', 'unverifiable']]);
  });

  it('a recovery from another stream is none, whatever the service says', async () => {
    const { server, gaps } = await startAt1([() => ({ recovered: true, epoch: 'E2', offset: 1 })]);
    server.drop();
    await until(() => gaps().length === 1);
    expect(gaps()).toEqual([['news', 'none', 'reset']]);
  });

  it('a hole between live publications is reported, and the next recovery is partial, once', async () => {
    const recovered = () => ({ recovered: true, offset: 5 });
    const { server, errors, gaps, seen } = await startAt1([recovered, recovered]);
    server.say(...[2, 5].map((n) => ({ push: { channel: 'news', pub: event(n) } })));
    await until(() => seen.length === 2);
    expect(errors().map(({ message }) => message)).toEqual([
      expect.stringContaining('publications on news are missing: offset 5 follows 2'),
    ]);
    for (const count of [1, 2]) {
      server.drop();
      await until(() => gaps().length === count);
    }
    expect(gaps()).toEqual([
      ['news', 'some', 'unverifiable'],
      ['news', 'all', undefined],
    ]);
  });

  it('a verdict that arrives after the client left is that of the next subscription', async () => {
    let answer = () => {};
    const late = ({ socket }: Command) => {
      const reply = { recoverable: true, epoch: 'E1', was_recovering: true, offset: 9 };
      answer = () => socket.send(JSON.stringify({ id: 2, subscribe: reply }));
      return null;
    };
    const expired = () => ({ offset: 9 });
    const { server, gaps, news, realtime } = await startAt1([late, expired]);
    server.drop();
    await until(() => recoveryOf(server).length === 1);
    news.unsubscribe();
    answer();
    await until(() => server.of('unsubscribe').length === 1);
    await realtime.subscribe('news').subscribed();
    expect(recoveryOf(server)).toMatchObject([{ offset: 1 }, { offset: 1 }]);
    expect(gaps()).toEqual([['news', 'none', 'expired']]);
  });

  it('a missing event is not forgotten by a confirmation after the client left', async () => {
    let answer = () => {};
    const late = ({ socket }: Command) => {
      const reply = { recoverable: true, epoch: 'E1', was_recovering: true, recovered: true, offset: 5 };
      answer = () => socket.send(JSON.stringify({ id: 2, subscribe: reply }));
      return null;
    };
    const { server, gaps, news, realtime, seen } = await startAt1([
      late,
      () => ({ recovered: true, offset: 5 }),
    ]);
    server.say(...[2, 5].map((n) => ({ push: { channel: 'news', pub: event(n) } })));
    await until(() => seen.length === 2);
    server.drop();
    await until(() => recoveryOf(server).length === 1);
    news.unsubscribe();
    answer();
    await until(() => server.of('unsubscribe').length === 1);
    await realtime.subscribe('news').subscribed();
    expect(gaps()).toEqual([['news', 'some', 'unverifiable']]);
  });
});

describe('the connection to Centrifugo', () => {
  it.each([
    [3500, 'invalid token', 'failed', 'is not authorized (invalid token, Centrifugo code 3500), code 4009'],
    [3503, 'stale', 'failed', 'stale, Centrifugo code 3503'],
    [4501, 'banned', 'failed', 'banned'],
    [3001, 'shutdown', 'reconnecting', 'shutdown'],
    [4001, 'custom', 'reconnecting', 'custom, Centrifugo code 4001'],
  ])('W5: the close code %i (%s) means %s', async (code, reason, state, message) => {
    const server = await startCentrifugoServer(({ name, connection, socket }) => {
      if (name !== 'connect' || connection > 1) return undefined;
      socket.close(code, reason);
      return null;
    });
    const { realtime, told } = connectCentrifugo(server.port);
    realtime.connect().catch(() => {});
    await until(() => told.some((event) => event.type === 'state' && event.state === state));
    const [error] = told.flatMap((event) => (event.type === 'state' && event.error ? [event.error] : []));
    expect(error?.message).toContain(message);
    if (state === 'reconnecting') await until(() => realtime.state === 'connected');
  });

  it('gets another token when one is expired at the connect command', async () => {
    const server = await startCentrifugoServer(({ name, nth }) =>
      name === 'connect' && nth === 0 ? { error: { code: 109, message: 'token expired' } } : undefined,
    );
    const { next } = counter();
    const { realtime } = connectCentrifugo(server.port, { token: async () => `token-${next()}` });
    await realtime.connect();
    expect(server.of('connect').map(({ token }) => token)).toEqual(['token-1', 'token-2']);
    // The service reads nothing after such a refusal.
    expect(server.commands.map(({ connection }) => connection)).toEqual([1, 2]);
  });

  it('ends when a fixed token is expired, and when there is no token', async () => {
    const server = await startCentrifugoServer(() => ({ error: { code: 109, message: 'token expired' } }));
    const fixed = connectCentrifugo(server.port, { token: 'old' });
    await expect(fixed.realtime.connect()).rejects.toThrow('make token a function');
    const none = connectCentrifugo(server.port, { token: () => '' });
    await expect(none.realtime.connect()).rejects.toThrow('token failed: it returned no text');
  });

  it('asks again after a token function that threw, and reports why', async () => {
    const server = await startCentrifugoServer();
    const cause = new Error('the endpoint is down');
    const runtime = createManualRuntime({ random: () => 0.5 });
    let calls = 0;
    const token = async () => {
      calls += 1;
      if (calls === 1) throw cause;
      return 'jwt';
    };
    const { realtime, told } = connectCentrifugo(server.port, { token, runtime, reconnect: undefined });
    const connected = realtime.connect({ timeoutMs: Infinity });
    await until(() => told.some((event) => event.type === 'state' && event.error?.cause === cause));
    await runtime.advance(5_000);
    await connected;
    expect(calls).toBe(2);
  });

  it('renews tokens before they expire, also after a failure, until the client closes', async () => {
    const runtime = createManualRuntime({ random: () => 0.5 });
    const server = await startCentrifugoServer(({ name, nth }) => {
      const life = { expires: true, ttl: 100 };
      if (name === 'connect') return { connect: { client: 'c', ...life } };
      if (name === 'subscribe') return { subscribe: life };
      if (name === 'refresh' && nth === 0) return { error: { code: 100, message: 'internal' } };
      return name === 'refresh' || name === 'sub_refresh' ? { [name]: life } : undefined;
    });
    const { next } = counter();
    const token = () => `token-${next()}`;
    const subscriptionToken = async ({ channel }: { channel: string }) => `${channel}-${next()}`;
    const { realtime } = connectCentrifugo(server.port, { token, subscriptionToken, runtime });
    const channel = realtime.subscribe('private-a');
    await channel.subscribed();
    expect(server.of('subscribe')[0]).toMatchObject({ channel: 'a', token: 'a-2' });
    await runtime.advance(89_000);
    expect([server.of('refresh'), server.of('sub_refresh')]).toEqual([[], []]);
    await runtime.advance(1_500);
    await until(() => server.of('sub_refresh').length === 1 && server.of('refresh').length === 1);
    expect(server.of('sub_refresh')).toEqual([{ channel: 'a', token: expect.stringMatching(/^a-[34]$/) }]);
    await repliesRead(server, channel);
    await runtime.advance(5_000);
    await until(() => server.of('refresh').length === 2);
    const closing = realtime.close();
    await runtime.advance(1_000);
    await closing;
    expect(runtime.pendingSleeps).toEqual([]);
  });

  it.each([-1, 0.001, undefined])(
    'a token with the ttl %s is renewed after seconds, again and again',
    async (ttl) => {
      const runtime = createManualRuntime({ random: () => 0.5 });
      const server = await startCentrifugoServer(({ name }) => {
        if (name === 'connect') return { connect: { client: 'c', expires: true, ttl } };
        return name === 'refresh' ? { refresh: { client: 'c', expires: true, ttl } } : undefined;
      });
      const { next } = counter();
      const { realtime } = connectCentrifugo(server.port, { token: () => `token-${next()}`, runtime });
      const channel = realtime.subscribe('a');
      await channel.subscribed();
      for (const count of [1, 2]) {
        await runtime.advance(3_600);
        await repliesRead(server, channel);
        expect(server.of('refresh')).toHaveLength(count - 1);
        await runtime.advance(200);
        await until(() => server.of('refresh').length === count);
        await repliesRead(server, channel);
      }
    },
  );

  it('an error page instead of a token is a failure that passes', async () => {
    const server = await startCentrifugoServer();
    const texts = ['upstream unavailable', '<html>', 'good'];
    const runtime = createManualRuntime({ random: () => 0.5 });
    const token = () => texts.shift() ?? '';
    const { realtime, told } = connectCentrifugo(server.port, { token, runtime, reconnect: undefined });
    const connected = realtime.connect({ timeoutMs: Infinity });
    const failures = () => told.filter((event) => event.type === 'state' && event.error !== undefined);
    for (const count of [1, 2]) {
      await until(() => failures().length >= count);
      await runtime.advance(60_000);
    }
    await connected;
    for (const event of failures())
      expect(event).toMatchObject({ error: { message: expect.stringContaining('a text that is no token') } });
    expect(server.of('connect').map((fields) => fields['token'])).toEqual(['good']);
  });

  it('answers pings, and pings itself when the service is silent', async () => {
    const runtime = createManualRuntime({ random: () => 0.5 });
    const server = await startCentrifugoServer();
    const { realtime } = connectCentrifugo(server.port, { runtime });
    const channel = realtime.subscribe('a');
    await channel.subscribed();
    await runtime.advance(34_000);
    server.say({});
    await until(() => server.commands.some(({ name }) => name === ''));
    await runtime.advance(34_000);
    expect(server.of('unsubscribe')).toEqual([]);
    await runtime.advance(1_500);
    await until(() => server.of('unsubscribe').length === 1);
    await repliesRead(server, channel);
    await runtime.advance(31_000);
    expect(realtime.state).toBe('connected');
  });

  it('W12: garbage is reported and ignored, and a frame with one bad line is read', async () => {
    const server = await startCentrifugoServer();
    const { realtime, errors } = connectCentrifugo(server.port);
    const news = realtime.subscribe('news');
    const seen: unknown[] = [];
    news.on('publication', ({ data }) => seen.push(data));
    await news.subscribed();
    server.say('no json', '[1]', '{"unknown":1}', '{"push":7}', '{"push":{}}', '{"id":99,"error":7}', '', '');
    server.say('{"push":{"channel":"news","pub":null}}', pub('news', 2));
    await until(() => seen.includes(2));
    expect(errors().map(({ code }) => code)).toEqual(Array(4).fill('protocol'));
    expect(realtime.state).toBe('connected');
  });

  it('a channel that the service ends fails with the reason, and can be retried', async () => {
    const server = await startCentrifugoServer();
    const { realtime } = connectCentrifugo(server.port);
    const news = realtime.subscribe('news');
    const other = realtime.subscribe('other');
    await Promise.all([news.subscribed(), other.subscribed()]);
    server.say({ push: { channel: 'news', unsubscribe: { code: 2000, reason: 'server unsubscribe' } } });
    await until(() => news.state === 'failed');
    expect(news.error?.message).toContain('server unsubscribe, code 2000');
    await until(() => other.state === 'subscribed');
    news.retry();
    await news.subscribed();
    server.say({ push: { channel: 'news', unsubscribe: { code: 2500, reason: 'insufficient state' } } });
    await until(() => server.of('connect').length === 3);
    await news.subscribed();
  });

  it('a channel that was left meanwhile is not refused on a later connection', async () => {
    const server = await startCentrifugoServer();
    const { realtime } = connectCentrifugo(server.port);
    const news = realtime.subscribe('news');
    await news.subscribed();
    realtime.on('state', ({ state }) => state === 'reconnecting' && news.unsubscribe());
    server.say({ push: { channel: 'news', unsubscribe: { code: 2000, reason: 'server unsubscribe' } } });
    await until(() => server.of('connect').length === 2 && realtime.state === 'connected');
    server.drop();
    await until(() => server.of('connect').length === 3 && realtime.state === 'connected');
    await realtime.subscribe('news').subscribed();
  });

  it.each(['one frame', 'two frames'])(
    'channels that the service ends in %s fail, all of them',
    async (how) => {
      const server = await startCentrifugoServer();
      const { realtime } = connectCentrifugo(server.port);
      const channels = ['a', 'b', 'c'].map((name) => realtime.subscribe(name));
      const [a, b, c] = channels;
      await Promise.all(channels.map((channel) => channel.subscribed()));
      const ended = ['a', 'b'].map((channel) => ({ push: { channel, unsubscribe: { code: 2000 } } }));
      if (how === 'one frame') server.say(...ended);
      else for (const each of ended) server.say(each);
      await until(() => server.of('connect').length === 2 && c?.state === 'subscribed');
      await until(() => a?.state === 'failed' && b?.state === 'failed');
      const again = server.commands.filter(
        ({ name, connection }) => name === 'subscribe' && connection === 2,
      );
      expect(again.map(({ fields }) => fields['channel'])).toEqual(['c']);
    },
  );

  it('a channel that the client leaves after the service ended it needs no new connection', async () => {
    let fence: (() => void) | undefined;
    const server = await startCentrifugoServer(({ name, fields, socket }) => {
      if (name !== 'unsubscribe' || fields['channel'] === 'news') return undefined;
      fence = () => socket.send('{"id":3,"unsubscribe":{}}');
      return null;
    });
    const { realtime, states } = connectCentrifugo(server.port);
    const news = realtime.subscribe('news');
    await news.subscribed();
    server.say({ push: { channel: 'news', unsubscribe: { code: 2000 } } });
    await until(() => fence !== undefined);
    news.unsubscribe();
    fence?.();
    await realtime.subscribe('news').subscribed();
    await repliesRead(server, realtime.subscribe('news'));
    expect(states()).toEqual(['connecting', 'connected']);
  });

  it('a service that does not reply after it ended a subscription gets a new connection', async () => {
    const runtime = createManualRuntime({ random: () => 0.5 });
    const server = await startCentrifugoServer(({ name }) => (name === 'unsubscribe' ? null : undefined));
    const { realtime } = connectCentrifugo(server.port, { runtime, reconnect: undefined });
    const news = realtime.subscribe('news');
    await news.subscribed();
    server.say({ push: { channel: 'news', unsubscribe: { code: 2500 } } });
    await until(() => server.of('unsubscribe').length === 1);
    await runtime.advance(1_000);
    await until(() => realtime.state === 'reconnecting');
  });

  it('W5: no reply to the connect command ends the attempt', async () => {
    const runtime = createManualRuntime({ random: () => 0.5 });
    const server = await startCentrifugoServer(({ connection }) => (connection === 1 ? null : undefined));
    const { realtime, states } = connectCentrifugo(server.port, { runtime });
    realtime.connect({ timeoutMs: Infinity }).catch(() => {});
    await until(() => server.commands.length === 1);
    await runtime.advance(15_100);
    expect(states()).toContain('reconnecting');
    await runtime.advance(40_000);
    await until(() => realtime.state === 'connected');
  });
});

describe('what Centrifugo lacks', () => {
  it('W14: is refused with a reason', async () => {
    const { realtime } = connectCentrifugo(1, { autoConnect: false });
    const subscribe = realtime.subscribe as (name: string, options?: object) => unknown;
    expect(() => subscribe('private-encrypted-a')).toThrow('no encrypted channels');
    expect(() => subscribe('a', { rewind: 3 })).toThrow('no rewind');
    for (const name of ['', '#a', 'a b', 'ä', 'private-', 'a'.repeat(256)])
      expect(() => subscribe(name)).toThrow('channel name');
    const { signIn } = realtime as unknown as { signIn(): Promise<void> };
    await expect(signIn()).rejects.toMatchObject({ code: 'unsupported' });
  });

  it('options are refused by name', () => {
    const create = createCentrifugoClient as (options: object) => unknown;
    const host = '127.0.0.1';
    expect(() => create({ host, getToken: () => '' })).toThrow(/getToken.*token/s);
    expect(() => create({ host, authenticate: () => '' })).toThrow('authenticate');
    expect(() => create({ host, token: 7 })).toThrow('token must be');
    expect(() => create({ host, subscriptionToken: 'x' })).toThrow('subscriptionToken must be');
    expect(() => create({ host, events: {} })).toThrow('events must be');
    expect(() => create({ host, socket: sharedSocket() })).toThrow('sharedSocket');
    expect(() => create({})).toThrow('host is missing');
    expect(() => create({ host, port: 0 })).toThrow('port must be');
    expect(() => create({ host, pongTimeoutMs: -1 })).toThrow('pongTimeoutMs');
  });
});
