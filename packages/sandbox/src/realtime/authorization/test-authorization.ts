import { type OptionNames, refuseUnknown } from '@org/core/basics';
import { meantOption } from '@org/core/driver';
import { decideSubscription } from '../commands/subscription-decision.ts';
import type { RealtimeContext } from '../context.ts';
import { formatChannelSignatureText, formatUserSignatureText, signHex, verifyToken } from '../signature.ts';
import { isSocketId } from '../socket-id.ts';

const wishNames: OptionNames<AuthorizationWish> = {
  socketId: 0,
  channel: 0,
  userId: 0,
  channelData: 0,
  userData: 0,
  auth: 0,
  key: 0,
  secret: 0,
};

/** A subscription or a sign-in to test. */
export interface AuthorizationWish {
  /** `123.456`, of an open socket or not. */
  readonly socketId: string;
  /** The channel; without it, `userData` signs a user in. */
  readonly channel?: string;
  /** Makes the `channelData` of a presence channel. */
  readonly userId?: string;
  /** The signed text about the member: JSON with `user_id`. */
  readonly channelData?: string;
  /** The signed text of a sign-in: JSON with `id`. */
  readonly userData?: string;
  /** The token of your application. @default one that is signed with the key and the secret */
  readonly auth?: string;
  /** @default the app's key */
  readonly key?: string;
  /** @default the app's secret */
  readonly secret?: string;
}

/** What the service decides about a subscription or a sign-in. */
export interface AuthorizationOutcome {
  readonly isAccepted: boolean;
  /** Of a refusal, as the client receives it. */
  readonly reason?: string;
  readonly auth: string;
  readonly channelData?: string;
  /** The text whose HMAC-SHA256 the token contains. */
  readonly signedText: string;
  /** Whether the socket is open now: a token is valid for its socket only. */
  readonly isConnected: boolean;
}

/**
 * Decides as the service does when a client subscribes, or signs in.
 *
 * @throws {TypeError} without a socket id, or without a channel and user data
 */
export function testAuthorization(context: RealtimeContext, wish: AuthorizationWish): AuthorizationOutcome {
  refuseUnknown(wish, wishNames, 'testAuthorization()', meantOption);
  const { socketId, channel, userData, userId } = wish;
  if (!isSocketId(socketId)) throw new TypeError('socketId must be the id of a socket, such as 123.456.');
  if (channel === undefined && userData === undefined)
    throw new TypeError('channel is missing; for a sign-in, userData.');
  const { app, limits } = context.options;
  const { key = app.key, secret = app.secret } = wish;
  const channelData =
    wish.channelData ?? (userId === undefined ? undefined : JSON.stringify({ user_id: userId }));
  const signedText =
    channel === undefined
      ? formatUserSignatureText(socketId, userData ?? '')
      : formatChannelSignatureText(socketId, channel, channelData);
  const auth = wish.auth ?? `${key}:${signHex(secret, signedText)}`;
  const connection = [...context.connections.values()].find((open) => open.socketId === socketId);
  const base = {
    auth,
    ...(channelData !== undefined && { channelData }),
    signedText,
    isConnected: connection !== undefined,
  };
  if (channel === undefined) {
    const verdict = verifyToken(app, auth, signedText);
    return verdict === 'valid'
      ? { isAccepted: true, ...base }
      : { isAccepted: false, reason: `Connection not authorized: ${verdict.replace('-', ' ')}.`, ...base };
  }
  const { user } = connection ?? {};
  const decision = decideSubscription({ app, limits, socketId, user, channel, auth, channelData });
  return decision.isAllowed
    ? { isAccepted: true, ...base }
    : { isAccepted: false, reason: decision.refusal.message, ...base };
}
