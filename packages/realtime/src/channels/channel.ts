/// <reference lib="esnext.disposable" preserve="true" />
import type { OrgError } from '@org/core';
import type { Member } from '../protocol/presence-data.ts';
import type { WaitOptions } from '../wait.ts';
import type { EventTypes } from './event-types.ts';
import type { StreamOptions } from './events/event-stream.ts';
import type { RosterChange } from './roster.ts';

/** One event on a channel. @public */
export interface ChannelEvent<Name extends string = string, Data = unknown> {
  /** The event's name. */
  readonly name: Name;
  /** The channel's name. */
  readonly channel: string;
  /** The publisher's data: parsed if it is JSON, and the output of the schema if the event has one. */
  readonly data: Data;
  /** The text as received, before it was parsed. */
  readonly raw?: string;
  /** The authenticated sender of a client event on a presence channel. Trust that, never an id in `data`. */
  readonly userId?: string;
  /** When this client received the event, by its clock. */
  readonly receivedAt: Date;
  /** The event is from `refetch`. */
  readonly refetched?: true;
  /** Events that a stream with `overflow: 'drop-oldest'` or `'drop-newest'` dropped before this one. */
  readonly dropped?: number;
}

/**
 * The state of a channel. `waiting`: for a connection, or for the next attempt after a temporary failure.
 * `authorizing`: for the token. `subscribing`: for the service's response. `failed`: refused, or
 * the connection failed; `retry()` makes another attempt. @public
 */
export type ChannelState =
  | 'waiting'
  | 'authorizing'
  | 'subscribing'
  | 'subscribed'
  | 'failed'
  | 'unsubscribed';

/** One of a client's channels. @public */
export interface ChannelSummary {
  /** The channel's name. */
  readonly name: string;
  /** The state of the subscription at the service. */
  readonly state: ChannelState;
  /** Subscriptions of this application. 0 while it outlives its last one (`lingerMs`). */
  readonly subscribers: number;
  /** Subscriptions to the channel in all clients, if the app has this event enabled. */
  readonly subscriptionCount: number | undefined;
}

/** Any event of a channel: of a definition, one of its events. @public */
export type ChannelEventOf<Events extends EventTypes> = {
  [Name in keyof Events & string]: ChannelEvent<Name, Events[Name]>;
}[keyof Events & string];

/** A listener of one of a channel's events. @public */
export type EventListenerOf<Events extends EventTypes, Name extends keyof Events & string> = (
  event: ChannelEvent<Name, Events[Name]>,
) => unknown;

/**
 * One subscription of the application. Subscriptions to the same channel share one at the service, which ends
 * with the last of them. @public
 */
export interface Channel<Name extends string = string, Events extends EventTypes = EventTypes> {
  /** The channel's name. */
  readonly name: Name;
  /** The state of the subscription. */
  readonly state: ChannelState;
  /** Why the channel is `failed`, or `waiting` for another attempt. */
  readonly error: OrgError | undefined;
  /** Subscriptions to the channel in all clients, if the app has this event enabled. */
  readonly subscriptionCount: number | undefined;
  /** Makes the next attempt at once, while `waiting` for one, and after a refusal. */
  retry(): void;
  /**
   * Resolves once the service confirmed the subscription. Temporary failures do not end the wait.
   *
   * @throws SubscriptionRefusedError when the service refuses the subscription
   * @throws ChannelAuthorizationError when `authorize` failed or refused
   * @throws ConnectionRefusedError when the client does not reconnect
   * @throws TimeoutError after `timeoutMs` (default 10 s)
   * @throws ClosedError after `unsubscribe()`, or the client's `close()`
   */
  subscribed(options?: WaitOptions): Promise<void>;
  /** @deprecated A name of pusher-js; `unbind` is the function that `on` returns. */
  bind(use: '`bind` is on(event, listener) here, or onAny(listener).', ...rest: unknown[]): never;
  /**
   * Adds a listener of the events with this name. The returned function removes it. An event that does not
   * match its schema becomes an `error` event of the client instead.
   */
  on<Event extends keyof Events & string>(event: Event, listener: EventListenerOf<Events, Event>): () => void;
  /**
   * Adds a listener of all events of the channel: of a definition, those that it defines. The returned
   * function removes it.
   */
  onAny(listener: (event: ChannelEventOf<Events>) => unknown): () => void;
  /**
   * The future events with this name, in order, for `for await`. Ends with `unsubscribe()` or the client's
   * `close()`. Throws the subscription's error if that fails, the signal's reason on abort, and by default an
   * `EventOverflowError` above `buffer` unread events.
   */
  events<Event extends keyof Events & string>(
    event: Event,
    options?: StreamOptions,
  ): AsyncIterableIterator<ChannelEvent<Event, Events[Event]>>;
  /** The future events with any name: of a definition, those that it defines. */
  events(options?: StreamOptions): AsyncIterableIterator<ChannelEventOf<Events>>;
  /** Ends the subscription, its listeners and streams. No event follows. May be called twice. */
  unsubscribe(): void;
  /** `unsubscribe()`, for `using`. */
  [Symbol.dispose](): void;
}

/** A channel whose subscribers your server authorizes. They may send events to each other. @public */
export interface PrivateChannel<Name extends string = string, Events extends EventTypes = EventTypes>
  extends Channel<Name, Events> {
  /**
   * Sends an event to the other subscribers, but not to the sender. The service does not acknowledge it, and
   * may drop it.
   *
   * @throws InvalidInputError when the name does not begin with `client-`, or the data is not JSON
   * @throws PayloadTooLargeError above 10 240 bytes
   * @throws RateLimitError above 10 a second on this connection, with `retryAfterMs`; see
   * `maxQueuedClientEvents`
   * @throws NotSubscribedError while the channel is not subscribed
   */
  trigger<Event extends ClientEventName<Events>>(event: Event, data: ClientEventData<Events, Event>): void;
}

/** The event names that clients may trigger: the defined ones, or any if none is defined. @public */
export type ClientEventName<Events extends EventTypes> = [Extract<keyof Events, `client-${string}`>] extends [
  never,
]
  ? `client-${string}`
  : Extract<keyof Events, `client-${string}`>;

/** The data of a client event. @public */
export type ClientEventData<Events extends EventTypes, Event extends string> = Event extends keyof Events
  ? Events[Event]
  : unknown;

/** A private channel with a list of its members. `Info`: the output of a definition's `info`. @public */
export interface PresenceChannel<
  Name extends string = string,
  Events extends EventTypes = EventTypes,
  Info = unknown,
> extends PrivateChannel<Name, Events> {
  /** A snapshot of the members by id. Empty while not subscribed. */
  readonly members: ReadonlyMap<string, Member<Info>>;
  /** The member of this client; `undefined` while not subscribed. */
  readonly me: Member<Info> | undefined;
  /**
   * `joined`: a user's first connection subscribed. `left`: a user's last connection unsubscribed. `updated`:
   * a member has another `info`. A member whose `info` does not match the definition's schema becomes an
   * `error` event of the client instead.
   */
  onMember(change: 'joined' | 'left' | 'updated', listener: (member: Member<Info>) => unknown): () => void;
  /** `synced`: the list arrived, after each subscription. `difference` is against the list before it. */
  onMember(change: 'synced', listener: (difference: RosterChange<Info>) => unknown): () => void;
}

/**
 * The channel of a name. A name of type `string` gets every method, and the client refuses it at run time.
 * @public
 */
export type ChannelFor<
  Name extends string,
  Events extends EventTypes = EventTypes,
  Info = unknown,
> = string extends Name
  ? PresenceChannel<Name, Events, Info>
  : Name extends `presence-${string}`
    ? PresenceChannel<Name, Events, Info>
    : Name extends `private-encrypted-${string}`
      ? Channel<Name, Events>
      : Name extends `private-${string}`
        ? PrivateChannel<Name, Events>
        : Channel<Name, Events>;
