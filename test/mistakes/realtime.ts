import { createRealtimeClient, httpAuthorizer } from '@org/realtime';
import { createRealtimeServerClient } from '@org/realtime/server';
import { startRealtimeService } from '@org/sandbox/realtime';
import { given, type Mistake, noneFound, withAnswer } from './mistake.ts';

const server = createRealtimeServerClient({ appId: '1', key: 'k', secret: 's', cluster: 'eu' });
const client = createRealtimeClient({ key: 'k', cluster: 'eu', autoConnect: false });
const page = (options: unknown) => () => createRealtimeClient(given(options));

interface Channels {
  readonly key: string;
  /** Subscribes with these options. */
  join(channel: string, options: object): Promise<unknown>;
  /** Authorises with this secret. */
  sign(secret: string): (request: unknown) => unknown;
}

/** Runs a call against a server on loopback. */
function withChannels(call: (channels: Channels) => Promise<unknown>) {
  return async () => {
    const service = await startRealtimeService();
    const { key, id } = service.app;
    const { host, port } = service;
    try {
      return await call({
        key,
        join: async (channel, options) => {
          const joining = createRealtimeClient(given({ key, host, port, ...options }));
          try {
            return await joining.subscribe(channel).subscribed();
          } finally {
            await joining.close();
          }
        },
        sign: (secret) => {
          const app = createRealtimeServerClient({ appId: id, key, secret, host, port });
          return (request) => app.authorizeChannel(given(request));
        },
      });
    } finally {
      await service.close();
    }
  };
}

const expired = 'Timestamp expired: Given timestamp (2013-09-29T08:46:33Z) not within 600s of server time';

export const realtimeMistakes: readonly Mistake[] = [
  {
    source: 'https://github.com/pusher/pusher-js/issues/330',
    what: "createRealtimeClient('key', { cluster })",
    call: page('key'),
    answer: /^createRealtimeClient\(\) takes an object: \{ key \}, not a string\./,
  },
  {
    source: 'https://github.com/laravel/echo/issues/20',
    what: 'createRealtimeClient({ appKey, cluster })',
    call: page({ appKey: 'k', cluster: 'eu' }),
    answer: /no option "appKey"\. Did you mean "key"\?/,
  },
  {
    source: 'https://github.com/laravel/reverb/issues/78',
    what: 'createRealtimeClient({ key, wsHost, wsPort, forceTLS })',
    call: page({ key: 'k', wsHost: 'localhost', wsPort: 80, forceTLS: false }),
    answer: /"wsHost"\. Did you mean "host"\?.*"wsPort"\. .*"port"\?.*"forceTLS"\. Did you mean "useTls"\?/,
  },
  {
    source: 'https://github.com/mayteio/use-pusher/issues/33',
    what: 'createRealtimeClient({ key, cluster, authEndpoint })',
    call: page({ key: 'k', cluster: 'eu', authEndpoint: '/pusher/auth' }),
    answer: /no option "authEndpoint"\. Did you mean "authorize"\?/,
  },
  {
    source: 'https://github.com/pusher/pusher-js/issues/330',
    what: 'createRealtimeClient(…).bind(…)',
    call: () => (createRealtimeClient({ key: 'k', cluster: 'eu' }) as unknown as { bind(): void }).bind(),
    answer: /There is no bind: use on\(name, listener\), or onAny\(\)\./,
  },
  {
    source: 'https://github.com/pusher/pusher-http-node/issues/197',
    what: 'createRealtimeServerClient({ …, useTLS, encrypted })',
    call: () =>
      createRealtimeServerClient(given({ appId: '1', key: 'k', secret: 's', useTLS: true, encrypted: true })),
    answer: /no option "useTLS"\. Did you mean "useTls"\?.*no option "encrypted"\. Did you mean "useTls"\?/,
  },
  {
    source: 'https://github.com/pusher/pusher-http-node/issues/120',
    what: 'createRealtimeServerClient({ …, encryptionMasterKeyBase64 })',
    call: () =>
      createRealtimeServerClient(
        given({ appId: '1', key: 'k', secret: 's', encryptionMasterKeyBase64: 'x' }),
      ),
    answer: /Did you mean "encryptionMasterKey"\?/,
  },
  {
    source: 'https://github.com/pusher/pusher-http-node/issues/20',
    what: 'trigger(channel, event, data, callback)',
    call: () =>
      server.trigger(
        'orders',
        'paid',
        {},
        given(() => {}),
      ),
    answer: /options must be a plain object, not a function/,
  },
  {
    source: 'https://github.com/ninjasolutions/flutter_pusher/issues/7',
    what: 'trigger(channel, event, data, { socket_id })',
    call: () => server.trigger('orders', 'paid', {}, given({ socket_id: '1.1' })),
    answer: /Pass exceptSocketId, not socket_id\./,
  },
  {
    source: 'https://github.com/pusher/pusher-js/issues/691',
    what: "authorizeChannel(socketId, 'presence-chat')",
    call: () => server.authorizeChannel(given('1.1')),
    answer: /authorizeChannel\(\) takes an object: \{ socketId, channelName \}/,
  },
  {
    source: noneFound,
    what: 'authorizeChannel({ socket_id, channel_name })',
    call: () => server.authorizeChannel(given({ socket_id: '1.1', channel_name: 'private-a' })),
    answer: /"socket_id"\. Did you mean "socketId"\?.*"channel_name"\. Did you mean "channelName"\?/,
  },
  {
    source: 'https://github.com/pusher/pusher-websocket-java/issues/318',
    what: 'authorizeChannel({ …, member: { user_id } })',
    call: () =>
      server.authorizeChannel(
        given({ socketId: '1.1', channelName: 'presence-a', member: { user_id: '1' } }),
      ),
    answer: /member has no option "user_id"\. Did you mean "userId"\?/,
  },
  {
    source: 'https://github.com/laravel/echo/issues/20',
    what: 'createRealtimeClient({ pusherKey })',
    call: page({ pusherKey: 'k', cluster: 'eu' }),
    answer: /no option "pusherKey"\. Did you mean "key"\?/,
  },
  {
    source: 'https://github.com/beyondcode/laravel-websockets/issues/205',
    what: 'createRealtimeClient({ key: process.env.NOT_SET, cluster })',
    call: page({ key: undefined, cluster: 'eu' }),
    answer: /key is missing: pass the app key, or set REALTIME_APP_KEY/,
  },
  {
    source: 'https://github.com/ammezie/laravel-chat/issues/11',
    what: 'subscribe() with the key of another cluster',
    call: withChannels(({ join }) => join('orders', { key: 'wrong' })),
    answer: /no such app: check the key, and the cluster or host/,
  },
  {
    source: 'https://github.com/chinloyal/pusher_client/issues/45',
    what: "subscribe('private-orders') without authorize",
    call: withChannels(({ join }) => join('private-orders', {})),
    answer: /private-orders needs authorization: set authorize/,
  },
  {
    source: 'https://github.com/pusher/pusher-js/issues/320',
    what: 'authorize: async () => ({ status, data: { auth } })',
    call: withChannels(({ join }) =>
      join('private-orders', { authorize: async () => ({ data: { auth: 'k:s' } }) }),
    ),
    answer: /The token of private-orders has no text "auth"/,
  },
  {
    source: 'https://github.com/pusher/pusher-channels-flutter/issues/34',
    what: 'authorize: async () => {}, without a return',
    call: withChannels(({ join }) => join('private-orders', { authorize: async () => undefined })),
    answer: /The token of private-orders is not an object with a text "auth"/,
  },
  {
    source: 'https://github.com/pusher/pusher-js/issues/345',
    what: 'authorize: async () => ({ auth: JSON of a token })',
    call: withChannels(({ join }) =>
      join('private-orders', { authorize: async () => ({ auth: '{"auth":"k:s"}' }) }),
    ),
    answer: /an "auth" that is not of the form key:signature/,
  },
  {
    source: 'https://github.com/tokafish/pushertc/issues/3',
    what: 'authorize of a presence channel without channel_data',
    call: withChannels(({ join, key }) =>
      join('presence-chat', { authorize: async () => ({ auth: `${key}:${'0'.repeat(64)}` }) }),
    ),
    answer: /The token of presence-chat .*channel_data/,
  },
  {
    source: 'https://github.com/pusher/pusher-websocket-java/issues/144',
    what: 'authorize with the secret of another app',
    call: withChannels(({ join, sign }) => join('private-orders', { authorize: sign('s3cr3t') })),
    answer: /The service refused the subscription to private-orders: Invalid signature/,
  },
  {
    source: 'https://github.com/beyondcode/laravel-websockets/issues/258',
    what: 'httpAuthorizer() of an endpoint that wants a CSRF token',
    call: withChannels(({ join }) =>
      withAnswer({ status: 419, body: { message: 'CSRF token mismatch.' } }, (endpoint) =>
        join('private-orders', { authorize: httpAuthorizer({ endpoint }) }),
      ),
    ),
    answer: /The endpoint of httpAuthorizer refused with status 419/,
  },
  {
    source: 'https://github.com/pusher/pusher-js/issues/351',
    what: 'channel.trigger() of a public channel',
    call: () => client.subscribe('orders' as `private-${string}`).trigger('client-typing', {}),
    answer: /orders has no client events: only private and presence channels do/,
  },
  {
    source: 'https://github.com/pusher/pusher-js/issues/776',
    what: 'authenticateUser(socketId), without the user',
    call: () => server.authenticateUser('1.1', given(undefined)),
    answer: /authenticateUser needs the user, \{ id \}/,
  },
  {
    source: 'https://github.com/pusher/pusher-http-node/issues/2',
    what: 'authorizeChannel({ socketId: undefined, … })',
    call: () => server.authorizeChannel(given({ socketId: undefined, channelName: 'private-a' })),
    answer: /A socket id is two numbers with a dot between them/,
  },
  {
    source: 'https://github.com/pusher/pusher-http-node/issues/30',
    what: "trigger('sïivctE', …)",
    call: () => server.trigger('sïivctE', 'paid', {}),
    answer: /A channel name has only letters, digits and _ - = @ , \. ; but this one is/,
  },
  {
    source: 'https://github.com/codefirst/AsakusaSatellite/pull/13',
    what: "trigger('orders:1', …)",
    call: () => server.trigger('orders:1', 'paid', {}),
    answer: /but this one is "orders:1"/,
  },
  {
    source: 'https://github.com/pusher/pusher-js/issues/684',
    what: 'trigger(1673738400000, …)',
    call: () => server.trigger(given(1_673_738_400_000), 'paid', {}),
    answer: /channels must be a channel name, a list of them, or a definition/,
  },
  {
    source: noneFound,
    what: 'trigger({ channel, name, data })',
    call: () => server.trigger(given({ channel: 'a', name: 'b' }), given(undefined), given(undefined)),
    answer: /channels must be a channel name, a list of them, or a definition/,
  },
  {
    source: 'https://github.com/always-open/laravel-totem/issues/303',
    what: 'trigger() with 20 kB of data',
    call: () => server.trigger('orders', 'paid', 'x'.repeat(20_000)),
    answer: /has 20000 bytes, more than maxEventBytes \(10240\)\. Send an id/,
  },
  {
    source: 'https://github.com/laravel/framework/issues/42269',
    what: 'trigger() on 101 channels',
    call: () =>
      server.trigger(
        Array.from({ length: 101 }, (_, at) => `user-${at}`),
        'paid',
        {},
      ),
    answer: /An event has 1 to 100 channels; this one has 101\. For more, set split: true/,
  },
  {
    source: 'https://github.com/edgurgel/poxa/issues/116',
    what: "trigger(…, { exceptSocketId: '123123' })",
    call: () => server.trigger('orders', 'paid', {}, { exceptSocketId: '123123' }),
    answer: /A socket id is two numbers with a dot between them/,
  },
  {
    source: noneFound,
    what: 'trigger(…, { socketId })',
    call: () => server.trigger('orders', 'paid', {}, given({ socketId: '1.1' })),
    answer: /Pass exceptSocketId, not socketId\./,
  },
  {
    source: 'https://github.com/pusher/pusher-http-php/issues/109',
    what: 'triggerBatch([{ channel, name, data }])',
    call: () => server.triggerBatch(given([{ channel: 'orders', name: 'paid', data: {} }])),
    answer: /event is missing: an event of a batch is \{ channel, event, data \}/,
  },
  {
    source: 'https://github.com/pusher/pusher-http-node/pull/239',
    what: "trigger('private-encrypted-…') with a key of another length",
    call: () =>
      createRealtimeServerClient({
        appId: '1',
        key: 'k',
        secret: 's',
        cluster: 'eu',
        encryptionMasterKey: 's3cr3t',
      }).trigger('private-encrypted-orders', 'paid', {}),
    answer: /encryptionMasterKey must be 32 bytes as standard base64/,
  },
  {
    source: 'https://github.com/pusher/pusher-http-ruby/issues/49',
    what: 'trigger() with a clock that is wrong',
    call: () =>
      withAnswer({ status: 401, body: expired }, (url) =>
        createRealtimeServerClient({
          appId: '1',
          key: 'k',
          secret: 's3cr3t',
          host: '127.0.0.1',
          port: Number(new URL(url).port),
          retry: false,
        }).trigger('orders', 'paid', {}),
      ),
    answer: /The clocks of this machine and of the service differ by more than ten minutes/,
  },
  {
    source: 'https://github.com/nozzlegear/Shopify-Prime/issues/10',
    what: 'webhooks.parse() of a body that a JSON parser read',
    call: () =>
      server.webhooks.parse(given({ headers: { 'x-pusher-key': 'k', 'x-pusher-signature': 's' }, body: {} })),
    answer: /body must be the raw text or bytes, .*read it before a JSON parser/,
  },
];

export const closeRealtime = () => Promise.all([server.close(), client.close()]);
