import type { RealtimeClient as Client, RealtimeClientOptions } from '@org/realtime';
import type { Peer } from '../../peer.ts';
import { appKey, event, type RealtimeClient } from '../realtime-client.ts';

type Listener = (data: unknown) => void;

const adapt = (realtime: Client, create: (extra: object) => Client): RealtimeClient => ({
  subscribe(name, listener) {
    const channel = realtime.subscribe(name);
    channel.on(event, ({ data }) => listener(data));
    return channel.subscribed({ timeoutMs: 60_000 });
  },
  listen: (name: string, listener: Listener) =>
    void realtime.subscribe(name).on(event, ({ data }) => listener(data)),
  onGap: (listener) => void realtime.on('gap', listener),
  create,
  close: () => realtime.close(),
});

export const ours: Peer<RealtimeClient> = {
  name: '@org/realtime',
  packages: ['@org/realtime'],
  program: `export { createRealtimeClient, httpAuthorizer, privateChannels } from '@org/realtime/light'`,
  async open(load, origin) {
    const module = await load<typeof import('@org/realtime')>('@org/realtime');
    const { hostname: host, port } = new URL(origin);
    const authorize = module.httpAuthorizer({ endpoint: `${origin}/auth` });
    const options: RealtimeClientOptions = { key: appKey, host, port: Number(port), authorize };
    const create = (extra: object) => module.createRealtimeClient({ ...options, ...extra });
    return adapt(create({}), create);
  },
};

export const oursOnCentrifugo: Peer<RealtimeClient> = {
  name: '@org/realtime/centrifugo',
  packages: ['@org/realtime'],
  program: `export { createCentrifugoClient } from '@org/realtime/centrifugo'`,
  async open(load, origin) {
    const { createCentrifugoClient } =
      await load<typeof import('@org/realtime/centrifugo')>('@org/realtime/centrifugo');
    const { hostname: host, port } = new URL(origin);
    const create = (extra: object) =>
      createCentrifugoClient({ host, port: Number(port), ...extra }) as unknown as Client;
    return adapt(create({}), create);
  },
};
