import { isRecord } from '../protocol/json.ts';
import { memberOf } from '../protocol/presence-data.ts';
import type { AuthorizationFailure } from './authorization-error.ts';
import type { ChannelToken } from './authorizer.ts';

/** What is expected of a token. @internal */
export interface TokenExpectation {
  readonly channelName: string;
  readonly key: string;
  readonly isPresence: boolean;
  readonly failure: AuthorizationFailure;
}

/**
 * The token, if it is one that the service could accept. Never shows it.
 *
 * @throws ChannelAuthorizationError
 * @internal
 */
export function readToken(
  value: unknown,
  { channelName, key, isPresence, failure }: TokenExpectation,
): ChannelToken {
  const refuse = (why: string) => failure(`The authorisation of ${channelName} ${why}.`);
  if (!isRecord(value)) throw refuse('is not an object with a text "auth"');
  const { auth } = value;
  const channelData = value['channelData'] ?? value['channel_data'] ?? undefined;
  if (typeof auth !== 'string' || auth === '') throw refuse('has no text "auth"');
  if (auth.length > 1_000 || !/^[^:\s]+:[0-9a-f]+$/i.test(auth))
    throw refuse('has an "auth" that is not of the form key:signature');
  if (!auth.startsWith(`${key}:`)) throw refuse('was signed for another app key than the one of this client');
  if (channelData !== undefined && typeof channelData !== 'string')
    throw refuse('has channel data that is not text');
  if (isPresence && memberOf(channelData) === undefined)
    throw refuse('says no user_id in its channel data, which a presence channel needs');
  return { auth, channelData };
}
