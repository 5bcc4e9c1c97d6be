import { isRecord } from '../../internal/json.ts';
import { wrongInput } from '../../internal/wrong-input.ts';
import { requireSocketId } from '../../protocol/socket-id.ts';
import { ownOptions } from '../own-options.ts';
import { requireInfo, requireUserId, stringify } from './member-data.ts';
import type { Signing } from './signing.ts';

/** The user of a connection. @public */
export interface RealtimeUser {
  /** At most 128 characters. `sendToUser` reaches ids of letters, digits and `_-=@,.;` alone. */
  readonly id: string;
  /** Sent with the user's id to the client. */
  readonly userInfo?: Readonly<Record<string, unknown>> | undefined;
  /** Ids of users whose online status this user follows; at most 100. */
  readonly watchlist?: readonly string[] | undefined;
}

/** The signed user, for the client to send to the service. @public */
export interface UserAuthentication {
  /** `key:signature`. */
  readonly auth: string;
  /** The exact text that was signed. */
  readonly user_data: string;
}

export async function authenticateUser(
  signing: Signing,
  socketId: string,
  user: RealtimeUser,
): Promise<UserAuthentication> {
  if (!isRecord(user as unknown)) throw wrongInput('user', 'authenticateUser needs the user, { id }.');
  const { id: given, userInfo, watchlist } = ownOptions(user);
  const id = requireUserId('user.id', given);
  if (watchlist !== undefined && !isWatchlist(watchlist))
    throw wrongInput('user.watchlist', 'user.watchlist must be a list of at most 100 user ids.');
  const info = requireInfo('user', userInfo);
  const userData = stringify('user.userInfo', { id, user_info: info, watchlist });
  const auth = await signing.token(`${requireSocketId(socketId)}::user::${userData}`);
  return { auth, user_data: userData };
}

function isWatchlist(ids: unknown): boolean {
  return Array.isArray(ids) && ids.length <= 100 && ids.every((id) => typeof id === 'string' && id !== '');
}
