import { describe, expectTypeOf, it } from 'vitest';
import * as z from 'zod/mini';
import {
  type Channel,
  createRealtimeClient,
  defineChannel,
  diagnosis,
  encryptedChannels,
  type LightRealtimeClient,
  type PresenceChannel,
  type PrivateChannel,
  presence,
  privateChannels,
  refetching,
  users,
} from '../../src/light/index.ts';
import type { RealtimeClient } from '../../src/realtime-client.ts';

const address = { key: 'k', host: 'ws.example.com' };
const alone = createRealtimeClient(address);
const some = createRealtimeClient({ ...address, use: [privateChannels, presence] });
const all = createRealtimeClient({
  ...address,
  use: [privateChannels, presence, encryptedChannels, users, refetching, diagnosis],
});

describe('a light client', () => {
  it('has public channels, with typed events', () => {
    expectTypeOf(alone).toEqualTypeOf<LightRealtimeClient>();
    expectTypeOf(alone.subscribe('news')).toExtend<Channel<'news'>>();
    expectTypeOf(alone.subscribe('a' as string)).toExtend<Channel>();
    const orders = alone.subscribe(
      defineChannel('orders', { events: { paid: z.object({ id: z.number() }) } }),
    );
    orders.on('paid', ({ data }) => expectTypeOf(data).toEqualTypeOf<{ id: number }>());
    // @ts-expect-error a public channel has no client events
    orders.trigger;
    // @ts-expect-error a name of type string may be one of a public channel
    alone.subscribe('a' as string).trigger;
  });

  it('has nothing of a missing part', () => {
    // @ts-expect-error needs use: privateChannels
    alone.subscribe('private-a');
    // @ts-expect-error needs use: presence
    alone.subscribe('presence-a');
    // @ts-expect-error needs use: encryptedChannels
    some.subscribe('private-encrypted-a');
    // @ts-expect-error needs use: presence
    alone.subscribe(defineChannel('presence-a', { events: {} }));
    // @ts-expect-error needs use: users
    some.signIn;
    // @ts-expect-error needs use: users
    some.user;
    // @ts-expect-error needs use: diagnosis
    some.diagnose;
    // @ts-expect-error needs use: refetching
    some.subscribe('a', { refetch: async () => [] });
    // @ts-expect-error needs use: refetching
    some.subscribe('a', { idOf: () => 1 });
    // @ts-expect-error needs a part with tokens
    createRealtimeClient({ ...address, authorize: async () => ({ auth: '' }) });
    // @ts-expect-error needs a part with tokens
    createRealtimeClient({ ...address, use: users, authorize: async () => ({ auth: '' }) });
    const authenticate = async () => ({ auth: '', user_data: '' });
    // @ts-expect-error needs use: users
    createRealtimeClient({ ...address, use: presence, authenticate });
    // @ts-expect-error a part is a value
    createRealtimeClient({ ...address, use: 'presence' });
  });

  it('has what its parts add', () => {
    expectTypeOf(some.subscribe('private-a')).toExtend<PrivateChannel<'private-a'>>();
    expectTypeOf(some.subscribe('presence-a')).toExtend<PresenceChannel<'presence-a'>>();
    expectTypeOf(some.subscribe('a' as string)).toExtend<PresenceChannel>();
    const one = createRealtimeClient({
      ...address,
      use: privateChannels,
      authorize: async () => ({ auth: '' }),
    });
    expectTypeOf(one.subscribe('a' as string)).toExtend<PrivateChannel>();
    // @ts-expect-error needs use: presence
    one.subscribe('a' as string).members;
  });

  it('with all parts is a full client', () => {
    expectTypeOf(all).toExtend<RealtimeClient>();
    expectTypeOf(all.subscribe).toEqualTypeOf<RealtimeClient['subscribe']>();
  });

  it('knows no secret', () => {
    // @ts-expect-error the secret belongs on a server
    createRealtimeClient({ ...address, secret: 'x' });
  });
});
