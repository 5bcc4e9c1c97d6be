import { wrongInput } from '../../internal/wrong-input.ts';

/** The counts that `info` can ask for. @public */
export type ChannelInfo = 'user_count' | 'subscription_count';

// The signed text has the value as it is, so an "&" in it could sign for further parameters.
const isAttribute = (each: unknown) => typeof each === 'string' && /^\w+$/.test(each);

/**
 * The `info` parameter.
 *
 * @param isPresence whether the query is about presence channels, the only ones with users
 * @throws InvalidInputError
 */
export function joinInfo(info: readonly string[] | undefined, isPresence: boolean): string | undefined {
  if (info === undefined) return undefined;
  if (!Array.isArray(info) || !Array.from(info).every(isAttribute))
    throw wrongInput('info', "info must be a list, like ['user_count'].");
  if (!isPresence && info.includes('user_count'))
    throw wrongInput('info', 'user_count needs a presence channel, or a prefix that begins with presence-.');
  return info.length === 0 ? undefined : info.join(',');
}
