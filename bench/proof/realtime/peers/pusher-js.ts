import type { Load, Peer } from '../../peer.ts';
import { appKey, event, type RealtimeClient } from '../realtime-client.ts';

type Listener = (data: unknown) => void;
interface Pusher {
  subscribe(name: string): { bind(name: string, listener: Listener): void };
  channel(name: string): { bind(name: string, listener: Listener): void };
  disconnect(): void;
}
export type PusherClass = new (key: string, options: object) => Pusher;

export const optionsOf = (origin: string) => ({
  cluster: '',
  wsHost: new URL(origin).hostname,
  wsPort: Number(new URL(origin).port),
  forceTLS: false,
  enabledTransports: ['ws'],
  disableStats: true,
});

/** The package is CommonJS: Node gives its class as the default. */
export const loadPusher = async (load: Load) => (await load<{ default: PusherClass }>('pusher-js')).default;

export const pusherJs: Peer<RealtimeClient> = {
  name: 'pusher-js',
  packages: ['pusher-js'],
  program: `export { default } from 'pusher-js'`,
  async open(load, origin) {
    const Pusher = await loadPusher(load);
    const channelAuthorization = { endpoint: `${origin}/auth`, transport: 'ajax' };
    const create = (extra: object) => {
      const pusher = new Pusher(appKey, { ...optionsOf(origin), channelAuthorization, ...extra });
      return { pusher, close: () => pusher.disconnect() };
    };
    const { pusher, close } = create({});
    return {
      subscribe: (name, listener) =>
        new Promise((resolve, reject) => {
          const channel = pusher.subscribe(name);
          channel.bind(event, listener);
          channel.bind('pusher:subscription_succeeded', resolve);
          channel.bind('pusher:subscription_error', reject);
        }),
      listen: (name, listener) => pusher.channel(name).bind(event, listener),
      create,
      close,
    };
  },
};
