import type { Channel } from '../channels/channel.ts';
import type { SignedInUser } from './user.ts';
import type { Watchlist } from './watchlist.ts';

/** @internal */
export interface UserParts {
  readonly id: string;
  readonly channel: Channel;
  readonly watchlist: Watchlist;
  info(): unknown;
  isSignedIn(): boolean;
}

/** @internal */
export function createUser(parts: UserParts): SignedInUser {
  const { id, channel, watchlist } = parts;
  return {
    id,
    get info() {
      return parts.info();
    },
    get isSignedIn() {
      return parts.isSignedIn();
    },
    get watchlist() {
      return watchlist.users;
    },
    on: channel.on,
    onAny: channel.onAny,
    events: channel.events,
    onWatchlist: (listener) => watchlist.listeners.add('watchlist', listener),
  };
}
