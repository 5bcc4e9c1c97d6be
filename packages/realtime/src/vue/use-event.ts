import { computed, type Ref, shallowRef, watch } from 'vue';
import type { ChannelEvent, EventListenerOf } from '../channels/channel.ts';
import {
  type ChannelSource,
  type EventChannel,
  type SourceEvents,
  type UseChannelResult,
  useSource,
} from './use-channel.ts';

/**
 * Calls a listener on each event of a channel while the component is mounted. @public
 *
 * @example
 * const paid = ref<unknown[]>([]);
 * useEvent('orders', 'paid', ({ data }) => paid.value.push(data));
 */
export function useEvent<
  const Source extends EventChannel,
  const Event extends keyof SourceEvents<Source> & string,
>(source: Source, event: Event, listener: EventListenerOf<SourceEvents<Source>, Event>): void;
export function useEvent(
  source: ChannelSource,
  event: string,
  listener: (event: ChannelEvent) => unknown,
): void {
  useAnyEvent(source, event, listener);
}

/** The last event that arrived while the component is mounted; `undefined` before the first. @public */
export function useLastEvent<
  const Source extends EventChannel,
  const Event extends keyof SourceEvents<Source> & string,
>(source: Source, event: Event): Readonly<Ref<ChannelEvent<Event, SourceEvents<Source>[Event]> | undefined>>;
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
