import { meantOption } from '../options/meant-option.ts';
import { own } from '../options/own.ts';
import { type OptionNames, refuseUnknown } from '../options/refuse-unknown.ts';
import type { Auth, AuthTarget } from './auth.ts';
import { assertSendable, parseHeaderName, parseQueryName } from './credential-text.ts';

const signerNames: OptionNames<SignerOptions> = { headerNames: 0, queryNames: 0 };

/** Options of `requestSigner()`. @public */
export interface SignerOptions {
  /** The headers that `sign` sets. */
  readonly headerNames?: readonly string[] | undefined;
  /** The query parameters that `sign` sets. */
  readonly queryNames?: readonly string[] | undefined;
}

/**
 * Signs the request with the credential; the credential itself is not sent. `sign` runs before every attempt,
 * so a timestamp is fresh. It sets headers or query parameters of the target. @public
 *
 * @throws ConfigurationError when a header or query name is invalid
 */
export function requestSigner(
  sign: (target: AuthTarget, credential: string) => void | Promise<void>,
  options: SignerOptions = {},
): Auth {
  refuseUnknown(options, signerNames, 'requestSigner()', meantOption);
  return {
    headerNames: (own(options, 'headerNames') ?? []).map(parseHeaderName),
    queryNames: (own(options, 'queryNames') ?? []).map(parseQueryName),
    required: true,
    place(target, credential) {
      assertSendable(credential);
      return sign(target, credential);
    },
  };
}
