import { describe, expectTypeOf, it } from 'vitest';
import * as z from 'zod/mini';
import { type CentrifugoClientOptions, createCentrifugoClient } from '../src/centrifugo/index.ts';
import { type Channel, defineChannel, type PresenceChannel, type PrivateChannel } from '../src/index.ts';

const realtime = createCentrifugoClient({ host: 'ws.example.com' });

describe('a client of Centrifugo', () => {
  it('has channels by the prefix of their names', () => {
    expectTypeOf(realtime.subscribe('news:a')).toExtend<Channel<'news:a'>>();
    expectTypeOf(realtime.subscribe('private-news:a')).toExtend<PrivateChannel<'private-news:a'>>();
    expectTypeOf(realtime.subscribe('presence-news:a')).toExtend<PresenceChannel<'presence-news:a'>>();
    expectTypeOf(realtime.subscribe('a' as string)).toExtend<Channel>();
    // @ts-expect-error members are those of a presence channel
    realtime.subscribe('news:a').members;
  });

  it('has typed events', () => {
    const orders = realtime.subscribe(
      defineChannel('orders', { events: { paid: z.object({ id: z.number() }) } }),
    );
    orders.on('paid', ({ data }) => expectTypeOf(data).toEqualTypeOf<{ id: number }>());
  });

  it('has nothing that Centrifugo lacks', () => {
    // @ts-expect-error Centrifugo has no encrypted channels
    realtime.subscribe('private-encrypted-a');
    // @ts-expect-error the token of the connection names the user
    realtime.signIn;
    // @ts-expect-error there is no rewind
    realtime.subscribe('a', { rewind: 3 });
    expectTypeOf<keyof CentrifugoClientOptions>().not.toEqualTypeOf<'authenticate' | 'key' | 'recovery'>();
    // @ts-expect-error sign-in
    createCentrifugoClient({ authenticate: async () => ({ auth: '' }) });
  });
});
