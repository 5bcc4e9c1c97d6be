import { encodeBase64, utf8 } from '../encoding/encoding.ts';
import { wrongOption } from '../errors/wrong-option.ts';
import type { Auth } from './auth.ts';
import { assertSendable } from './credential-text.ts';

/** Options of `basic()`. @public */
export interface BasicOptions {
  /** The user name; the credential is the password. No colon and no control characters. */
  readonly user: string;
}

/**
 * `Authorization: Basic …` (RFC 7617), user and password in UTF-8. @public
 *
 * @throws ConfigurationError when the user has a colon or control characters
 */
export function basic(options: BasicOptions): Auth {
  const { user } = options;
  if (typeof user !== 'string' || /[\p{Cc}\p{Cs}:]/u.test(user)) {
    throw wrongOption('user must be a string without colons and control characters (basic authentication).');
  }
  return {
    headerNames: ['authorization'],
    queryNames: [],
    required: true,
    place(target, credential) {
      assertSendable(credential);
      target.headers.set('authorization', `Basic ${encodeBase64(utf8(`${user}:${credential}`))}`);
    },
  };
}
