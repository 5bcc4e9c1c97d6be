import { computed, type MaybeRefOrGetter, type Ref } from 'vue';
import type { PresenceChannel } from '../channels/channel.ts';
import type { ChannelDefinition } from '../channels/define-channel.ts';
import type { EventSchemas, EventTypes, EventTypesOf } from '../channels/event-types.ts';
import type { Member } from '../protocol/presence-data.ts';
import type { NoTarget } from '../stores/channel-store.ts';
import { createRosterStore, nobody } from '../stores/roster-store.ts';
import { type ChannelSource, type UseChannelResult, useSource } from './use-channel.ts';
import { useSnapshot } from './use-snapshot.ts';

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
  readonly members: Readonly<Ref<ReadonlyMap<string, Member<Info>>>>;
  /** The member of this client; `undefined` before the first subscription. */
  readonly me: Readonly<Ref<Member<Info> | undefined>>;
  /** The number of members. */
  readonly count: Readonly<Ref<number>>;
}

/**
 * Subscribes to a presence channel, and follows its members. @public
 *
 * @example
 * const { members, me, count } = usePresence('presence-room');
 */
export function usePresence<const Name extends `presence-${string}`>(
  name: MaybeRefOrGetter<Name | NoTarget>,
): UsePresenceResult<Name>;
/** Subscribes to a presence channel with a definition. */
export function usePresence<Name extends `presence-${string}`, Schemas extends EventSchemas, Info = unknown>(
  definition: MaybeRefOrGetter<ChannelDefinition<Name, Schemas, Info> | NoTarget>,
): UsePresenceResult<Name, EventTypesOf<Schemas>, Info>;
/** The members of a channel that the component uses already. */
export function usePresence<Name extends `presence-${string}`, Events extends EventTypes, Info = unknown>(
  channel: UseChannelResult<Name, Events, Info>,
): UsePresenceResult<Name, Events, Info>;
export function usePresence(source: ChannelSource): unknown {
  const used = useSource(source);
  const { channel, state } = used;
  const roster = useSnapshot(() => createRosterStore(channel.value as PresenceChannel | undefined));
  const isOver = computed(() => state.value === 'failed' || state.value === 'unsubscribed');
  const shown = computed(() => (isOver.value ? nobody : roster.value));
  return {
    ...used,
    members: computed(() => shown.value.members),
    me: computed(() => shown.value.me),
    count: computed(() => shown.value.members.size),
  };
}
