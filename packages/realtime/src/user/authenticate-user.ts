import { isOrgError, type OrgError } from '@org/core/basics';
import { callInTime } from '../auth/call-in-time.ts';
import { type GrantedUser, readUserToken } from './read-user-token.ts';
import type { SignInFailure, SignInSettings } from './sign-in-context.ts';

/** Gets the user's token for a connection. @throws OrgError */
export async function authenticateUser(
  { authenticate, authorizeTimeoutMs: timeoutMs, key, runtime }: SignInSettings,
  socketId: string,
  signal: AbortSignal,
  failure: SignInFailure,
): Promise<GrantedUser> {
  if (authenticate === undefined)
    throw failure('signIn needs authenticate, e.g. httpUserAuthenticator({ endpoint }).');
  const call = { operation: 'authenticate', subject: 'the user', runtime, signal, timeoutMs } as const;
  try {
    const token = await callInTime(call, (each) => authenticate({ socketId, signal: each, runtime }));
    return readUserToken(token, key, failure);
  } catch (error) {
    throw toOrgError(error, failure);
  }
}

function toOrgError(error: unknown, failure: SignInFailure): OrgError {
  if (isOrgError(error)) return error;
  const reason = error instanceof Error && error.message !== '' ? `: ${error.message.slice(0, 300)}` : '';
  return failure(`authenticate failed${reason}`, { cause: error });
}
