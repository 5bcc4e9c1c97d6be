import { createClient } from 'redis';
import { fromIoredis, fromNodeRedis, type RedisStore } from '../../src/redis/index.ts';
import { connect } from './server.ts';

export interface StoreClient {
  readonly store: RedisStore;
  disconnect(): void;
}

/** The clients that adapters are for, by the names of their packages. */
export const clients: Readonly<Record<string, (path: string) => Promise<StoreClient>>> = {
  async ioredis(path) {
    const client = connect({ path });
    return { store: fromIoredis(client), disconnect: () => client.disconnect() };
  },
  async redis(path) {
    const client = createClient({ socket: { path, tls: false, reconnectStrategy: 20 } });
    client.on('error', () => undefined);
    await client.connect();
    return { store: fromNodeRedis(client), disconnect: () => client.destroy() };
  },
};
