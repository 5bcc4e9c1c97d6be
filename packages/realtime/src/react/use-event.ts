import { useEffect, useState } from 'react';
import type { ChannelEvent, EventListenerOf } from '../channels/channel.ts';
import {
  type ChannelSource,
  type EventChannel,
  type SourceEvents,
  type UseChannelResult,
  useSource,
} from './use-channel.ts';
import { useLatest } from './use-latest.ts';

type AnyListener = (event: ChannelEvent) => unknown;

/**
 * Calls a listener on each event of a channel while the component is mounted. Always the listener of the last
 * render: another function does not subscribe again. @public
 *
 * @example
 * const [paid, setPaid] = useState<unknown[]>([]);
 * useEvent('orders', 'paid', ({ data }) => setPaid((orders) => [...orders, data]));
 */
export function useEvent<
  const Source extends EventChannel,
  const Event extends keyof SourceEvents<Source> & string,
>(source: Source, event: Event, listener: EventListenerOf<SourceEvents<Source>, Event>): void;
export function useEvent(source: ChannelSource, event: string, listener: AnyListener): void {
  useAnyEvent(source, event, listener);
}

/** The last event that arrived while the component is mounted; `undefined` before the first. @public */
export function useLastEvent<
  const Source extends EventChannel,
  const Event extends keyof SourceEvents<Source> & string,
>(source: Source, event: Event): ChannelEvent<Event, SourceEvents<Source>[Event]> | undefined;
export function useLastEvent(source: ChannelSource, event: string): unknown {
  const [last, setLast] = useState<ChannelEvent>();
  const channel = useAnyEvent(source, event, setLast);
  const isCurrent = last !== undefined && last.channel === channel?.name && last.name === event;
  return isCurrent ? last : undefined;
}

function useAnyEvent(
  source: ChannelSource,
  event: string,
  listener: AnyListener,
): UseChannelResult['channel'] {
  const { channel } = useSource(source);
  const latest = useLatest(listener);
  useEffect(() => channel?.on(event, (received) => latest.current(received)), [channel, event, latest]);
  return channel;
}
