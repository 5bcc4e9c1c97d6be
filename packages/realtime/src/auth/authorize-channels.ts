import { isOrgError, type OrgError, type Runtime } from '@org/core/basics';
import { isRecord } from '../internal/json.ts';
import type { AuthorizationFailure } from './authorization-error.ts';
import type { Authorizer, BatchAuthorizer } from './authorizer.ts';
import { callInTime } from './call-in-time.ts';
import { isTemporaryStatus } from './post-form.ts';
import { type GrantedToken, readToken } from './read-token.ts';

export interface AuthorizationSettings {
  readonly authorize?: Authorizer | BatchAuthorizer | undefined;
  readonly key: string;
  readonly runtime: Runtime;
  readonly failure: AuthorizationFailure;
  /** Limit of one call of `authorize`. */
  readonly authorizeTimeoutMs: number;
}

/** The channels of one call: exactly one without a batch. */
export interface AuthorizationCall {
  readonly socketId: string;
  readonly channelNames: readonly string[];
  readonly signal: AbortSignal;
}

export type AuthorizationOutcome =
  | { readonly ok: true; readonly token: GrantedToken }
  | { readonly ok: false; readonly error: OrgError };

/** Calls `authorize` once. Returns the outcome of each channel, in order. */
export async function authorizeChannels(
  settings: AuthorizationSettings,
  call: AuthorizationCall,
): Promise<readonly AuthorizationOutcome[]> {
  const { channelNames } = call;
  const [first = ''] = channelNames;
  const subject = channelNames.length === 1 ? first : `${channelNames.length} channels`;
  try {
    const readOne = await request(settings, call, subject);
    return channelNames.map((name) => toOutcome(() => readOne(name), name, settings.failure));
  } catch (error) {
    return channelNames.map(() => ({ ok: false, error: toOrgError(error, subject, settings.failure) }));
  }
}

/** Resolves with the reader of each channel's token. */
async function request(
  { authorize, authorizeTimeoutMs: timeoutMs, failure, key, runtime }: AuthorizationSettings,
  { channelNames, signal, socketId }: AuthorizationCall,
  subject: string,
): Promise<(channelName: string) => GrantedToken> {
  const call = { operation: 'authorize', subject, runtime, signal, timeoutMs } as const;
  if (authorize === undefined)
    throw failure(`${subject} needs authorization: set authorize, e.g. httpAuthorizer({ endpoint }).`);
  if (typeof authorize === 'function') {
    const [channelName = ''] = channelNames;
    const token = await callInTime(call, (each) =>
      authorize({ socketId, channelName, signal: each, runtime }),
    );
    return () => readToken(token, { channelName, key, failure });
  }
  const tokens: unknown = await callInTime(call, (each) =>
    authorize.authorizeChannels({ socketId, channelNames, signal: each, runtime }),
  );
  if (!isRecord(tokens)) throw failure('authorize did not return an object with a token for each channel.');
  const parts = new Map(Object.entries(tokens));
  return (channelName) => {
    const part = parts.get(channelName);
    return readToken(tokenOf(part, channelName, failure), { channelName, key, failure });
  };
}

/** Reads a channel's part of a batch: a token, or a status with a token as data. */
function tokenOf(part: unknown, channelName: string, failure: AuthorizationFailure): unknown {
  if (!isRecord(part)) throw failure(`authorize returned no token for ${channelName}.`);
  const { status, data } = part;
  if (typeof status === 'number' && (status < 200 || status > 299))
    throw failure(`authorize refused ${channelName} with status ${status}.`, {
      status,
      retryable: isTemporaryStatus(status),
    });
  return data ?? part;
}

function toOutcome(
  read: () => GrantedToken,
  channelName: string,
  failure: AuthorizationFailure,
): AuthorizationOutcome {
  try {
    return { ok: true, token: read() };
  } catch (error) {
    return { ok: false, error: toOrgError(error, channelName, failure) };
  }
}

function toOrgError(error: unknown, subject: string, failure: AuthorizationFailure): OrgError {
  if (isOrgError(error)) return error;
  const reason = error instanceof Error && error.message !== '' ? `: ${error.message.slice(0, 300)}` : '';
  return failure(`authorize failed for ${subject}${reason}`, { cause: error });
}
