import { optionsBag } from '../../internal/read-options.ts';
import { wrongInput } from '../../internal/wrong-input.ts';
import { requireChannelName } from '../../protocol/channel-name.ts';
import { authorizeChannel, type ChannelAuthorization } from './authorize.ts';
import type { PresenceMember } from './member-data.ts';
import type { Signing } from './signing.ts';

/** Subscriptions of one client, with your decision on each. @public */
export interface AuthorizeChannelsRequest {
  /** The connection's id, from the client. */
  readonly socketId: string;
  /** The channels that the client may join. */
  readonly channels: readonly {
    readonly channelName: string;
    /** Required for a presence channel. */
    readonly member?: PresenceMember | undefined;
  }[];
  /** The names of those that it may not join. */
  readonly refused?: readonly string[] | undefined;
}

/** The result for one channel of a batch. @public */
export interface BatchedAuthorization {
  /** 200, or 403 for a refused channel. */
  readonly status: number;
  /** The token, for a status of 200. */
  readonly data?: ChannelAuthorization;
}

/** The JSON response of your endpoint to a batch, by channel name. @public */
export type ChannelAuthorizations = Readonly<Record<string, BatchedAuthorization>>;

export async function authorizeChannels(
  signing: Signing,
  request: AuthorizeChannelsRequest,
): Promise<ChannelAuthorizations> {
  const { socketId = '', channels, refused = [] } = optionsBag('request', request);
  if (!Array.isArray(channels) || !Array.isArray(refused))
    throw wrongInput('channels', 'authorizeChannels needs { socketId, channels: [{ channelName }] }.');
  const results = emptyResults();
  for (const name of refused) results[requireChannelName(name)] = { status: 403 };
  for (const channel of channels) {
    const { channelName: given, member } = optionsBag('channels', channel);
    const channelName = requireChannelName(given);
    if (results[channelName] !== undefined)
      throw wrongInput('channels', 'A channel is in the batch twice, or both granted and refused.');
    const data = await authorizeChannel(signing, { socketId, channelName, member });
    results[channelName] = { status: 200, data };
  }
  return results;
}

/** Without a prototype: `__proto__` is a channel name like any other. */
export function emptyResults(): Record<string, BatchedAuthorization> {
  return Object.create(null);
}
