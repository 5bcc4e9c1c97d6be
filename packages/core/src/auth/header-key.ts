import { meantOption } from '../options/meant-option.ts';
import { own } from '../options/own.ts';
import { type OptionNames, refuseUnknown } from '../options/refuse-unknown.ts';
import type { Auth } from './auth.ts';
import { assertHeaderSendable, parseHeaderName, parseScheme } from './credential-text.ts';

const headerKeyNames: OptionNames<HeaderKeyOptions> = { scheme: 0 };

/** Options of `headerKey()`. @public */
export interface HeaderKeyOptions {
  /** One word and a space before the key: `Bearer`, `Token`. */
  readonly scheme?: string | undefined;
}

/**
 * Sends the key in a header: `X-Key: …`, or with a scheme `X-Key: Token …`. @public
 *
 * @example
 * const auth = headerKey('x-api-key'); // X-Api-Key: …
 * const token = headerKey('authorization', { scheme: 'Token' }); // Authorization: Token …
 *
 * @throws ConfigurationError when the name is not a header name, or belongs to the connection (`Host`,
 * `Content-Length`)
 */
export function headerKey(name: string, options: HeaderKeyOptions = {}): Auth {
  refuseUnknown(options, headerKeyNames, 'headerKey()', meantOption);
  const headerName = parseHeaderName(name);
  const scheme = own(options, 'scheme');
  const prefix = scheme === undefined ? '' : `${parseScheme(scheme)} `;
  return {
    headerNames: [headerName],
    queryNames: [],
    required: true,
    place(target, credential) {
      assertHeaderSendable(credential);
      target.headers.set(headerName, prefix + credential);
    },
  };
}
