import { describe, expectTypeOf, it } from 'vitest';
import { type Ref, ref } from 'vue';
import * as z from 'zod/mini';
import {
  type ChannelEvent,
  createRealtimeClient,
  defineChannel,
  type Member,
  type PrivateChannel,
} from '../../src/index.ts';
import { useChannel, useEvent, useLastEvent, usePresence } from '../../src/vue/index.ts';

const chat = defineChannel('private-chat', { events: { paid: z.object({ id: z.number() }) } });

describe('vue: composables', () => {
  it('know a channel by its name', () => {
    expectTypeOf(useChannel('private-a').channel.value).toExtend<PrivateChannel | undefined>();
    // @ts-expect-error a public channel has no client events
    useChannel('orders').channel.value?.trigger;
    const userId = ref<string>();
    useChannel(() => userId.value && `private-user-${userId.value}`).channel.value?.trigger('client-a', {});
    // @ts-expect-error not a presence channel
    usePresence('private-a');
    expectTypeOf(usePresence('presence-a').members).toEqualTypeOf<
      Readonly<Ref<ReadonlyMap<string, Member>>>
    >();
  });

  it('know the events of a definition', () => {
    const used = useChannel(chat);
    expectTypeOf(useLastEvent(used, 'paid').value).toEqualTypeOf<
      ChannelEvent<'paid', { id: number }> | undefined
    >();
    expectTypeOf(useLastEvent(chat, 'paid').value?.data).toEqualTypeOf<{ id: number } | undefined>();
    useEvent(chat, 'paid', ({ data }) => expectTypeOf(data).toEqualTypeOf<{ id: number }>());
    useEvent('orders', 'paid', ({ data }) => expectTypeOf(data).toEqualTypeOf<unknown>());
    useEvent(
      used,
      // @ts-expect-error no such event
      'payed',
      () => {},
    );
    useEvent(
      () => chat,
      // @ts-expect-error no such event
      'payed',
      () => {},
    );
    useEvent(ref(chat), 'paid', ({ data }) => expectTypeOf(data).toEqualTypeOf<{ id: number }>());
    useEvent(
      () => 'orders',
      'paid',
      ({ data }) => expectTypeOf(data).toEqualTypeOf<unknown>(),
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
