import { isRecord } from '../internal/json.ts';
import type { SignInFailure } from './sign-in-context.ts';

/** A checked token of a user. */
export interface GrantedUser {
  readonly auth: string;
  /** The signed text, sent as it is. */
  readonly userData: string;
  readonly id: string;
  readonly info: unknown;
}

/** Checks a token. The error never contains it. @throws SignInError */
export function readUserToken(value: unknown, key: string, failure: SignInFailure): GrantedUser {
  const refuse = (problem: string) => failure(`The token of the user ${problem}.`);
  if (!isRecord(value)) throw refuse('is not an object with a text "auth"');
  const { auth } = value;
  if (typeof auth !== 'string' || auth.length > 1_000 || !/^[^:\s]+:[0-9a-f]+$/i.test(auth))
    throw refuse('has no text "auth" of the form key:signature');
  if (!auth.startsWith(`${key}:`)) throw refuse('was signed with another app key than this client has');
  const userData = value['userData'] ?? value['user_data'];
  if (typeof userData !== 'string') throw refuse('has no text "user_data"');
  const user = readUser(userData);
  if (user === undefined) throw refuse('has no text "id" in its user_data');
  return { auth, userData, ...user };
}

/** Reads the signed text of a user. */
export function readUser(userData: unknown): Pick<GrantedUser, 'id' | 'info'> | undefined {
  if (typeof userData !== 'string') return undefined;
  try {
    const user: unknown = JSON.parse(userData);
    const id = isRecord(user) ? user['id'] : undefined;
    if (!isRecord(user) || typeof id !== 'string' || id === '') return undefined;
    return { id, info: user['user_info'] ?? undefined };
  } catch {
    return undefined;
  }
}
