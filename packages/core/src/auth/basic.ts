import { encodeBase64, utf8 } from '../encoding/encoding.ts';
import { wrongOption } from '../errors/wrong-option.ts';
import { meantOption } from '../options/meant-option.ts';
import { propertyOf } from '../options/own.ts';
import { type OptionNames, refuseUnknown } from '../options/refuse-unknown.ts';
import type { Auth } from './auth.ts';
import { assertSendable } from './credential-text.ts';

const basicNames: OptionNames<BasicOptions> = { user: 0 };

/** Options of `basicAuth()`. @public */
export interface BasicOptions {
  /** The user name; the credential is the password. No colon and no control characters. */
  readonly user: string;
}

/**
 * `Authorization: Basic …` (RFC 7617), user and password in UTF-8. @public
 *
 * @throws ConfigurationError when the user has a colon or control characters
 */
export function basicAuth(options: BasicOptions): Auth {
  refuseUnknown(options, basicNames, 'basicAuth()', meantOption);
  const user = propertyOf(options, 'user');
  if (typeof user !== 'string' || /[^ -9;-~\xa0-\ud7ff\ue000-\u{10ffff}]/u.test(user)) {
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
