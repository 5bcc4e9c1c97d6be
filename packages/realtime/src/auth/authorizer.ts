import type { Runtime } from '@org/core';

/** A request for the token of one channel. @public */
export interface AuthorizeRequest {
  /** The connection's id. A token is valid for this connection only. */
  readonly socketId: string;
  /** The private or presence channel. */
  readonly channelName: string;
  /**
   * Aborts when the token is not needed: the connection ended, the channel was left, or the timeout passed.
   */
  readonly signal: AbortSignal;
  /** The client's clock, randomness and `fetch`. */
  readonly runtime: Runtime;
}

/** A channel's token: the JSON response of your endpoint, or the same with our spelling. @public */
export interface ChannelToken {
  /** `key:signature`. */
  readonly auth: string;
  /** The signed text: JSON with `user_id` and `user_info`. Required on presence channels. */
  readonly channelData?: string | undefined;
  /** `channelData` in the spelling of endpoints. */
  readonly channel_data?: string | undefined;
  /**
   * The key of an end-to-end encrypted channel: 32 bytes as base64. Required there. It never reaches the
   * service, nor an error or event.
   */
  readonly sharedSecret?: string | undefined;
  /** `sharedSecret` in the spelling of endpoints. */
  readonly shared_secret?: string | undefined;
}

/**
 * Gets the token of a private or presence channel from the application's server. Called for every channel on
 * every connection, because a token is valid for one connection. Throw to refuse. @public
 */
export type Authorizer = (request: AuthorizeRequest) => Promise<ChannelToken>;

/** A request for the tokens of channels of one connection. @public */
export interface AuthorizeBatchRequest extends Omit<AuthorizeRequest, 'channelName'> {
  /** The private and presence channels. */
  readonly channelNames: readonly string[];
}

/** The refusal of one channel, or its token, as batch endpoints respond. @public */
export interface BatchEntry {
  /** An HTTP status for this channel. @defaultValue 200 */
  readonly status?: number | undefined;
  /** The token. */
  readonly data?: ChannelToken | undefined;
}

/**
 * Gets the tokens of channels, by name, from the application's server. A channel without a token is refused.
 * @public
 */
export type AuthorizeBatch = (
  request: AuthorizeBatchRequest,
) => Promise<Readonly<Record<string, ChannelToken | BatchEntry | undefined>>>;

/** Gets the tokens of many channels with one call. See `batchAuthorizer`. @public */
export interface BatchAuthorizer {
  readonly authorizeChannels: AuthorizeBatch;
  /** The most channels of one call. */
  readonly maxChannels: number;
  /** How long a call waits for more channels. */
  readonly delayMs: number;
}
