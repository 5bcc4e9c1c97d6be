import { isRecord } from '@org/core/driver';
import { readJson } from '../../json.ts';
import { isChannelName, parseUserChannel, readChannelTraits } from '../channels/channel-name.ts';
import type { PresenceMember } from '../channels/presence.ts';
import type { SignedInUser } from '../connection.ts';
import { readUserId } from '../frames.ts';
import type { RealtimeLimits } from '../limits.ts';
import type { RealtimeApp } from '../options.ts';
import type { Refusal } from '../refusal.ts';
import { formatChannelSignatureText, verifyToken } from '../signature.ts';

/** A subscription request, with all inputs of the decision. */
export interface SubscriptionWish {
  readonly app: RealtimeApp;
  readonly limits: RealtimeLimits;
  readonly socketId: string;
  readonly user: SignedInUser | undefined;
  readonly channel: string;
  readonly auth: string;
  /** The signed text; absent without one. */
  readonly channelData: string | undefined;
}

export type SubscriptionDecision =
  | { readonly isAllowed: true; readonly member?: PresenceMember }
  | { readonly isAllowed: false; readonly refusal: Refusal };

/** Decides about a subscription, by its name, signature and member data. */
export function decideSubscription(wish: SubscriptionWish): SubscriptionDecision {
  const userId = parseUserChannel(wish.channel);
  if (userId !== undefined) {
    return userId === wish.user?.id
      ? allowed
      : unauthorized(`Not signed in as the user of channel ${wish.channel}`);
  }
  if (!isChannelName(wish.channel, wish.limits.channelNameLength)) {
    return refused('ServerError', 4009, `Invalid channel name: '${wish.channel}'`);
  }
  const { kind } = readChannelTraits(wish.channel);
  if (kind === 'public') return allowed;
  return decideSignature(wish) ?? (kind === 'presence' ? decideMember(wish) : allowed);
}

const allowed: SubscriptionDecision = { isAllowed: true };

function decideSignature(wish: SubscriptionWish): SubscriptionDecision | undefined {
  const signedText = formatChannelSignatureText(wish.socketId, wish.channel, wish.channelData);
  switch (verifyToken(wish.app, wish.auth, signedText)) {
    case 'valid':
      return undefined;
    case 'wrong-key':
      return unauthorized(`Invalid key in subscription auth data: '${wish.auth}'`);
    case 'wrong-signature': {
      const given = wish.auth.slice(wish.auth.indexOf(':') + 1);
      return unauthorized(
        `Invalid signature: Expected HMAC SHA256 hex digest of ${signedText}, but got ${given}`,
      );
    }
  }
}

function decideMember(wish: SubscriptionWish): SubscriptionDecision {
  const { limits, channel } = wish;
  const member = readMember(wish);
  if (member === undefined) {
    return refused('ServerError', 4302, `Missing or invalid user_id in channel_data of channel ${channel}`);
  }
  if (String(member.id).length > limits.presenceUserIdLength) {
    const text = `The user_id is longer than ${limits.presenceUserIdLength} characters in channel ${channel}`;
    return refused('LimitReached', 4301, text);
  }
  if (Buffer.byteLength(JSON.stringify(member.info ?? null)) > limits.presenceUserBytes) {
    const text =
      `The maximum size for a channel member is ${limits.presenceUserBytes / 1024} KB in channel ` +
      `${channel}`;
    return refused('LimitReached', 4301, text);
  }
  return { isAllowed: true, member };
}

/** A signed-in user may omit `channel_data`. */
function readMember({ channelData, user }: SubscriptionWish): PresenceMember | undefined {
  if (channelData === undefined) return user && { id: user.id, info: user.info };
  const value = readJson(channelData);
  if (!isRecord(value)) return undefined;
  const id = readUserId(channelData);
  const isId = (typeof id === 'string' && id !== '') || (typeof id === 'number' && Number.isFinite(id));
  return isId ? { id, info: value['user_info'] } : undefined;
}

function unauthorized(message: string): SubscriptionDecision {
  return refused('AuthError', 401, message);
}

function refused(type: Refusal['type'], status: number, message: string): SubscriptionDecision {
  return { isAllowed: false, refusal: { type, status, message } };
}
