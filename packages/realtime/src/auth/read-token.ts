import { isRecord } from '../protocol/json.ts';
import { memberOf } from '../protocol/presence-data.ts';
import type { AuthorizationFailure } from './authorization-error.ts';
import type { ChannelToken } from './authorizer.ts';

/** The requirements of a token. @internal */
export interface TokenExpectation {
  readonly channelName: string;
  readonly key: string;
  readonly isPresence: boolean;
  readonly failure: AuthorizationFailure;
}

/** Checks a token. The error never contains it. @throws ChannelAuthorizationError @internal */
export function readToken(
  value: unknown,
  { channelName, key, isPresence, failure }: TokenExpectation,
): ChannelToken {
  const refuse = (problem: string) => failure(`The token of ${channelName} ${problem}.`);
  if (!isRecord(value)) throw refuse('is not an object with a text "auth"');
  const { auth } = value;
  const channelData = value['channelData'] ?? value['channel_data'] ?? undefined;
  if (typeof auth !== 'string' || auth === '') throw refuse('has no text "auth"');
  if (auth.length > 1_000 || !/^[^:\s]+:[0-9a-f]+$/i.test(auth))
    throw refuse('has an "auth" that is not of the form key:signature');
  if (!auth.startsWith(`${key}:`)) throw refuse('was signed with another app key than this client has');
  if (channelData !== undefined && typeof channelData !== 'string')
    throw refuse('has channel_data that is not text');
  if (isPresence && memberOf(channelData) === undefined)
    throw refuse('has no user_id in its channel_data, which a presence channel needs');
  return { auth, channelData };
}
