import type { Peer } from '../../peer.ts';
import { appKey, event, type RealtimeClient } from '../realtime-client.ts';
import { loadPusher, optionsOf } from './pusher-js.ts';

interface Channel {
  listen(name: string, listener: (data: unknown) => void): Channel;
  subscribed(listener: (value: unknown) => void): Channel;
  error(listener: (error: unknown) => void): Channel;
}
interface Echo {
  channel(name: string): Channel;
  private(name: string): Channel;
  disconnect(): void;
}
interface EchoModule {
  readonly default: new (options: object) => Echo;
}

const prefix = 'private-';

export const laravelEcho: Peer<RealtimeClient> = {
  name: 'Laravel Echo',
  packages: ['laravel-echo', 'pusher-js'],
  program: `export { default } from 'laravel-echo'; export { default as Pusher } from 'pusher-js'`,
  async open(load, origin) {
    const { default: Echo } = await load<EchoModule>('laravel-echo');
    const Pusher = await loadPusher(load);
    const authEndpoint = `${origin}/auth`;
    const usual = { broadcaster: 'pusher', key: appKey, Pusher, authEndpoint, ...optionsOf(origin) };
    const create = (extra: object) => {
      const echo = new Echo({ ...usual, ...extra });
      return { echo, close: () => echo.disconnect() };
    };
    const { echo, close } = create({});
    const channelOf = (name: string) =>
      name.startsWith(prefix) ? echo.private(name.slice(prefix.length)) : echo.channel(name);
    return {
      subscribe: (name, listener) =>
        new Promise((resolve, reject) => {
          channelOf(name).listen(`.${event}`, listener).subscribed(resolve).error(reject);
        }),
      listen: (name, listener) => void channelOf(name).listen(`.${event}`, listener),
      create,
      close,
    };
  },
};
