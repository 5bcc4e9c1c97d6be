import { describe, expectTypeOf, it } from 'vitest';
import * as z from 'zod/mini';
import {
  type ChannelEvent,
  createRealtimeClient,
  defineChannel,
  type Member,
  type PrivateChannel,
} from '../../src/index.ts';
import { useChannel, useEvent, useLastEvent, usePresence } from '../../src/react/index.ts';

const Paid = z.object({ id: z.number() });
const chat = defineChannel('private-chat', { events: { paid: Paid } });

describe('hooks', () => {
  it('know a channel by its name', () => {
    expectTypeOf(useChannel('private-a').channel).toExtend<PrivateChannel | undefined>();
    // @ts-expect-error a public channel has no client events
    useChannel('orders').channel?.trigger;
    const userId: string | undefined = globalThis.location?.hash;
    useChannel(userId && `private-user-${userId}`).channel?.trigger('client-typing', {});
    useChannel(userId !== undefined && chat).channel?.trigger('client-typing', {});
    // @ts-expect-error not a presence channel
    usePresence('private-a');
    expectTypeOf(usePresence('presence-a').members).toEqualTypeOf<ReadonlyMap<string, Member>>();
    expectTypeOf(usePresence(useChannel('presence-a')).me).toEqualTypeOf<Member | undefined>();
  });

  it('know the events of a definition', () => {
    const used = useChannel(chat);
    expectTypeOf(useLastEvent(used, 'paid')).toEqualTypeOf<
      ChannelEvent<'paid', { id: number }> | undefined
    >();
    expectTypeOf(useLastEvent(chat, 'paid')?.data).toEqualTypeOf<{ id: number } | undefined>();
    useEvent(chat, 'paid', ({ data }) => expectTypeOf(data).toEqualTypeOf<{ id: number }>());
    useEvent(used, 'paid', ({ data }) => expectTypeOf(data).toEqualTypeOf<{ id: number }>());
    useEvent('orders', 'paid', ({ data }) => expectTypeOf(data).toEqualTypeOf<unknown>());
    useEvent(useChannel('orders'), 'paid', ({ name }) => expectTypeOf(name).toEqualTypeOf<'paid'>());
    expectTypeOf(useLastEvent(globalThis.location && chat, 'paid')?.data).toEqualTypeOf<
      { id: number } | undefined
    >();
  });

  it('blame the event, not the channel, for an event that is not there', () => {
    const used = useChannel(chat);
    useEvent(
      chat,
      // @ts-expect-error no such event
      'payed',
      () => {},
    );
    useEvent(
      used,
      // @ts-expect-error no such event
      'payed',
      () => {},
    );
    useLastEvent(
      used,
      // @ts-expect-error no such event
      'payed',
    );
    useLastEvent(
      // @ts-expect-error not a channel
      5,
      'paid',
    );
  });

  it('take no channel of client.subscribe()', () => {
    const channel = createRealtimeClient({ key: '' }).subscribe('orders');
    useEvent(
      // @ts-expect-error a channel
      channel,
      'paid',
      () => {},
    );
    useLastEvent(
      // @ts-expect-error a channel
      channel,
      'paid',
    );
  });
});
