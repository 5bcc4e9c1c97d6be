import type { Runtime } from '@org/core';

/** A request for the token of the connection's user. @public */
export interface AuthenticateRequest {
  /** The connection's id. A token is valid for this connection only. */
  readonly socketId: string;
  /** Aborts when the token is not needed: the connection ended, or the timeout passed. */
  readonly signal: AbortSignal;
  /** The client's clock, randomness and `fetch`. */
  readonly runtime: Runtime;
}

/** A user's token: the JSON response of your endpoint, or the same with our spelling. @public */
export interface UserToken {
  /** `key:signature`. */
  readonly auth: string;
  /** The signed text: JSON with `id`, and optionally `user_info` and `watchlist`. */
  readonly userData?: string | undefined;
  /** `userData` in the spelling of endpoints. */
  readonly user_data?: string | undefined;
}

/**
 * Gets the token of the user from the application's server. Called on every connection after `signIn()`,
 * because a token is valid for one connection. Throw to refuse. @public
 */
export type UserAuthenticator = (request: AuthenticateRequest) => Promise<UserToken>;
