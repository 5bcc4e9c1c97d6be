import type { OrgError } from '@org/core';
import type { ChannelState } from './channel.ts';

/**
 * The state of the connection. `reconnecting`: a delay before the next attempt. `suspended`: the platform is
 * offline, or the browser froze the page, so attempts are rare. `failed`: no more attempts, because an
 * unchanged one fails again; `connect()` makes another. `closed`: by the application. @public
 */
export type RealtimeState =
  | 'idle'
  | 'connecting'
  | 'connected'
  | 'reconnecting'
  | 'suspended'
  | 'failed'
  | 'closed';

/** A change of the connection's state, or of `waiting`. @public */
export interface StateEvent {
  /** The kind of event, which `on` takes. */
  readonly type: 'state';
  /** The new state. */
  readonly state: RealtimeState;
  /** The state before it. */
  readonly previous: RealtimeState;
  /** The connection's id, when connected. */
  readonly socketId?: string;
  /** Failed attempts and lost connections since the last stable connection, if any. */
  readonly failures?: number;
  /** The delay before the next attempt, while reconnecting or suspended. */
  readonly retryInMs?: number;
  /**
   * While connected: the channels that wait for another attempt after a temporary failure. 0: all channels
   * that were not refused are subscribed again. Reported for the first such channel, and after the last.
   */
  readonly waiting?: number;
  /** The cause, while reconnecting, suspended or failed. */
  readonly error?: OrgError;
}

/** A change of a channel's state. @public */
export interface ChannelStateEvent {
  /** The kind of event, which `on` takes. */
  readonly type: 'channel';
  /** The channel's name. */
  readonly channel: string;
  /** The new state. */
  readonly state: ChannelState;
  /** The cause, when failed, or before the next attempt. */
  readonly error?: OrgError;
  /** The delay before the next attempt, after a temporary failure. */
  readonly retryInMs?: number;
  /** The number of the next attempt on this connection: 2 after the first failure. */
  readonly attempt?: number;
}

/** How many of the events of a gap the service gives. @public */
export type Recovered = 'all' | 'some' | 'none';

/**
 * Why the service does not give all events of a gap. `expired`: it stores them no longer, or too many were
 * missed. `reset`: the channel began anew, for instance after a restart. `unverifiable`: it cannot prove that
 * nothing is missing. `unavailable`: it cannot read its store now. `timeout`: no answer came. `overflow`:
 * more events than may wait. `undelivered`: an event arrived before the gap, and was not delivered. @public
 */
export type RecoveryFailure =
  | 'expired'
  | 'reset'
  | 'unverifiable'
  | 'unavailable'
  | 'timeout'
  | 'overflow'
  | 'undelivered';

/** What became of the events that a channel missed; at its first subscription, of those before it. @public */
export interface RecoveryVerdict {
  readonly recovered: Recovered;
  readonly reason?: RecoveryFailure;
}

/**
 * A channel is subscribed again: after a reconnect, after a failure, or after an unsubscription. Without
 * `recovery`, and where the service stores no events, those in between are lost: fetch them from your server,
 * from a little before `from`, because clocks differ. @public
 */
export interface GapEvent {
  /** The kind of event, which `on` takes. */
  readonly type: 'gap';
  /** The channel's name. */
  readonly channel: string;
  /** When the last message arrived before the subscription ended, or before an event that is missing. */
  readonly from: Date;
  /** When the channel was subscribed again. */
  readonly to: Date;
  /**
   * How many of the missed events the service gives, and listeners receive next, in order. `all`: nothing is
   * missing. `none`: without the option `recovery`, and from services that store no events.
   */
  readonly recovered: Recovered;
  /** Why not all; absent where the service has no recovery. */
  readonly reason?: RecoveryFailure;
}

/** A cache channel is subscribed, and the service has no last event for it. @public */
export interface CacheMissEvent {
  /** The kind of event, which `on` takes. */
  readonly type: 'cache-miss';
  /** The channel's name. */
  readonly channel: string;
}

/** The number of subscriptions to a channel in all clients, if the app has this event enabled. @public */
export interface SubscriptionCountEvent {
  /** The kind of event, which `on` takes. */
  readonly type: 'subscription-count';
  /** The channel's name. */
  readonly channel: string;
  /** Subscriptions in all clients. */
  readonly count: number;
}

/** The user is signed in, also after each reconnect, or no more. @public */
export interface UserStateEvent {
  /** The kind of event, which `on` takes. */
  readonly type: 'user';
  /** The user's id. */
  readonly userId: string;
  /** Whether the service knows the user of the connection. */
  readonly isSignedIn: boolean;
}

/**
 * An error that no promise rejects with: a refused channel, an event that does not match its schema, a
 * listener that threw, or an error of the service. @public
 */
export interface ErrorEvent {
  /** The kind of event, which `on` takes. */
  readonly type: 'error';
  /** The error, with its `code`. */
  readonly error: OrgError;
}

/** An event of a client. It contains no secrets. @public */
export type RealtimeEvent =
  | StateEvent
  | ChannelStateEvent
  | GapEvent
  | CacheMissEvent
  | SubscriptionCountEvent
  | UserStateEvent
  | ErrorEvent;

/** The event of a type. @public */
export type RealtimeEventOf<Type extends RealtimeEvent['type']> = Extract<
  RealtimeEvent,
  { readonly type: Type }
>;
