/// <reference lib="esnext.disposable" preserve="true" />
import type { Member } from '../protocol/presence-data.ts';
import type { WaitOptions } from '../wait.ts';
import type { EventTypes } from './define-channel.ts';
import type { StreamOptions } from './event-stream.ts';
import type { RosterChange } from './roster.ts';

/** One event on a channel. @public */
export interface ChannelEvent<Name extends string = string, Data = unknown> {
  /** The event's name. */
  readonly name: Name;
  /** The channel's name. */
  readonly channel: string;
  /** What the publisher sent: parsed if it was JSON, and as the schema gives it back if the event has one. */
  readonly data: Data;
  /** The text as it was sent, before it was parsed. */
  readonly raw?: string;
  /** The authenticated sender of a client event on a presence channel. Never trust an id inside `data` instead. */
  readonly userId?: string;
  /** When this client received it, by its own clock. */
  readonly receivedAt: Date;
  /** Events that a stream with `overflow: 'drop-oldest'` lost just before this one. */
  readonly dropped?: number;
}

/**
 * Where a channel stands. `waiting`: for a connection, or for the next attempt after a failure that may pass.
 * `authorizing`: for the token. `subscribing`: for the service's answer. After `failed` subscribe again, or let the
 * next connection try if the error is `retryable`.
 *
 * @public
 */
export type ChannelState =
  | 'waiting'
  | 'authorizing'
  | 'subscribing'
  | 'subscribed'
  | 'failed'
  | 'unsubscribed';

/** A listener of one of a channel's events. @public */
export type EventListenerOf<Events extends EventTypes, Name extends keyof Events & string> = (
  event: ChannelEvent<Name, Events[Name]>,
) => unknown;

/**
 * One subscription of the application. Several to the same channel share one with the service, which ends with the last of them.
 *
 * @public
 */
export interface Channel<Name extends string = string, Events extends EventTypes = EventTypes> {
  /** The channel's name. */
  readonly name: Name;
  /** Where the subscription stands. */
  readonly state: ChannelState;
  /** How many subscriptions the channel has everywhere, if the app is set to tell. */
  readonly subscriptionCount: number | undefined;
  /**
   * Resolves once the service has taken the subscription.
   *
   * @throws SubscriptionRefusedError, ChannelAuthorizationError, ConnectionRefusedError
   * @throws TimeoutError after `timeoutMs` (10 s unless told)
   * @throws ClosedError when it is unsubscribed, or the client closed, meanwhile
   */
  subscribed(options?: WaitOptions): Promise<void>;
  /** Calls back for each event of this name; the returned function ends it. Data that does not fit its schema goes to the client's `error` event instead. */
  on<Event extends keyof Events & string>(event: Event, listener: EventListenerOf<Events, Event>): () => void;
  /**
   * The events of this name from now on, in order, for `for await`. Ends with `unsubscribe()` or the client's `close()`; throws the subscription's error if that
   * fails, the signal's reason on abort, and by default an `EventOverflowError` when more than `buffer` events wait to be read.
   */
  events<Event extends keyof Events & string>(
    event: Event,
    options?: StreamOptions,
  ): AsyncIterableIterator<ChannelEvent<Event, Events[Event]>>;
  /** Ends it, with its listeners and streams: no event comes after this. May be called twice. */
  unsubscribe(): void;
  /** `unsubscribe()`, for `using`. */
  [Symbol.dispose](): void;
}

/** A channel whose subscribers your server lets in; they may send events to each other. @public */
export interface PrivateChannel<Name extends string = string, Events extends EventTypes = EventTypes>
  extends Channel<Name, Events> {
  /**
   * Sends an event to the other subscribers; the sender does not get it. There is no acknowledgement: the service may still drop it.
   *
   * @throws InvalidInputError when the name does not begin with `client-`, or the data is not JSON
   * @throws PayloadTooLargeError above 10 240 bytes
   * @throws RateLimitError above 10 a second on this connection; `retryAfterMs` says when there is room
   * @throws NotSubscribedError when the channel is not subscribed at the moment
   */
  trigger<Event extends ClientEventName<Events>>(event: Event, data: ClientEventData<Events, Event>): void;
}

/** The names that clients may trigger: what is defined with the prefix, or any if nothing is. @public */
export type ClientEventName<Events extends EventTypes> = [Extract<keyof Events, `client-${string}`>] extends [
  never,
]
  ? `client-${string}`
  : Extract<keyof Events, `client-${string}`>;

/** What an event between clients carries. @public */
export type ClientEventData<Events extends EventTypes, Event extends string> = Event extends keyof Events
  ? Events[Event]
  : unknown;

/** A private channel that knows who is there. @public */
export interface PresenceChannel<Name extends string = string, Events extends EventTypes = EventTypes>
  extends PrivateChannel<Name, Events> {
  /** Who is there, by id: a snapshot. Empty while not subscribed. */
  readonly members: ReadonlyMap<string, Member>;
  /** Ourselves, as the service lists us; `undefined` while not subscribed. */
  readonly me: Member | undefined;
  /** `joined`: somebody came, with their first connection. `left`: somebody went, with their last one. */
  onMember(change: 'joined' | 'left', listener: (member: Member) => unknown): () => void;
  /** The whole roster is there, after the first subscription (everybody joined) and after each reconnect: the difference to what was known before. */
  onMember(change: 'synced', listener: (difference: RosterChange) => unknown): () => void;
}

/** The channel that a name makes. A name that is only known when the program runs gets everything; what it cannot do is refused then. @public */
export type ChannelFor<Name extends string, Events extends EventTypes = EventTypes> = string extends Name
  ? PresenceChannel<Name, Events>
  : Name extends `presence-${string}`
    ? PresenceChannel<Name, Events>
    : Name extends `private-${string}`
      ? PrivateChannel<Name, Events>
      : Channel<Name, Events>;
