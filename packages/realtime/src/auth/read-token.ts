import { isRecord } from '../internal/json.ts';
import { channelKind } from '../protocol/channel-name.ts';
import { memberOf } from '../protocol/presence-data.ts';
import type { AuthorizationFailure } from './authorization-error.ts';

export interface TokenExpectation {
  readonly channelName: string;
  readonly key: string;
  readonly failure: AuthorizationFailure;
}

export interface GrantedToken {
  readonly auth: string;
  /** The signed text, sent as it is. */
  readonly channelData?: string | undefined;
  /** The key of an encrypted channel, as base64. Not for the service, errors or events. */
  readonly sharedSecret?: string | undefined;
  /** The user of `channelData`, or of the sign-in, on a presence channel. */
  readonly memberId?: string | undefined;
}

/** Checks a token. The error never contains it. @throws ChannelAuthorizationError */
export function readToken(value: unknown, { channelName, key, failure }: TokenExpectation): GrantedToken {
  const refuse = (problem: string) => failure(`The token of ${channelName} ${problem}.`);
  if (!isRecord(value)) throw refuse('is not an object with a text "auth"');
  const { auth } = value;
  if (typeof auth !== 'string' || auth === '') throw refuse('has no text "auth"');
  if (auth.length > 1_000 || !/^[^:\s]+:[0-9a-f]+$/i.test(auth))
    throw refuse('has an "auth" that is not of the form key:signature');
  if (!auth.startsWith(`${key}:`)) throw refuse('was signed with another app key than this client has');
  const channelData = value['channelData'] ?? value['channel_data'] ?? undefined;
  if (channelData !== undefined && typeof channelData !== 'string')
    throw refuse('has channel_data that is not text');
  const kind = channelKind(channelName);
  if (kind.encrypted) return { auth, channelData, sharedSecret: readSharedSecret(value, refuse) };
  if (!kind.presence) return { auth, channelData };
  const memberId = memberOf(channelData);
  if (channelData !== undefined && memberId === undefined)
    throw refuse('has no user_id in its channel_data, which a presence channel needs');
  return { auth, channelData, memberId };
}

// 32 bytes are 44 characters of base64.
const sharedSecretForm = /^[A-Za-z0-9+/]{43}=$/;

function readSharedSecret(
  token: Readonly<Record<string, unknown>>,
  refuse: (problem: string) => Error,
): string {
  const secret = token['sharedSecret'] ?? token['shared_secret'] ?? '';
  if (secret === '')
    throw refuse(
      'has no shared_secret, which an encrypted channel needs: set encryptionMasterKey on your server',
    );
  if (typeof secret === 'string' && sharedSecretForm.test(secret)) return secret;
  throw refuse('has a shared_secret that is not 32 bytes as base64');
}
