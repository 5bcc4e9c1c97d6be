import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import type pusherJs from 'pusher-js';
import { onTestFinished } from 'vitest';
import type { RealtimeServiceOptions } from '../../../sandbox/src/realtime/options.ts';
import type { RealtimeService } from '../../../sandbox/src/realtime/realtime-service.ts';
import { toNodeHandler } from '../../src/node-handler.ts';
import { Pusher, type PusherOptions } from '../../src/pusher-compat/index.ts';
import {
  createAuthHandler,
  createRealtimeServerClient,
  createUserAuthHandler,
} from '../../src/server/index.ts';
import { startService } from '../realtime-fixtures.ts';

const require = createRequire(import.meta.url);
type OfficialClass = typeof pusherJs.default;
export type OfficialPusher = InstanceType<OfficialClass>;

/** Both classes, by the same type: a script is written once. */
export const classes: readonly (readonly [name: string, of: OfficialClass])[] = [
  ['pusher-js', require('pusher-js')],
  ['@org/realtime/pusher-compat', Pusher as never],
];

/** A service, and an application's server that authorizes. */
export interface Stage {
  readonly service: RealtimeService;
  readonly server: ReturnType<typeof createRealtimeServerClient>;
  /** `http://127.0.0.1:port` of the application. */
  readonly application: string;
  /** The header `authorization` and the form of each request to the application. */
  readonly requests: { readonly authorization: string | undefined; readonly form: string }[];
  /** The options of both classes for this service. */
  options(more?: PusherOptions): PusherOptions;
}

/**
 * A user is named by the form field `as`, and `nobody` is refused. Channels with `secret` in their name are
 * refused too.
 */
export async function startStage(options: RealtimeServiceOptions = {}): Promise<Stage> {
  const service = await startService({ subscriptionCount: true, ...options });
  const { app, host, port } = service;
  const server = createRealtimeServerClient({
    appId: app.id,
    key: app.key,
    secret: app.secret,
    host,
    port,
    encryptionMasterKey: 'AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=',
  });
  onTestFinished(() => server.close());
  const requests: { authorization: string | undefined; form: string }[] = [];
  const nameOf = (fields: ReadonlyMap<string, unknown>) => String(fields.get('as') ?? 'ann');
  const authorize = createAuthHandler(server, {
    authorize: ({ channelName, fields }) => {
      const userId = nameOf(fields);
      return channelName.includes('secret') ? false : { userId, userInfo: { name: userId } };
    },
  });
  const authenticate = createUserAuthHandler(server, {
    user: ({ fields }) => {
      const id = nameOf(fields);
      return id === 'nobody' ? false : { id, userInfo: { name: 'somebody' }, watchlist: [`friend-of-${id}`] };
    },
  });
  const handler = toNodeHandler(async (request) => {
    const form = await request.clone().text();
    requests.push({ authorization: request.headers.get('authorization') ?? undefined, form });
    const { pathname } = new URL(request.url);
    return pathname.endsWith('user-auth') ? authenticate(request) : authorize(request);
  });
  const http = createServer(handler);
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    http.closeAllConnections();
    http.close();
  });
  const application = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
  return {
    service,
    server,
    application,
    requests,
    options: (more = {}) => ({
      cluster: '',
      wsHost: host,
      wsPort: port,
      forceTLS: false,
      enabledTransports: ['ws', 'wss'],
      channelAuthorization: { endpoint: `${application}/auth`, transport: 'ajax' },
      userAuthentication: { endpoint: `${application}/user-auth`, transport: 'ajax' },
      realtime: { reconnect: { baseMs: 1 } },
      ...more,
    }),
  };
}
