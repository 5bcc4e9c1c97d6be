import type { Channel } from '../channels/channel.ts';
import type { EventSchemas, EventTypesOf } from '../channels/event-types.ts';
import type { SubscribeOptions } from '../channels/subscribe-options.ts';

/** Whether a watched user has a connection. @public */
export type UserStatus = 'online' | 'offline';

/** A change of users in the watchlist. @public */
export interface WatchlistEvent {
  /** `online`, `offline`, or a name of the service that this client does not know. */
  readonly name: UserStatus | (string & {});
  /** The users. */
  readonly userIds: readonly string[];
  /** The event as received, with all its fields. */
  readonly raw: Readonly<Record<string, unknown>>;
}

/**
 * The user whom your server authenticated for this client. Listeners and streams stay through reconnects.
 * @public
 */
export interface SignedInUser extends Pick<Channel, 'on' | 'onAny' | 'events'> {
  /** The user's id. */
  readonly id: string;
  /** The `user_info` that your server signed; `undefined` without one. */
  readonly info: unknown;
  /** Whether the service knows the user of the connection. False until a reconnect is complete. */
  readonly isSignedIn: boolean;
  /** A snapshot of the watched users. Empty while not signed in. */
  readonly watchlist: ReadonlyMap<string, UserStatus>;
  /** Adds a listener of changes of the watchlist. The returned function removes it. */
  onWatchlist(listener: (event: WatchlistEvent) => unknown): () => void;
  /**
   * Subscribes to typed and validated events of the user. Ends when the user changes or the client closes.
   *
   * @throws InvalidInputError for a schema that is not a Standard Schema
   */
  subscribe<Schemas extends EventSchemas>(
    definition: UserEvents<Schemas>,
    options?: SubscribeOptions<EventTypesOf<Schemas>>,
  ): Channel<string, EventTypesOf<Schemas>>;
}

/** The schemas of a user's events, by name. @public */
export interface UserEvents<Schemas extends EventSchemas> {
  readonly events: Schemas;
}
