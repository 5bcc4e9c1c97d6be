import { useMemo } from 'react';
import type { ChannelDefinition } from '../channels/define-channel.ts';
import type { EventSchemas, EventTypes, EventTypesOf } from '../channels/event-types.ts';
import type { Member } from '../protocol/presence-data.ts';
import type { NoTarget } from '../stores/channel-store.ts';
import { createRosterStore, nobody } from '../stores/roster-store.ts';
import { useSyncExternalStore } from './react.ts';
import { type ChannelSource, type UseChannelResult, useSource } from './use-channel.ts';

/** The members of a presence channel in a component. @public */
export interface UsePresenceResult<
  Name extends string = string,
  Events extends EventTypes = EventTypes,
  Info = unknown,
> extends UseChannelResult<Name, Events, Info> {
  /**
   * The members by id, in a map that later changes do not affect. While the channel reconnects, these are the
   * members before the loss.
   */
  readonly members: ReadonlyMap<string, Member<Info>>;
  /** The member of this client; `undefined` before the first subscription. */
  readonly me: Member<Info> | undefined;
  /** The number of members. */
  readonly count: number;
}

/**
 * Subscribes to a presence channel, and renders again when its members change. @public
 *
 * @example
 * const { members, me, count } = usePresence('presence-room');
 * const others = [...members.keys()].filter((id) => id !== me?.id);
 */
export function usePresence<const Name extends `presence-${string}`>(
  name: Name | NoTarget,
): UsePresenceResult<Name>;
/** Subscribes to a presence channel with a definition. */
export function usePresence<Name extends `presence-${string}`, Schemas extends EventSchemas, Info = unknown>(
  definition: ChannelDefinition<Name, Schemas, Info> | NoTarget,
): UsePresenceResult<Name, EventTypesOf<Schemas>, Info>;
/** The members of a channel that the component uses already. */
export function usePresence<Name extends `presence-${string}`, Events extends EventTypes, Info = unknown>(
  channel: UseChannelResult<Name, Events, Info>,
): UsePresenceResult<Name, Events, Info>;
export function usePresence(source: ChannelSource): unknown {
  const used = useSource(source);
  const { channel, state } = used;
  const store = useMemo(() => createRosterStore(channel), [channel]);
  const roster = useSyncExternalStore(store.subscribe, store.getSnapshot, store.getServerSnapshot);
  const isOver = state === 'failed' || state === 'unsubscribed';
  return useMemo(() => {
    const { members, me } = isOver ? nobody : roster;
    return { ...used, members, me, count: members.size };
  }, [used, isOver, roster]);
}
