import { describe, expect, it, onTestFinished, vi } from 'vitest';
import PusherByDefault, { Pusher, type PusherOptions } from '../../src/pusher-compat/index.ts';
import { recovery } from '../../src/recovery/index.ts';
import { until } from '../realtime-fixtures.ts';
import { type Stage, startStage } from './stage.ts';

function create(stage: Stage, more: PusherOptions = {}): Pusher {
  const pusher = new Pusher(stage.service.app.key, stage.options(more));
  onTestFinished(() => pusher.disconnect());
  return pusher;
}

describe('options', () => {
  const make = (options: unknown, key: unknown = 'key') =>
    new Pusher(key as string, options as PusherOptions);

  it.each([
    [{ cluster: 'eu' }, '', 'key is missing: new Pusher(key, { cluster }).'],
    [undefined, 'key', 'Options are missing: new Pusher(key, { cluster }).'],
    [{}, 'key', 'cluster is missing: set it for the hosted service, or wsHost for another server.'],
    [
      { cluster: 'eu', enabledTransports: ['xhr_polling', 'sockjs'] },
      'key',
      'There is WebSocket alone: add ws and wss to enabledTransports, or remove the option. xhr_streaming,',
    ],
    [{ cluster: 'eu', disabledTransports: ['ws', 'wss'] }, 'key', 'There is WebSocket alone'],
    [
      { cluster: 'eu', channelAuthorization: { transport: 'jsonp', endpoint: '/a' } },
      'key',
      'channelAuthorization.transport: jsonp is not supported. Use ajax, and allow CORS at /a.',
    ],
    [{ cluster: 'eu', authTransport: 'jsonp' }, 'key', 'jsonp is not supported'],
    [
      { cluster: 'eu', userAuthentication: { transport: 'jsonp' } },
      'key',
      'userAuthentication.transport: jsonp is not supported. Use ajax, and allow CORS at /pusher/user-auth.',
    ],
    [{ cluster: 'eu', secret: 's' }, 'key', 'secret is not allowed here: it belongs on a server.'],
  ])('%j with the key "%s": %s', (options, key, message) => {
    expect(() => make(options, key)).toThrow(message);
  });

  it('are the address of pusher-js: TLS by default, and the port that belongs to it', () => {
    const urls: string[] = [];
    const socket: NonNullable<PusherOptions['realtime']>['socket'] = (url) => {
      urls.push(String(url).replace(/\?.*/, ''));
      throw new Error('no socket');
    };
    for (const options of [
      { cluster: 'eu' },
      { cluster: 'eu', wsHost: 'ws.acme.dev', wsPort: 6001, wssPort: 6002 },
      { cluster: '', wsHost: 'ws.acme.dev', wsPort: '6001', wssPort: 6002, forceTLS: false },
      { wsHost: '127.0.0.1', wsPath: '/realtime/' },
    ])
      make({ ...options, realtime: { socket } }).disconnect();
    expect(urls).toEqual([
      'wss://ws-eu.pusher.com/app/key',
      'wss://ws.acme.dev:6002/app/key',
      'ws://ws.acme.dev:6001/app/key',
      'wss://127.0.0.1/realtime/app/key',
    ]);
  });

  it('use TLS on a page of https, whatever forceTLS says', () => {
    vi.stubGlobal('location', { protocol: 'https:', href: 'https://acme.dev/' });
    onTestFinished(() => void vi.unstubAllGlobals());
    const urls: string[] = [];
    const socket: NonNullable<PusherOptions['realtime']>['socket'] = (url) => {
      urls.push(String(url));
      throw new Error('no socket');
    };
    make({ cluster: 'eu', forceTLS: false, realtime: { socket } }).disconnect();
    expect(urls).toEqual([expect.stringContaining('wss://ws-eu.pusher.com/')]);
  });

  it('have the ways of pusher-js to a token: handler, authorizer, and fields that change', async () => {
    const stage = await startStage();
    const { server } = stage;
    const customHandler = vi.fn(async (params: { socketId: string; channelName: string }, callback) =>
      params.channelName === 'private-no'
        ? callback(new Error('Not you'), null)
        : callback(null, await server.authorizeChannel(params)),
    );
    const one = create(stage, { channelAuthorization: { customHandler } });
    const errors: unknown[] = [];
    one.subscribe('private-no').bind('pusher:subscription_error', (error: unknown) => errors.push(error));
    one.subscribe('private-yes');
    await until(() => errors.length > 0 && one.channel('private-yes')?.subscribed === true);
    expect(errors).toEqual([{ type: 'AuthError', error: 'Not you' }]);

    const asked: unknown[] = [];
    const two = create(stage, {
      channelAuthorization: undefined,
      authEndpoint: '/a',
      auth: { headers: { x: 1 } },
      authorizer: (channel, options) => ({
        async authorize(socketId, callback) {
          asked.push(channel === two.channel('private-old'), options);
          callback(false, await server.authorizeChannel({ socketId, channelName: 'private-old' }));
        },
      }),
    });
    two.subscribe('private-old');
    await until(() => two.channel('private-old')?.subscribed === true);
    expect(asked).toEqual([true, { authEndpoint: '/a', authTransport: 'ajax', auth: { headers: { x: 1 } } }]);

    const headers = { authorization: 'first' };
    const authEndpoint = `${stage.application}/auth`;
    const three = create(stage, {
      channelAuthorization: undefined,
      authEndpoint,
      auth: { headers, params: { as: 7, none: null } },
    });
    three.subscribe('private-one');
    await until(() => three.channel('private-one')?.subscribed === true);
    headers.authorization = 'second';
    three.subscribe('private-two');
    await until(() => three.channel('private-two')?.subscribed === true);
    expect(stage.requests.map(({ authorization }) => authorization)).toEqual(['first', 'second']);
    expect(new URLSearchParams(stage.requests[0]?.form).get('as')).toBe('7');
    expect(new URLSearchParams(stage.requests[0]?.form).has('none')).toBe(false);
  });
});

describe('what differs from pusher-js', () => {
  it('a channel that was refused for a passing reason heals by itself', async () => {
    const stage = await startStage();
    let isDown = true;
    const pusher = create(stage, {
      realtime: { retryAuthorization: () => true, runtime: { random: () => 0 } },
      channelAuthorization: {
        customHandler: async (params, callback) =>
          isDown
            ? callback(new Error('The database is down'))
            : callback(null, await stage.server.authorizeChannel(params)),
      },
    });
    const record: string[] = [];
    const channel = pusher.subscribe('private-orders');
    channel.bind('pusher:subscription_succeeded', () => record.push('succeeded'));
    channel.bind('pusher:subscription_error', ({ error }: { error: string }) => {
      record.push(error);
      isDown = false;
    });
    await until(() => channel.subscribed);
    expect(record).toEqual(['The database is down', 'succeeded']);
  });

  it('a callback that throws does not stop the others, and its error is uncaught', async () => {
    const stage = await startStage();
    const pusher = create(stage);
    const uncaught = vi.fn();
    const listeners = process.listeners('uncaughtException');
    process.removeAllListeners('uncaughtException');
    process.on('uncaughtException', uncaught);
    onTestFinished(() => {
      process.removeAllListeners('uncaughtException');
      for (const each of listeners) process.on('uncaughtException', each);
    });
    const channel = pusher.subscribe('orders');
    await until(() => channel.subscribed);
    const error = new Error('of a callback');
    channel.bind('paid', () => {
      throw error;
    });
    const paid = vi.fn();
    channel.bind('paid', paid);
    await stage.server.trigger('orders', 'paid', {});
    await until(() => uncaught.mock.calls.length > 0);
    expect(paid).toHaveBeenCalledOnce();
    expect(uncaught.mock.calls[0]?.[0]).toBe(error);
  });

  it('a client event above the rate returns false, with an error of the connection', async () => {
    const stage = await startStage();
    const pusher = create(stage, { realtime: { maxClientEventsPerSecond: 1 } });
    const channel = pusher.subscribe('private-room');
    expect(channel.trigger('client-early', {})).toBe(false);
    await until(() => channel.subscribed);
    const errors = vi.fn();
    pusher.connection.bind('error', errors);
    expect(channel.trigger('client-one', {})).toBe(true);
    expect(channel.trigger('client-two', {})).toBe(false);
    expect(errors).toHaveBeenCalledExactlyOnceWith({
      type: 'PusherError',
      data: { code: null, message: expect.stringContaining('maxClientEventsPerSecond (1)') },
    });
    expect(() => channel.trigger('paid', {})).toThrow('client-');
    expect(() => pusher.send_event('pusher:subscribe', { channel: 'x' })).toThrow(
      'send_event sends no pusher:subscribe, but client events: use subscribe(), unsubscribe(), signin().',
    );
    expect(pusher.send_event('client-one', {}, 'unknown')).toBe(false);
  });
});

it('the state is unavailable after unavailableTimeout, and connected when the service is back', async () => {
  const stage = await startStage();
  stage.service.faults.refuseConnections('reset', { times: 100_000 });
  const pusher = create(stage, {
    unavailableTimeout: 20,
    realtime: { reconnect: { baseMs: 1, capMs: 5 }, runtime: { random: () => 0 } },
  });
  const states: string[] = [pusher.connection.state];
  const errors: unknown[] = [];
  pusher.connection.bind('state_change', ({ current }: { current: string }) => states.push(current));
  pusher.connection.bind('error', ({ type }: { type: string }) => errors.push(type));
  await until(() => pusher.connection.state === 'unavailable');
  stage.service.faults.clear();
  await until(() => pusher.connection.state === 'connected');
  expect(states).toEqual(['connecting', 'unavailable', 'connected']);
  expect(new Set(errors)).toEqual(new Set(['WebSocketError']));
});

it('cache channels, other clusters, and the log', async () => {
  const stage = await startStage();
  const lines: string[] = [];
  Pusher.log = (line) => lines.push(line);
  onTestFinished(() => {
    Pusher.log = undefined;
  });
  const pusher = create(stage);
  expect(Pusher.instances.at(-1)).toBe(pusher);
  expect(PusherByDefault).toBe(Pusher);
  const missed = vi.fn();
  pusher.subscribe('cache-news').bind('pusher:cache_miss', missed);
  await until(() => missed.mock.calls.length > 0);
  const first = pusher.connection.socket_id;
  pusher.switchCluster({ appKey: stage.service.app.key, cluster: 'other' });
  expect(pusher.options.cluster).toBe('other');
  await until(() => pusher.channel('cache-news')?.subscribed === true);
  expect(pusher.connection.socket_id).not.toBe(first);
  await stage.server.trigger('cache-news', 'flash', { id: 7 });
  await until(() => lines.some((line) => line.includes('flash')));
  expect(lines[0]).toBe('Pusher : ["state_change",{"previous":"initialized","current":"connecting"}]');
  expect(lines.at(-1)).toBe('Pusher : ["message",{"event":"flash","channel":"cache-news","data":{"id":7}}]');
});

it('W8: realtime.recovery gets missed events, as for a client', async () => {
  const stage = await startStage();
  const { service } = stage;
  const pusher = create(stage, { realtime: { recovery: recovery(), reconnect: { baseMs: 1 } } });
  const seen: unknown[] = [];
  const gaps: unknown[] = [];
  const orders = pusher.subscribe('orders').bind('paid', (data: unknown) => seen.push(data));
  pusher.realtime?.on('gap', ({ recovered }) => gaps.push(recovered));
  await until(() => orders.subscribed);
  const publish = (data: string) => service.publish({ channel: 'orders', event: 'paid', data });
  publish('1');
  await until(() => seen.length === 1);
  pusher.realtime?.on('state', ({ state }) => state === 'reconnecting' && publish('2'));
  service.faults.dropAll();
  await until(() => seen.length === 2);
  expect([seen, gaps]).toEqual([[1, 2], ['all']]);
});
