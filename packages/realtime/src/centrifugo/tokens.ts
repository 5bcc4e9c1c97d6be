/** A call for the connection's token. @public */
export interface CentrifugoTokenRequest {
  /** Aborts when the token is not needed any more. */
  readonly signal: AbortSignal;
}

/** A call for the token of one channel. @public */
export interface CentrifugoSubscriptionTokenRequest extends CentrifugoTokenRequest {
  /** Centrifugo's name of the channel, as the token has it. */
  readonly channel: string;
}

/** Gets the connection's token, a JSON Web Token, from the application's server. @public */
export type CentrifugoToken = (request: CentrifugoTokenRequest) => string | Promise<string>;

/** The option `token` gave no text: the application refuses. */
export class NoToken extends Error {}

// Far above a token's size, which is a header's on most servers.
const maxLength = 100_000;
// Source: RFC 7515, "Compact Serialization", and the characters of RFC 6750 for other tokens.
const characters = /^[\w.~+/=-]+$/;

/** @throws NoToken; Error for a text that is no token; the errors of the option */
export async function callForToken(
  token: string | CentrifugoToken | undefined,
  signal: AbortSignal,
): Promise<string> {
  const text: unknown = typeof token === 'function' ? await token({ signal }) : token;
  if (typeof text === 'string' && text !== '' && text.length <= maxLength) {
    if (typeof token !== 'function' || characters.test(text)) return text;
    throw new Error('it returned a text that is no token, such as an error page: throw unless response.ok');
  }
  throw new NoToken('it returned no text');
}
