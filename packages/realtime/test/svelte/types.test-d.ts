import type { Readable as SvelteReadable } from 'svelte/store';
import { expectTypeOf, it } from 'vitest';
import * as z from 'zod/mini';
import { createRealtimeClient, defineChannel } from '../../src/index.ts';
import { type ChannelValue, channelStore, lastEventStore, presenceStore } from '../../src/svelte/index.ts';

const client = createRealtimeClient({ key: 'key', cluster: 'eu', autoConnect: false });
const chat = defineChannel('private-chat', { events: { paid: z.object({ id: z.number() }) } });

it('svelte: stores are those of Svelte, and know their channel', () => {
  expectTypeOf(channelStore(client, 'orders')).toExtend<SvelteReadable<ChannelValue<'orders'>>>();
  lastEventStore(client, chat, 'paid').subscribe((event) =>
    expectTypeOf(event?.data).toEqualTypeOf<{ id: number } | undefined>(),
  );
  lastEventStore(
    client,
    chat,
    // @ts-expect-error no such event
    'payed',
  );
  // @ts-expect-error not a presence channel
  presenceStore(client, 'orders');
});
