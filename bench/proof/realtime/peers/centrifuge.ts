import type { Peer } from '../../peer.ts';
import type { RealtimeClient } from '../realtime-client.ts';

interface Publication {
  readonly data: { readonly data: unknown };
}
interface Subscription {
  on(name: 'publication', listener: (publication: Publication) => void): void;
  on(name: 'subscribed', listener: (context: { wasRecovering: boolean; recovered: boolean }) => void): void;
  on(name: 'error', listener: (error: unknown) => void): void;
  subscribe(): void;
}
interface CentrifugeModule {
  readonly Centrifuge: new (
    url: string,
    options: object,
  ) => {
    newSubscription(name: string): Subscription;
    getSubscription(name: string): Subscription | null;
    connect(): void;
    disconnect(): void;
  };
}

export const centrifuge: Peer<RealtimeClient> = {
  name: 'centrifuge',
  packages: ['centrifuge'],
  program: `export { Centrifuge } from 'centrifuge'`,
  async open(load, origin) {
    const { Centrifuge } = await load<CentrifugeModule>('centrifuge');
    const url = `${origin.replace('http', 'ws')}/connection/websocket`;
    const create = (extra: object) => {
      const client = new Centrifuge(url, { websocket: WebSocket, ...extra });
      return { client, close: () => client.disconnect() };
    };
    const { client, close } = create({});
    client.connect();
    let onGap = () => {};
    return {
      subscribe: (name, listener) =>
        new Promise((resolve, reject) => {
          const subscription = client.newSubscription(name);
          subscription.on('publication', ({ data }) => listener(data.data));
          subscription.on('error', reject);
          subscription.on('subscribed', ({ wasRecovering, recovered }) => {
            resolve(undefined);
            if (wasRecovering && !recovered) onGap();
          });
          subscription.subscribe();
        }),
      listen: (name, listener) =>
        client.getSubscription(name)?.on('publication', ({ data }) => listener(data.data)),
      onGap(listener) {
        onGap = listener;
      },
      create,
      close,
    };
  },
};
