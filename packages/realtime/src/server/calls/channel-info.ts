import { wrongInput } from '../../internal/wrong-input.ts';

/** The counts that `info` can ask for. @public */
export type ChannelInfo = 'user_count' | 'subscription_count';

/** @throws InvalidInputError */
export function joinInfo(info: readonly ChannelInfo[] | undefined): string | undefined {
  if (info === undefined) return undefined;
  if (!Array.isArray(info) || info.some((each) => typeof each !== 'string'))
    throw wrongInput('info', "info must be a list, like ['user_count'].");
  return info.length === 0 ? undefined : info.join(',');
}
