import type { Runtime } from '@org/core';

/** One channel that this connection wants to join. @public */
export interface AuthorizeRequest {
  /** The connection's id. A token is good for this connection alone. */
  readonly socketId: string;
  /** The private or presence channel to join. */
  readonly channelName: string;
  /**
   * Aborts when the token is no longer wanted: the connection is lost, the channel was left, or it took too
   * long.
   */
  readonly signal: AbortSignal;
  /** The client's clock, chance and `fetch`. */
  readonly runtime: Runtime;
}

/**
 * What the application's server says when it lets somebody join: the JSON of its endpoint as it is, or the
 * same with our spelling.
 *
 * @public
 */
export interface ChannelToken {
  /** `key:signature`. */
  readonly auth: string;
  /** The very text that was signed: JSON with `user_id` and `user_info`. Needed on presence channels. */
  readonly channelData?: string | undefined;
  /** `channelData` as endpoints spell it. */
  readonly channel_data?: string | undefined;
}

/**
 * Asks the application's server whether this connection may join a private or presence channel. Called anew
 * for every channel on every connection, because tokens are bound to the connection. Throw to refuse.
 *
 * @public
 */
export type Authorizer = (request: AuthorizeRequest) => Promise<ChannelToken>;
