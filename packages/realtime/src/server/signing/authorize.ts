import { wrongInput } from '../../internal/wrong-input.ts';
import { channelKind, requireChannelName } from '../../protocol/channel-name.ts';
import { isRecord } from '../../protocol/json.ts';
import { requireSocketId } from '../../protocol/socket-id.ts';
import type { AppIdentity } from '../app-identity.ts';
import type { LoadEncryption } from '../encryption.ts';
import { signText } from './signatures.ts';

/** The member of a presence channel. @public */
export interface PresenceMember {
  /** At most 128 characters. Several connections of one user share it. */
  readonly userId: string;
  /** Shown to the other members; at most 1 kB as JSON. */
  readonly userInfo?: Readonly<Record<string, unknown>>;
}

/** A client's subscription to a channel. @public */
export interface AuthorizeChannelRequest {
  /** The connection's id, from the client. */
  readonly socketId: string;
  /** The private or presence channel. */
  readonly channelName: string;
  /** Required for a presence channel. */
  readonly member?: PresenceMember | undefined;
}

/** The JSON response of your endpoint to the client. @public */
export interface ChannelAuthorization {
  /** `key:signature`. */
  readonly auth: string;
  /** The exact text that was signed. */
  readonly channel_data?: string;
  /** The key of an end-to-end encrypted channel, as base64. Only for the client that asked. */
  readonly shared_secret?: string;
}

/** @internal */
export async function authorizeChannel(
  app: AppIdentity,
  loadEncryption: LoadEncryption,
  request: AuthorizeChannelRequest,
): Promise<ChannelAuthorization> {
  if (!isRecord(request as unknown))
    throw wrongInput('request', 'authorizeChannel needs { socketId, channelName }.');
  const socketId = requireSocketId(request.socketId);
  const channelName = requireChannelName(request.channelName);
  const kind = channelKind(channelName);
  if (!kind.private)
    throw wrongInput('channelName', 'Only private- and presence- channels need an authorization.');
  if (kind.presence && request.member === undefined)
    throw wrongInput('member', 'member is missing: a presence channel needs { userId }.');
  const data = request.member === undefined ? undefined : memberData(request.member);
  const text = [socketId, channelName, ...(data === undefined ? [] : [data])].join(':');
  const auth = `${await app.key()}:${await signText(await app.secret(), text)}`;
  return {
    auth,
    ...(data !== undefined && { channel_data: data }),
    ...(kind.encrypted && { shared_secret: await (await loadEncryption()).sharedSecret(channelName) }),
  };
}

/** The user of a connection. @public */
export interface RealtimeUser {
  /** At most 128 characters. */
  readonly id: string;
  /** Sent with the user's id to the client. */
  readonly userInfo?: Readonly<Record<string, unknown>>;
  /** Ids of users whose online status this user follows; at most 100. */
  readonly watchlist?: readonly string[];
}

/** The signed user, for the client to send to the service. @public */
export interface UserAuthentication {
  /** `key:signature`. */
  readonly auth: string;
  /** The exact text that was signed. */
  readonly user_data: string;
}

/** @internal */
export async function authenticateUser(
  app: AppIdentity,
  socketId: string,
  user: RealtimeUser,
): Promise<UserAuthentication> {
  if (!isRecord(user as unknown)) throw wrongInput('user', 'authenticateUser needs the user, { id }.');
  const { userInfo, watchlist } = user;
  const id = requireUserId('user.id', user.id);
  if (watchlist !== undefined && !isWatchlist(watchlist))
    throw wrongInput('user.watchlist', 'user.watchlist must be a list of at most 100 user ids.');
  const userData = stringify('user.userInfo', { id, user_info: userInfo, watchlist });
  const text = `${requireSocketId(socketId)}::user::${userData}`;
  return {
    auth: `${await app.key()}:${await signText(await app.secret(), text)}`,
    user_data: userData,
  };
}

function memberData(member: PresenceMember): string {
  if (!isRecord(member as unknown)) throw wrongInput('member', 'member must be an object, like { userId }.');
  const { userId, userInfo } = member;
  return stringify('member.userInfo', {
    user_id: requireUserId('member.userId', userId),
    user_info: userInfo,
  });
}

function stringify(path: string, data: object): string {
  try {
    return JSON.stringify(data);
  } catch (cause) {
    throw wrongInput(path, 'userInfo cannot be JSON: it has a cycle or a BigInt.', cause);
  }
}

function isWatchlist(ids: unknown): boolean {
  return Array.isArray(ids) && ids.length <= 100 && ids.every((id) => typeof id === 'string');
}

/** @internal */
export function requireUserId(path: string, userId: unknown): string {
  if (typeof userId === 'string' && userId !== '' && userId.length <= 128) return userId;
  throw wrongInput(path, 'A user id is a text of 1 to 128 characters.');
}
