// The same work for each client: connect and subscribe, count the events, close.
import { once } from 'node:events';

/** A connected client, subscribed to its channels. */
export interface Connected {
  close(): Promise<void> | void;
}

/** Connects and subscribes to `orders-0`, `orders-1`, …; `received` is called with each event's data. */
export type Contender = (
  port: number,
  channels: number,
  received: (data: { readonly id: number }) => void,
) => Promise<Connected>;

export const contenders: Readonly<Record<string, () => Promise<Contender>>> = {
  ws: async () => {
    const { WebSocket } = await import('ws');
    const end = async (socket: InstanceType<typeof WebSocket>) => {
      socket.close();
      await once(socket, 'close');
    };
    return (port, channels, received) =>
      new Promise((resolve, reject) => {
        const url = `ws://127.0.0.1:${port}/app/key?protocol=7&client=bench&version=1`;
        const socket = new WebSocket(url, { perMessageDeflate: false });
        let subscribed = 0;
        socket.on('error', reject);
        socket.on('message', (message) => {
          const { event, data } = JSON.parse(String(message));
          const parsed = JSON.parse(data);
          if (event === 'paid') return received(parsed);
          if (event === 'pusher:connection_established')
            for (let at = 0; at < channels; at += 1)
              socket.send(JSON.stringify({ event: 'pusher:subscribe', data: { channel: `orders-${at}` } }));
          else subscribed += 1;
          if (subscribed === channels) resolve({ close: () => end(socket) });
        });
      });
  },
  '@org/realtime': async () => {
    const { createRealtimeClient } = await import('@org/realtime');
    return async (port, channels, received) => {
      const realtime = createRealtimeClient({ key: 'key', host: '127.0.0.1', port });
      const all = Array.from({ length: channels }, (_, at) => realtime.subscribe(`orders-${at}`));
      for (const channel of all) channel.on('paid', ({ data }) => received(data as { id: number }));
      await Promise.all(all.map((channel) => channel.subscribed({ timeoutMs: 60_000 })));
      return realtime;
    };
  },
  'pusher-js': async () => {
    const { Pusher } = await loadPusher();
    return async (port, channels, received) => {
      const pusher = new Pusher('key', {
        cluster: '',
        wsHost: '127.0.0.1',
        wsPort: port,
        forceTLS: false,
        enabledTransports: ['ws'],
        disableStats: true,
      });
      const all = Array.from({ length: channels }, (_, at) => pusher.subscribe(`orders-${at}`));
      for (const channel of all) channel.bind('paid', received);
      await Promise.all(
        all.map(
          (channel) =>
            new Promise<void>((resolve) => void channel.bind('pusher:subscription_succeeded', resolve)),
        ),
      );
      return { close: () => pusher.disconnect() };
    };
  },
};

/** The types of the package are for CommonJS: at run time `default` is the class itself. */
async function loadPusher() {
  const { createRequire } = await import('node:module');
  const module: unknown = createRequire(import.meta.url)('pusher-js');
  return { Pusher: module as typeof import('pusher-js', { with: { 'resolution-mode': 'require' }}).default };
}
