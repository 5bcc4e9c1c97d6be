import type { CallOptions } from '@org/core';
import { optionsBag, wrongInput } from '../../internal/wrong-input.ts';
import { channelKind, requireChannelName } from '../../protocol/channel-name.ts';
import type { AppCalls } from './app-calls.ts';
import { type ChannelInfo, joinInfo } from './channel-info.ts';
import type { ChannelCounts, ChannelState } from './decode.ts';

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

export function createChannelQueries(calls: AppCalls): ChannelQueries {
  return {
    async list(query, options) {
      const { prefix, info } = optionsBag('query', query);
      if (prefix !== undefined && typeof prefix !== 'string')
        throw wrongInput('prefix', 'prefix must be text.');
      const input = { prefix, info: joinInfo(info, prefix?.startsWith('presence-') === true) };
      return calls.execute(({ listChannels }) => listChannels, input, options);
    },
    async get(channel, query, options) {
      const { info } = optionsBag('query', query);
      const name = requireChannelName(channel);
      const input = { channel: name, info: joinInfo(info, channelKind(name).presence) };
      return calls.execute(({ getChannel }) => getChannel, input, options);
    },
    async users(channel, options) {
      const name = requireChannelName(channel);
      if (!channelKind(name).presence) throw wrongInput('channel', 'Only presence- channels have users.');
      return calls.execute(({ listUsers }) => listUsers, { channel: name }, options);
    },
  };
}
