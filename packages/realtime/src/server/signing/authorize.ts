import { meantOption } from '@org/core/driver';
import { isRecord } from '../../internal/json.ts';
import { readOptions } from '../../internal/read-options.ts';
import { wrongInput } from '../../internal/wrong-input.ts';
import { channelKind, requireChannelName } from '../../protocol/channel-name.ts';
import { requireSocketId } from '../../protocol/socket-id.ts';
import { memberData, type PresenceMember } from './member-data.ts';
import type { Signing } from './signing.ts';

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

/** Also what a client's `authorize` gets: a program may pass it on as it is. */
type PassedOn = AuthorizeChannelRequest & { readonly signal?: unknown; readonly runtime?: unknown };

const defaults = {
  socketId: undefined,
  channelName: undefined,
  member: undefined,
  signal: undefined,
  runtime: undefined,
};

export async function authorizeChannel(
  signing: Signing,
  request: AuthorizeChannelRequest,
): Promise<ChannelAuthorization> {
  if (!isRecord(request as unknown))
    throw wrongInput('request', 'authorizeChannel() takes an object: { socketId, channelName }.');
  const read = readOptions<PassedOn, typeof defaults>('authorizeChannel()', request, defaults, meantOption);
  const socketId = requireSocketId(read.socketId);
  const channelName = requireChannelName(read.channelName);
  const { member } = read;
  const kind = channelKind(channelName);
  if (!kind.private)
    throw wrongInput('channelName', 'Only private- and presence- channels need an authorization.');
  if (kind.presence && member === undefined)
    throw wrongInput('member', 'member is missing: a presence channel needs { userId }.');
  const text = `${socketId}:${channelName}`;
  if (!kind.encrypted && member === undefined) return { auth: await signing.token(text) };
  const data = member === undefined ? undefined : memberData(member, signing.maxMemberBytes);
  return {
    auth: await signing.token(data === undefined ? text : `${text}:${data}`),
    ...(data !== undefined && { channel_data: data }),
    ...(kind.encrypted && {
      shared_secret: await (await signing.loadEncryption()).sharedSecret(channelName),
    }),
  };
}
