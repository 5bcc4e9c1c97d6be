import { computed, type MaybeRefOrGetter, type Ref, shallowRef, watch } from 'vue';
import type { ChannelEvent, EventListenerOf } from '../channels/channel.ts';
import type { ChannelDefinition } from '../channels/define-channel.ts';
import type { EventSchemas, EventTypes, EventTypesOf } from '../channels/event-types.ts';
import type { NoTarget } from '../stores/channel-store.ts';
import { type ChannelSource, type UseChannelResult, useSource } from './use-channel.ts';

/**
 * Calls a listener on each event of a channel while the component is mounted. @public
 *
 * @example
 * const paid = ref<unknown[]>([]);
 * useEvent('orders', 'paid', ({ data }) => paid.value.push(data));
 */
export function useEvent<
  Name extends string,
  Events extends EventTypes,
  const Event extends keyof Events & string,
>(channel: UseChannelResult<Name, Events>, event: Event, listener: EventListenerOf<Events, Event>): void;
/** Subscribes with a definition, and calls the listener on each event of that name. */
export function useEvent<
  Name extends string,
  Schemas extends EventSchemas,
  const Event extends keyof Schemas & string,
>(
  definition: MaybeRefOrGetter<ChannelDefinition<Name, Schemas> | NoTarget>,
  event: Event,
  listener: EventListenerOf<EventTypesOf<Schemas>, Event>,
): void;
/** Subscribes to a channel by its name, and calls the listener on each event of that name. */
export function useEvent<const Event extends string>(
  name: MaybeRefOrGetter<string | NoTarget>,
  event: Event,
  listener: EventListenerOf<EventTypes, Event>,
): void;
export function useEvent(
  source: ChannelSource,
  event: string,
  listener: (event: ChannelEvent) => unknown,
): void {
  useAnyEvent(source, event, listener);
}

/** The last event that arrived while the component is mounted; `undefined` before the first. @public */
export function useLastEvent<
  Name extends string,
  Events extends EventTypes,
  const Event extends keyof Events & string,
>(
  channel: UseChannelResult<Name, Events>,
  event: Event,
): Readonly<Ref<ChannelEvent<Event, Events[Event]> | undefined>>;
/** The last event of a channel that the definition describes. */
export function useLastEvent<
  Name extends string,
  Schemas extends EventSchemas,
  const Event extends keyof Schemas & string,
>(
  definition: MaybeRefOrGetter<ChannelDefinition<Name, Schemas> | NoTarget>,
  event: Event,
): Readonly<Ref<ChannelEvent<Event, EventTypesOf<Schemas>[Event]> | undefined>>;
/** The last event of a channel of that name. */
export function useLastEvent<const Event extends string>(
  name: MaybeRefOrGetter<string | NoTarget>,
  event: Event,
): Readonly<Ref<ChannelEvent<Event> | undefined>>;
export function useLastEvent(source: ChannelSource, event: string): unknown {
  const last = shallowRef<ChannelEvent>();
  const channel = useAnyEvent(source, event, (received) => {
    last.value = received;
  });
  return computed(() => (last.value?.channel === channel.value?.name ? last.value : undefined));
}

function useAnyEvent(
  source: ChannelSource,
  event: string,
  listener: (event: ChannelEvent) => unknown,
): UseChannelResult['channel'] {
  const { channel } = useSource(source);
  watch(
    channel,
    (now, _before, onCleanup) => {
      if (now !== undefined) onCleanup(now.on(event, listener));
    },
    { immediate: true, flush: 'sync' },
  );
  return channel;
}
