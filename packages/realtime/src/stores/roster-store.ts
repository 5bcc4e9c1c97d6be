import type { PresenceChannel } from '../channels/channel.ts';
import type { Member } from '../protocol/presence-data.ts';
import type { Store } from './store.ts';

export interface Roster {
  readonly members: ReadonlyMap<string, Member>;
  readonly me: Member | undefined;
}

export const nobody: Roster = { members: new Map(), me: undefined };

/** The members of a channel while somebody looks. */
export function createRosterStore(channel: PresenceChannel | undefined): Store<Roster> {
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
