import { ConfigurationError, createRuntime, InvalidInputError } from '@org/core';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { createRealtimeClient, defineChannel, httpAuthorizer } from '../src/index.ts';
import {
  createRealtimeServerClient,
  defineChannel as defineServerChannel,
  readClientEvent,
} from '../src/server/index.ts';

const requests: string[] = [];
const fetch = async (input: RequestInfo | URL) => {
  requests.push(input instanceof Request ? input.url : String(input));
  return new Response('{}');
};
const server = createRealtimeServerClient({
  appId: '1',
  key: 'key',
  secret: 'secret',
  host: 'localhost',
  runtime: { fetch },
});
const client = createRealtimeClient({ key: 'key', host: 'localhost', autoConnect: false });
afterAll(() => Promise.all([server.close(), client.close()]));

describe('the server refuses before anything is sent', () => {
  const event = { channel: 'a', event: 'b', data: 1 };
  const wish = { socketId: '1.1', channelName: 'private-a' };

  it.each<[string, () => Promise<unknown>, string]>([
    ['no channel', () => server.trigger(undefined as never, 'b', 1), 'channels'],
    ['a hole among the channels', () => server.trigger(new Array(2) as never, 'b', 1), 'channel'],
    ['no batch', () => server.triggerBatch(undefined as never), 'events'],
    ['a hole in a batch', () => server.triggerBatch(Object.assign(new Array(2), [event])), 'events'],
    ['null in a batch', () => server.triggerBatch([null] as never), 'events'],
    [
      'an event of a batch with the name of the protocol',
      () => server.triggerBatch([{ channel: 'a', name: 'b', data: 1 }] as never),
      'events',
    ],
    ['socket_id', () => server.trigger('a', 'b', 1, { socket_id: '1.1' } as never), 'socket_id'],
    [
      'socket_id in a batch',
      () => server.triggerBatch([{ ...event, socket_id: '1.1' } as never]),
      'socket_id',
    ],
    ['an event that is not text', () => server.trigger('a', 5 as never, 1), 'event'],
    ['a channel that is not text', () => server.trigger(5 as never, 'b', 1), 'channels'],
    ['options that are null', () => server.trigger('a', 'b', 1, null as never), 'options'],
    ['options that are a list', () => server.trigger('a', 'b', 1, [] as never), 'options'],
    ['info as a text', () => server.trigger('a', 'b', 1, { info: 'user_count' as never }), 'info'],
    ['info in a batch', () => server.triggerBatch([{ ...event, info: [5] as never }]), 'info'],
    ['a query that is null', () => server.channels.list(null as never), 'query'],
    ['info of a list', () => server.channels.list({ info: 'user_count' as never }), 'info'],
    ['a prefix that is not text', () => server.channels.list({ prefix: 5 as never }), 'prefix'],
    ['a query of one channel', () => server.channels.get('a', 5 as never), 'query'],
    ['info of one channel', () => server.channels.get('a', { info: 'user_count' as never }), 'info'],
    ['users of no channel', () => server.channels.users(undefined as never), 'channel'],
    ['a user id that is not text', () => server.terminateUserConnections(5 as never), 'userId'],
    ['no authorisation request', () => server.authorizeChannel(undefined as never), 'request'],
    ['an authorisation request that is a text', () => server.authorizeChannel('1.1' as never), 'request'],
    [
      'a member that is null',
      () => server.authorizeChannel({ ...wish, channelName: 'presence-a', member: null as never }),
      'member',
    ],
    [
      'a member whose userInfo is not JSON',
      () =>
        server.authorizeChannel({
          ...wish,
          channelName: 'presence-a',
          member: { userId: 'u', userInfo: { n: 1n } },
        }),
      'member.userInfo',
    ],
    [
      'a member with a number as id',
      () => server.authorizeChannel({ ...wish, channelName: 'presence-a', member: { userId: 7 as never } }),
      'member.userId',
    ],
    [
      'null in a batch of channels',
      () => server.authorizeChannels({ socketId: '1.1', channels: [null] as never }),
      'channels',
    ],
    [
      'a batch of channels with a name that is not text',
      () => server.authorizeChannels({ socketId: '1.1', channels: [{ channelName: [Symbol()] as never }] }),
      'channel',
    ],
    ['no user', () => server.authenticateUser('1.1', undefined as never), 'user'],
    [
      'an empty user id in a watchlist',
      () => server.authenticateUser('1.1', { id: 'u', watchlist: [''] }),
      'user.watchlist',
    ],
    ['a user that is a text', () => server.authenticateUser('1.1', 'u1' as never), 'user'],
    [
      'a watchlist that is a text',
      () => server.authenticateUser('1.1', { id: 'u', watchlist: 'v' as never }),
      'user.watchlist',
    ],
    [
      'a watchlist of 101',
      () => server.authenticateUser('1.1', { id: 'u', watchlist: Array.from({ length: 101 }, String) }),
      'user.watchlist',
    ],
    ['no webhook', () => server.webhooks.parse(undefined as never), 'request'],
    ['a webhook without headers', () => server.webhooks.parse({ body: '' } as never), 'request'],
    ['a webhook without a body', () => server.webhooks.parse({ headers: {} } as never), 'body'],
    ['no definition', async () => readClientEvent(undefined as never, {} as never), 'definition'],
    [
      'no event of a webhook',
      async () => readClientEvent(defineChannel('a', { events: {} }), null as never),
      'definition',
    ],
    ['no request', () => server.request(undefined as never), 'path'],
    ['a request without a path', () => server.request({ method: 'GET' } as never), 'path'],
    [
      'a path that would continue the app id',
      () => server.request({ method: 'GET', path: '2/channels' }),
      'path',
    ],
    [
      'a query that keeps its names elsewhere',
      () => server.request({ method: 'GET', path: '/x', query: new URLSearchParams('a=1') as never }),
      'query',
    ],
    ...['auth_key', 'auth_signature', 'AUTH_Timestamp', 'auth_version', 'auth_x', 'body_md5', 'Body_MD5'].map(
      (name): [string, () => Promise<unknown>, string] => [
        `the caller's ${name}`,
        () => server.request({ method: 'GET', path: '/channels', query: { [name]: 'x' } }),
        `query.${name}`,
      ],
    ),
    [
      'a name twice, in another case',
      () => server.request({ method: 'GET', path: '/channels', query: { info: 'a', Info: 'b' } }),
      'query.Info',
    ],
    [
      'a webhook that was parsed already',
      () => server.webhooks.parse({ headers: {}, body: { time_ms: 1, events: [] } as never }),
      'body',
    ],
  ])('%s', async (_what, call, path) => {
    const error = await call().catch((reason: unknown) => reason);
    expect(InvalidInputError.isInstance(error) && error.issues?.map((issue) => issue.path)).toEqual([path]);
    expect(requests).toEqual([]);
  });
});

it('a missing secret is asked for by the name of its option', async () => {
  await using lacking = createRealtimeServerClient({
    appId: '1',
    key: 'key',
    host: 'localhost',
    runtime: { fetch },
  });
  vi.stubEnv('REALTIME_APP_SECRET', undefined);
  await expect(lacking.trigger('a', 'b', 1)).rejects.toThrow(/REALTIME_APP_SECRET.*or pass secret\.$/);
  vi.unstubAllEnvs();
});

it.each([
  ['a line break at its end', 'secret\n'],
  ['half of a surrogate pair', '\ud800'],
])('a secret with %s makes no token, as it makes no call', async (_what, secret) => {
  await using damaged = createRealtimeServerClient({ appId: '1', key: 'key', secret, host: 'localhost' });
  const wish = { socketId: '1.1', channelName: 'private-a' };
  const copied = 'secret of the realtime service contains characters that are not allowed';
  await expect(damaged.authorizeChannel(wish)).rejects.toThrow(copied);
  await expect(damaged.authenticateUser('1.1', { id: 'ann' })).rejects.toThrow(copied);
  await expect(damaged.trigger('a', 'b', 1)).rejects.toMatchObject({ code: 'credential' });
});

it('the error for an app id that is a number names the option', () => {
  const options = { appId: 3 as never, key: 'key', secret: 'secret', host: 'localhost' };
  expect(() => createRealtimeServerClient(options)).toThrow('appId must be text, in quotes.');
});

it('a server without an address signs tokens, and refuses calls', async () => {
  await using unaddressed = createRealtimeServerClient({
    appId: '1',
    key: 'key',
    secret: 'secret',
    runtime: { fetch },
  });
  const token = await unaddressed.authorizeChannel({ socketId: '1.1', channelName: 'private-a' });
  expect(token.auth).toMatch(/^key:/);
  const missing = 'host or cluster is missing: pass it, or set REALTIME_HOST or REALTIME_CLUSTER.';
  await expect(unaddressed.trigger('a', 'b', 1)).rejects.toThrow(missing);
  await expect(unaddressed.triggerBatch([{ channel: 'a', event: 'b', data: 1 }])).rejects.toThrow(missing);
  await expect(unaddressed.channels.list()).rejects.toThrow(missing);
  await expect(unaddressed.request({ method: 'GET', path: '/channels' })).rejects.toThrow(missing);
  expect(requests).toEqual([]);
});

describe('the server is refused when it is made', () => {
  const address = { appId: '1', key: 'key', secret: 'secret', host: 'localhost' };

  it.each<[string, unknown]>([
    ['options that are null', null],
    ['options that are a text', 'key'],
    ['cluster beside host', { ...address, cluster: 'eu' }],
    ['maxEventBytes that is a text', { ...address, maxEventBytes: '10' }],
    ['maxEventBytes 0', { ...address, maxEventBytes: 0 }],
    ['webhooks that are a list', { ...address, webhooks: [] }],
    ['tokens that are not a list', { ...address, webhooks: { tokens: {} } }],
    ['a token without a key', { ...address, webhooks: { tokens: [{ secret: 'x' }] } }],
    ['a token without a secret', { ...address, webhooks: { tokens: [{ key: 'x' }] } }],
    [
      'a store without owners, as an earlier version had it',
      {
        ...address,
        webhooks: { replayStore: { claim: () => 'claimed', settle: () => {}, release: () => {} } },
      },
    ],
    ['a tolerance that is not a number', { ...address, webhooks: { toleranceMs: Number.NaN } }],
    ['consent that is a text', { ...address, dangerouslyAllowHttp: 'yes' }],
    ['maxMemberBytes that is a BigInt', { ...address, maxMemberBytes: 1n }],
    ['port that is a BigInt', { ...address, port: 1n }],
    ['a host that is none', { ...address, host: '999.1.1.1' }],
    ['a host that is a symbol', { ...address, host: Symbol('host') }],
  ])('%s', (_what, options) => {
    expect(() => createRealtimeServerClient(options as never)).toThrow(
      expect.toSatisfy((error) => ConfigurationError.isInstance(error)),
    );
  });

  it('plain http to another machine, unless dangerouslyAllowHttp', async () => {
    const other = { ...address, host: 'realtime.internal', useTls: false, runtime: { fetch } };
    expect(() => createRealtimeServerClient(other)).toThrow(/realtime\.internal.*dangerouslyAllowHttp: true/);
    await using allowed = createRealtimeServerClient({ ...other, dangerouslyAllowHttp: true });
    requests.length = 0;
    await allowed.trigger('orders', 'paid', 1);
    expect(requests).toEqual([expect.stringMatching(/^http:\/\/realtime\.internal\/apps\/1\/events\?/)]);
    requests.length = 0;
  });
});

describe('the client is refused when it is made', () => {
  const address = { key: 'key', host: 'localhost' };

  it.each<[string, unknown]>([
    ['no options', undefined],
    ['options that are null', null],
    ['options that are a text', 'key'],
    ['cluster beside host', { ...address, cluster: 'eu' }],
    ['no address', { key: 'key' }],
    ['the secret', { ...address, secret: 'x' }],
    ['onEvent that is not a function', { ...address, onEvent: {} }],
    ['autoConnect that is a text', { ...address, autoConnect: 'no' }],
    ['reconnect that is a number', { ...address, reconnect: 5 }],
    ['reconnect that is null', { ...address, reconnect: null }],
    ['a port that is a BigInt', { ...address, port: 1n }],
    ['a host that is none', { ...address, host: '1.2.3.4.5' }],
    ['runtime that is a number', { ...address, runtime: 5 }],
    ['a part of the runtime that is not a function', { ...address, runtime: { now: 5 } }],
  ])('%s', (_what, options) => {
    expect(() => createRealtimeClient(options as never)).toThrow(
      expect.toSatisfy((error) => ConfigurationError.isInstance(error)),
    );
  });

  it('but takes a part of a runtime', async () => {
    const partial = createRealtimeClient({ ...address, runtime: { random: () => 0 } });
    expect(partial.state).toBe('idle');
    await partial.close();
  });
});

describe('the client refuses invalid input', () => {
  const serverDefinition = defineServerChannel('a', { events: {} });
  const channel = () => client.subscribe('presence-room');

  it.each<[string, () => Promise<unknown>, string]>([
    ['connect: null', () => client.connect(null as never), 'options'],
    ['connect: a signal that is none', () => client.connect({ signal: {} as never }), 'signal'],
    ['connect: a time that is a symbol', () => client.connect({ timeoutMs: Symbol() as never }), 'timeoutMs'],
    [
      'diagnose: a time that is a symbol',
      () => client.diagnose({ timeoutMs: Symbol() as never }),
      'timeoutMs',
    ],
    ['connect: a time that is a text', () => client.connect({ timeoutMs: '5' as never }), 'timeoutMs'],
    ['subscribed: a number', () => channel().subscribed(5 as never), 'options'],
    ['subscribed: a signal that is none', () => channel().subscribed({ signal: 5 as never }), 'signal'],
  ])('%s', async (_what, call, path) => {
    await expect(call()).rejects.toMatchObject({ code: 'invalid-input', issues: [{ path }] });
  });

  it.each<[string, () => unknown, string]>([
    ['an event of the client that does not exist', () => client.on('stat' as never, () => {}), 'type'],
    ['no listener of the client', () => client.on('state', undefined as never), 'listener'],
    ['a channel that is null', () => client.subscribe(null as never), 'channel'],
    ['a definition of the server', () => client.subscribe(serverDefinition as never), 'channel'],
    ['a definition by hand', () => client.subscribe({ name: 'a', events: {} } as never), 'channel'],
    ['a definition without events', () => defineChannel('a', {} as never), 'events'],
    ['a schema that is none', () => defineChannel('a', { events: { b: 5 } } as never), 'events.b'],
    ['an event name that is not text', () => channel().on(5 as never, () => {}), 'event'],
    ['an event of the protocol', () => channel().on('pusher:subscription_succeeded', () => {}), 'event'],
    ['events with a name that is not text', () => channel().events(5 as never), 'event'],
    ['events: options that are null', () => channel().events('a', null as never), 'options'],
    ['events: a signal that is none', () => channel().events('a', { signal: 5 as never }), 'signal'],
    [
      'events: a buffer that is a symbol',
      () => channel().events('a', { buffer: Symbol() as never }),
      'buffer',
    ],
    ['events: overflow', () => channel().events('a', { overflow: 'drop' as never }), 'overflow'],
    [
      'a change of members that does not exist',
      () => channel().onMember('came' as never, () => {}),
      'change',
    ],
    ['no listener of members', () => channel().onMember('joined', undefined as never), 'listener'],
    ['no channel', () => client.subscribe(undefined as never), 'channel'],
    ['no events', () => defineChannel('orders', undefined as never), 'events'],
    ['lingerMs', () => client.subscribe('a', { lingerMs: -1 }), 'lingerMs'],
    ['lingerMs that is a symbol', () => client.subscribe('a', { lingerMs: Symbol() as never }), 'lingerMs'],
    ['maxBuffered', () => client.subscribe('a', { maxBuffered: 0 }), 'maxBuffered'],
    ['refetchTimeoutMs', () => client.subscribe('a', { refetchTimeoutMs: 0 }), 'refetchTimeoutMs'],
    ['refetch', () => client.subscribe('a', { refetch: 'x' as never }), 'refetch'],
    ['idOf', () => client.subscribe('a', { idOf: 'x' as never }), 'idOf'],
    ['subscribe: overflow', () => client.subscribe('a', { overflow: 'error' as never }), 'overflow'],
    ['subscribe: options that are not an object', () => client.subscribe('a', 5 as never), 'options'],
    ['no listener', () => client.subscribe('orders').on('paid', undefined as never), 'listener'],
  ])('%s', (_what, call, path) => {
    expect(call).toThrow(
      expect.objectContaining({ code: 'invalid-input', issues: [expect.objectContaining({ path })] }),
    );
  });

  it.each([0, -1, Number.NaN])('a wait of %j ms', async (timeoutMs) => {
    await expect(client.subscribe('orders').subscribed({ timeoutMs })).rejects.toMatchObject({
      code: 'invalid-input',
    });
  });
});

describe('httpAuthorizer', () => {
  it.each([
    ['nothing', undefined],
    ['plain http to another machine', { endpoint: 'http://acme.dev/auth' }],
    ['another protocol', { endpoint: 'ftp://acme.dev/auth' }],
    ['a password in it', { endpoint: 'https://ann:pw@acme.dev/auth' }],
    ['headers that keep their names elsewhere', { endpoint: '/a', headers: new Headers({ a: 'b' }) }],
    ['headers that are not texts', { endpoint: '/a', headers: { a: 5 } }],
    ['fields that keep their names elsewhere', { endpoint: '/a', fields: new Map([['a', 'b']]) }],
    ['credentials', { endpoint: '/a', credentials: 'yes' }],
    ['consent that is a text', { endpoint: 'https://a.dev/', dangerouslyAllowHttp: 'yes' }],
  ])('refuses an endpoint that cannot work: %s', (_what, options) => {
    expect(() => httpAuthorizer(options as never)).toThrow(
      expect.objectContaining({ code: 'configuration' }),
    );
  });

  it('names the option that allows plain http to another machine, and takes it', () => {
    const endpoint = 'http://app.internal/auth';
    expect(() => httpAuthorizer({ endpoint })).toThrow(/app\.internal.*dangerouslyAllowHttp: true/);
    expect(() => httpAuthorizer({ endpoint, dangerouslyAllowHttp: true })).not.toThrow();
  });

  it.each(['https://acme.dev/auth', 'http://127.0.0.1:3000/auth', 'http://localhost/auth', '/realtime/auth'])(
    'takes %s',
    (endpoint) => {
      expect(() => httpAuthorizer({ endpoint })).not.toThrow();
    },
  );

  it('refuses Headers from its headers function', async () => {
    const headers = () => new Headers({ a: 'b' }) as never;
    const authorize = httpAuthorizer({ endpoint: 'https://acme.dev/auth', headers });
    const { signal } = new AbortController();
    const request = { socketId: '1.1', channelName: 'private-a', signal, runtime: createRuntime({ fetch }) };
    await expect(authorize(request)).rejects.toMatchObject({ code: 'configuration' });
    expect(requests).toEqual([]);
  });

  it('asks for the whole address where there is no page', async () => {
    const authorize = httpAuthorizer({ endpoint: '/realtime/auth' });
    const { signal } = new AbortController();
    const request = { socketId: '1.1', channelName: 'private-a', signal, runtime: createRuntime() };
    const error = await authorize(request).catch((reason: unknown) => reason);
    expect(ConfigurationError.isInstance(error) && error.message).toContain('https://acme.dev/realtime/auth');
  });
});
