import { isRecord } from '@org/core/driver';
import { readJson } from '../../json.ts';
import { isChannelName } from '../channels/channel-name.ts';
import type { Connection, SignedInUser } from '../connection.ts';
import type { RealtimeContext } from '../context.ts';
import { encodeError, encodeObjectEvent } from '../frames.ts';
import { formatUserSignatureText, verifyToken } from '../signature.ts';

/** Handles `pusher:signin`, for one user on each connection. A wrong signature closes it with 4009. */
export function signIn(
  context: RealtimeContext,
  connection: Connection,
  data: Record<string, unknown>,
): void {
  const { options, users, journal } = context;
  if (!options.userAuthentication) return;
  const userData = typeof data['user_data'] === 'string' ? data['user_data'] : '';
  const auth = typeof data['auth'] === 'string' ? data['auth'] : '';
  const isSigned =
    verifyToken(options.app, auth, formatUserSignatureText(connection.socketId, userData)) === 'valid';
  const user = isSigned ? readUser(userData) : undefined;
  if (user === undefined || (connection.user !== undefined && connection.user.id !== user.id)) {
    connection.send(encodeError(4009, 'Connection not authorized.'));
    connection.close(4009, 'Connection not authorized.');
    return;
  }
  const { watchlistUsers } = options.limits;
  connection.isAuthorized = true;
  journal.record('signed-in', { socketId: connection.socketId, userId: user.id });
  connection.send(encodeObjectEvent('pusher:signin_success', { user_data: userData }));
  users.add(connection, { ...user, watchlist: user.watchlist.slice(0, watchlistUsers) });
  if (user.watchlist.length > watchlistUsers) {
    connection.send(
      encodeError(4302, `The watchlist is too long: the first ${watchlistUsers} users are watched`),
    );
  }
}

function readUser(userData: string): SignedInUser | undefined {
  const value = readJson(userData);
  if (!isRecord(value) || !isChannelName(value['id'], 200)) return undefined;
  const watchlist = Array.isArray(value['watchlist']) ? value['watchlist'] : [];
  return {
    id: value['id'],
    info: value['user_info'],
    watchlist: [...new Set(watchlist.filter((userId) => typeof userId === 'string' && userId !== ''))],
  };
}
