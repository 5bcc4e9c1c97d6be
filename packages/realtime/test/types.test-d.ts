import { describe, expectTypeOf, it } from 'vitest';
import * as z from 'zod/mini';
import {
  type ChannelEvent,
  createRealtimeClient,
  defineChannel,
  type Member,
  type PresenceChannel,
  type PrivateChannel,
  type RealtimeClient,
  type RealtimeClientOptions,
} from '../src/index.ts';
import { createRealtimeServerClient, type RealtimeServerClient } from '../src/server/index.ts';

const realtime = createRealtimeClient({ key: 'k' });
const Paid = z.object({ id: z.number() });
const Typing = z.object({ on: z.boolean() });

describe('the client', () => {
  it('takes no secret, and the type says why', () => {
    // @ts-expect-error the secret belongs on a server
    createRealtimeClient({ key: 'k', secret: 's' });
    expectTypeOf<RealtimeClientOptions['secret']>().toExtend<
      `The app secret belongs on a server${string}` | undefined
    >();
  });

  it('says the new names of pusher-js’s', () => {
    // @ts-expect-error on()
    realtime.bind('state', () => {});
    // @ts-expect-error on()
    realtime.subscribe('orders').bind('paid', () => {});
    expectTypeOf<RealtimeClient['bind']>().parameter(0).toExtend<`\`bind\` is on(${string}`>();
    expectTypeOf<PresenceChannel['bind']>().parameter(0).toExtend<`\`bind\` is on(${string}`>();
  });

  it('is at a cluster or at a host', () => {
    expectTypeOf<{
      cluster: 'eu';
      host: 'Set cluster for the hosted service, or host for another server, not both.';
    }>().toExtend<RealtimeClientOptions>();
    // @ts-expect-error host beside cluster
    createRealtimeClient({ key: 'k', cluster: 'eu', host: 'ws.example.com' });
    // @ts-expect-error host beside cluster
    createRealtimeServerClient({ cluster: 'eu', host: 'api.example.com' });
    expectTypeOf(createRealtimeClient).toBeCallableWith({ key: 'k', cluster: 'eu', port: 443 });
    const host: string | undefined = globalThis.location?.hostname;
    expectTypeOf(createRealtimeClient).toBeCallableWith({ key: 'k', host });
    const address = host ? { host, port: 80 } : { cluster: 'eu' };
    expectTypeOf(createRealtimeServerClient).toBeCallableWith(address);
  });

  it('has a short name', () => {
    expectTypeOf(realtime).toEqualTypeOf<RealtimeClient>();
    expectTypeOf(createRealtimeServerClient()).toEqualTypeOf<RealtimeServerClient>();
  });

  it('knows its events', () => {
    realtime.on('gap', (event) => expectTypeOf(event.from).toEqualTypeOf<Date>());
    realtime.on('state', ({ state }) => expectTypeOf(state).toEqualTypeOf<typeof realtime.state>());
    // @ts-expect-error no such event
    realtime.on('stat', () => {});
  });
});

describe('the name of a channel', () => {
  it('decides what it can do', () => {
    const orders = realtime.subscribe('orders');
    // @ts-expect-error a public channel has no client events
    orders.trigger;
    // @ts-expect-error a public channel has no members
    orders.members;
    const chat = realtime.subscribe('private-chat');
    expectTypeOf(chat).toExtend<PrivateChannel>();
    // @ts-expect-error a private channel has no members
    chat.members;
    const room = realtime.subscribe('presence-room');
    expectTypeOf(room).toExtend<PresenceChannel>();
    expectTypeOf(room.members).toEqualTypeOf<ReadonlyMap<string, Member>>();
    const id: string = 'u1';
    // @ts-expect-error an encrypted channel has no client events
    realtime.subscribe('private-encrypted-chat').trigger;
    // @ts-expect-error a private channel has no members, however its name ends
    realtime.subscribe(`private-user-${id}`).members;
    expectTypeOf(realtime.subscribe(`presence-room-${id}`).me).toEqualTypeOf<Member | undefined>();
    expectTypeOf(realtime.subscribe(id)).toExtend<PresenceChannel<string>>();
  });

  it('client events have their prefix', () => {
    const chat = realtime.subscribe('private-chat');
    expectTypeOf(chat.trigger).toBeCallableWith('client-typing', { on: true });
    // @ts-expect-error without the prefix
    chat.trigger('typing', {});
  });
});

describe('a definition', () => {
  const chat = realtime.subscribe(
    defineChannel('private-chat', { events: { paid: Paid, 'client-typing': Typing } }),
  );

  it('types its events', () => {
    chat.on('paid', (event) => expectTypeOf(event).toEqualTypeOf<ChannelEvent<'paid', { id: number }>>());
    expectTypeOf(chat.events('paid')).toEqualTypeOf<
      AsyncIterableIterator<ChannelEvent<'paid', { id: number }>>
    >();
    // @ts-expect-error no such event
    chat.on('payed', () => {});
    // @ts-expect-error no such event
    chat.events('payed');
  });

  it('types all events as a union, which the name tells apart', () => {
    chat.onAny((event) => {
      if (event.name === 'paid') expectTypeOf(event.data).toEqualTypeOf<{ id: number }>();
      else expectTypeOf(event).toEqualTypeOf<ChannelEvent<'client-typing', { on: boolean }>>();
    });
    type Any = ChannelEvent<'paid', { id: number }> | ChannelEvent<'client-typing', { on: boolean }>;
    expectTypeOf(chat.events()).toEqualTypeOf<AsyncIterableIterator<Any>>();
    expectTypeOf(realtime.subscribe('orders').events()).toEqualTypeOf<AsyncIterableIterator<ChannelEvent>>();
  });

  it('types refetch and idOf', () => {
    const orders = defineChannel('orders', { events: { paid: Paid } });
    realtime.subscribe(orders, {
      idOf: (event) => {
        expectTypeOf(event).toEqualTypeOf<ChannelEvent<'paid', { id: number }>>();
        return event.data.id;
      },
      refetch: async ({ from, signal }) => {
        expectTypeOf({ from, signal }).toEqualTypeOf<{ from: Date; signal: AbortSignal }>();
        return [{ name: 'paid', data: { id: 1 } }];
      },
    });
    // @ts-expect-error no such event
    realtime.subscribe(orders, { refetch: async () => [{ name: 'payed', data: 1 }] });
    realtime.subscribe('news', { refetch: async () => [{ name: 'anything', data: 1 }] });
  });

  it('types what is triggered', () => {
    expectTypeOf(chat.trigger).toBeCallableWith('client-typing', { on: true });
    // @ts-expect-error another shape
    chat.trigger('client-typing', { on: 1 });
    // @ts-expect-error not defined
    chat.trigger('client-other', {});
    // @ts-expect-error not a client event
    chat.trigger('paid', { id: 1 });
  });

  it('types the members of a presence channel', () => {
    const info = z.object({ name: z.string() });
    const room = realtime.subscribe(defineChannel('presence-room', { events: { paid: Paid }, info }));
    expectTypeOf(room.members).toEqualTypeOf<ReadonlyMap<string, Member<{ name: string }>>>();
    expectTypeOf(room.me).toEqualTypeOf<Member<{ name: string }> | undefined>();
    room.onMember('joined', (member) => expectTypeOf(member.info).toEqualTypeOf<{ name: string }>());
    room.onMember('synced', ({ left }) =>
      expectTypeOf(left).toEqualTypeOf<readonly Member<{ name: string }>[]>(),
    );
    const untyped = realtime.subscribe(defineChannel('presence-room', { events: { paid: Paid } }));
    expectTypeOf(untyped.me).toEqualTypeOf<Member | undefined>();
  });

  it('keeps the name', () => {
    expectTypeOf(chat.name).toEqualTypeOf<'private-chat'>();
    const orders = realtime.subscribe(defineChannel('orders', { events: { paid: Paid } }));
    // @ts-expect-error a public channel has no client events
    orders.trigger;
  });
});
