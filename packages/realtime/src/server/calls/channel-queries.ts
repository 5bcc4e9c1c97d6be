import { type CallOptions, NotFoundError } from '@org/core';
import { isRecord } from '../../internal/json.ts';
import { readCallOptions } from '../../internal/read-options.ts';
import { wrongInput } from '../../internal/wrong-input.ts';
import { channelKind } from '../../protocol/channel-name.ts';
import type { AppCalls } from './app-calls.ts';
import { type ChannelInfo, joinInfo } from './channel-info.ts';
import type { ChannelCounts, ChannelState } from './decode.ts';
import type { EventEncoding } from './encode-event.ts';

/** Queries about channels. @public */
export interface ChannelQueries {
  /** The occupied channels. `user_count` needs a prefix that begins with `presence-`. */
  list(
    query?: { readonly prefix?: string; readonly info?: readonly 'user_count'[] },
    options?: CallOptions,
  ): Promise<ReadonlyMap<string, ChannelCounts>>;
  /** One channel. `user_count` needs a presence channel; `cache` is the cached event of a cache channel. */
  get(
    channel: string,
    query?: { readonly info?: readonly (ChannelInfo | 'cache')[] },
    options?: CallOptions,
  ): Promise<ChannelState>;
  /** The ids of the users on a presence channel. */
  users(channel: string, options?: CallOptions): Promise<readonly string[]>;
}

export function createChannelQueries(
  calls: AppCalls,
  requireChannel: EventEncoding['requireChannel'],
): ChannelQueries {
  return {
    async list(query, options) {
      const { prefix, info } = readCallOptions('query', query, { prefix: undefined, info: undefined });
      if (prefix !== undefined && !isPrefix(prefix))
        throw wrongInput(
          'prefix',
          'prefix must be the start of a channel name: letters, digits and _ - = @ , . ;',
        );
      const input = { prefix, info: joinInfo(info, prefix?.startsWith('presence-') === true) };
      return calls.execute(({ listChannels }) => listChannels, input, options);
    },
    async get(channel, query, options) {
      const { info } = readCallOptions('query', query, { info: undefined });
      const name = requireChannel(channel);
      const input = { channel: name, info: joinInfo(info, channelKind(name).presence) };
      return calls.execute(({ getChannel }) => getChannel, input, options);
    },
    async users(channel, options) {
      const name = requireChannel(channel);
      if (!channelKind(name).presence) throw wrongInput('channel', 'Only presence- channels have users.');
      try {
        return await calls.execute(({ listUsers }) => listUsers, { channel: name }, options);
      } catch (error) {
        if (isUnoccupied(error)) return [];
        throw error;
      }
    },
  };
}

// The signed text has the value as it is, so an "&" in it could sign for further parameters.
const isPrefix = (prefix: unknown) => typeof prefix === 'string' && /^[A-Za-z0-9_\-=@,.;]*$/.test(prefix);

/** Reverb responds with 404 and `{}` for a channel without members, and with text for an unknown app. */
function isUnoccupied(error: unknown): boolean {
  if (!NotFoundError.isInstance(error) || error.status !== 404 || !isRecord(error.details)) return false;
  return Object.keys(error.details).length === 0;
}
