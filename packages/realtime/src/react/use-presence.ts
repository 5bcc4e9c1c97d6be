import { useMemo, useSyncExternalStore } from 'react';
import type { PresenceChannel } from '../channels/channel.ts';
import type { ChannelDefinition } from '../channels/define-channel.ts';
import type { EventSchemas, EventTypes, EventTypesOf } from '../channels/event-types.ts';
import type { Member } from '../protocol/presence-data.ts';
import type { NoTarget, Store } from './channel-store.ts';
import { type ChannelSource, type UseChannelResult, useSource } from './use-channel.ts';

/** The members of a presence channel in a component. @public */
export interface UsePresenceResult<Name extends string = string, Events extends EventTypes = EventTypes>
  extends UseChannelResult<Name, Events> {
  /**
   * The members by id, in a map that later changes do not affect. While the channel reconnects, these are the
   * members before the loss.
   */
  readonly members: ReadonlyMap<string, Member>;
  /** The member of this client; `undefined` before the first subscription. */
  readonly me: Member | undefined;
  /** The number of members. */
  readonly count: number;
}

interface Roster {
  readonly members: ReadonlyMap<string, Member>;
  readonly me: Member | undefined;
}

const nobody: Roster = { members: new Map(), me: undefined };

/** Subscribes to a presence channel, and renders again when its members change. @public */
export function usePresence<const Name extends `presence-${string}`>(
  name: Name | NoTarget,
): UsePresenceResult<Name>;
/** Subscribes to a presence channel with a definition. */
export function usePresence<Name extends `presence-${string}`, Schemas extends EventSchemas>(
  definition: ChannelDefinition<Name, Schemas> | NoTarget,
): UsePresenceResult<Name, EventTypesOf<Schemas>>;
/** The members of a channel that the component uses already. */
export function usePresence<Name extends `presence-${string}`, Events extends EventTypes>(
  channel: UseChannelResult<Name, Events>,
): UsePresenceResult<Name, Events>;
export function usePresence(source: ChannelSource): unknown {
  const used = useSource(source);
  const { channel, state, error } = used;
  const store = useMemo(() => createRosterStore(channel), [channel]);
  const roster = useSyncExternalStore(store.subscribe, store.getSnapshot, store.getServerSnapshot);
  const isOver = state === 'failed' || state === 'unsubscribed';
  return useMemo(() => {
    const { members, me } = isOver ? nobody : roster;
    return { channel, state, error, members, me, count: members.size };
  }, [channel, state, error, isOver, roster]);
}

function createRosterStore(channel: PresenceChannel | undefined): Store<Roster> {
  let snapshot = read(channel);
  return {
    getSnapshot: () => snapshot,
    getServerSnapshot: () => nobody,
    subscribe(changed) {
      const update = () => {
        const { members, me } = read(channel);
        if (members === snapshot.members) return;
        snapshot = { members, me };
        changed();
      };
      const offs = [
        channel?.onMember('joined', update),
        channel?.onMember('left', update),
        channel?.onMember('updated', update),
        channel?.onMember('synced', update),
      ];
      if (channel?.state === 'subscribed') update(); // the members may differ from those at the last render
      return () => {
        for (const off of offs) off?.();
      };
    },
  };
}

function read(channel: PresenceChannel | undefined): Roster {
  return channel === undefined ? nobody : { members: channel.members, me: channel.me };
}
