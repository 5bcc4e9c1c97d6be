import { useEffect, useState } from 'react';
import type { ChannelEvent, EventListenerOf } from '../channels/channel.ts';
import type { ChannelDefinition } from '../channels/define-channel.ts';
import type { EventSchemas, EventTypes, EventTypesOf } from '../channels/event-types.ts';
import type { NoTarget } from '../stores/channel-store.ts';
import { type ChannelSource, type UseChannelResult, useSource } from './use-channel.ts';
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
  definition: ChannelDefinition<Name, Schemas> | NoTarget,
  event: Event,
  listener: EventListenerOf<EventTypesOf<Schemas>, Event>,
): void;
/** Subscribes to a channel by its name, and calls the listener on each event of that name. */
export function useEvent<const Event extends string>(
  name: string | NoTarget,
  event: Event,
  listener: EventListenerOf<EventTypes, Event>,
): void;
export function useEvent(source: ChannelSource, event: string, listener: AnyListener): void {
  useAnyEvent(source, event, listener);
}

/** The last event that arrived while the component is mounted; `undefined` before the first. @public */
export function useLastEvent<
  Name extends string,
  Events extends EventTypes,
  const Event extends keyof Events & string,
>(channel: UseChannelResult<Name, Events>, event: Event): ChannelEvent<Event, Events[Event]> | undefined;
/** The last event of a channel that the definition describes. */
export function useLastEvent<
  Name extends string,
  Schemas extends EventSchemas,
  const Event extends keyof Schemas & string,
>(
  definition: ChannelDefinition<Name, Schemas> | NoTarget,
  event: Event,
): ChannelEvent<Event, EventTypesOf<Schemas>[Event]> | undefined;
/** The last event of a channel of that name. */
export function useLastEvent<const Event extends string>(
  name: string | NoTarget,
  event: Event,
): ChannelEvent<Event> | undefined;
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
