import { own } from '../options/own.ts';
import type { Auth, AuthTarget } from './auth.ts';
import { assertSendable, parseHeaderName, parseQueryName } from './credential-text.ts';

/** What `signer()` must be told beside the function that signs. @public */
export interface SignerOptions {
  /** The headers that `sign` sets. */
  readonly headerNames?: readonly string[] | undefined;
  /** The query parameters that `sign` sets. */
  readonly queryNames?: readonly string[] | undefined;
}

/**
 * The credential signs the request and does not travel itself. `sign` runs before every attempt, so that a timestamp is fresh, and sets
 * headers or query parameters of the target.
 *
 * @throws ConfigurationError when a name is not one
 * @public
 */
export function signer(
  sign: (target: AuthTarget, credential: string) => void | Promise<void>,
  options: SignerOptions = {},
): Auth {
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
