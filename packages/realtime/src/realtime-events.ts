import type { OrgError } from '@org/core';
import type { ChannelState } from './channels/channel.ts';

/**
 * Where the connection stands. `reconnecting`: waiting for the next attempt. `suspended`: the platform says it is offline; attempts are rare until it says otherwise.
 * `failed`: given up, because coming back unchanged cannot help; `connect()` tries again. `closed`: for good.
 *
 * @public
 */
export type RealtimeState =
  | 'idle'
  | 'connecting'
  | 'connected'
  | 'reconnecting'
  | 'suspended'
  | 'failed'
  | 'closed';

/** The connection changed. @public */
export interface StateEvent {
  /** The kind of event, which `on` takes. */
  readonly type: 'state';
  /** The state that the connection is in now. */
  readonly state: RealtimeState;
  /** The state before it. */
  readonly previous: RealtimeState;
  /** The connection's id, when connected. */
  readonly socketId?: string;
  /** Attempts and connections lost since one that stayed, when there are any. */
  readonly failures?: number;
  /** The wait before the next attempt, while reconnecting or suspended. */
  readonly retryInMs?: number;
  /** Why, while reconnecting, suspended or failed. */
  readonly error?: OrgError;
}

/** A channel changed. @public */
export interface ChannelStateEvent {
  /** The kind of event, which `on` takes. */
  readonly type: 'channel';
  /** The channel's name. */
  readonly channel: string;
  /** The state that the channel is in now. */
  readonly state: ChannelState;
  /** Why, when failed, or waiting for the next attempt. */
  readonly error?: OrgError;
}

/**
 * A channel is subscribed again: after a reconnect, after a failure, or because the application left it and
 * came back. The service keeps nothing, so events that were published in between never arrive. Fetch what you
 * need, from a little before `from`: clocks differ.
 *
 * @public
 */
export interface GapEvent {
  /** The kind of event, which `on` takes. */
  readonly type: 'gap';
  /** The channel's name. */
  readonly channel: string;
  /** When the last message came before the channel was lost or left. */
  readonly from: Date;
  /** When the channel was subscribed again. */
  readonly to: Date;
}

/** A cache channel was subscribed, and the service has no last event for it. @public */
export interface CacheMissEvent {
  /** The kind of event, which `on` takes. */
  readonly type: 'cache-miss';
  /** The channel's name. */
  readonly channel: string;
}

/** Something went wrong that no promise tells: a refused channel, an event of the wrong shape, a listener that threw, a report of the service. @public */
export interface ErrorEvent {
  /** The kind of event, which `on` takes. */
  readonly type: 'error';
  /** What went wrong, with its `code`. */
  readonly error: OrgError;
}

/** What a client tells. Nothing in it is secret. @public */
export type RealtimeEvent = StateEvent | ChannelStateEvent | GapEvent | CacheMissEvent | ErrorEvent;

/** The event of a type. @public */
export type RealtimeEventOf<Type extends RealtimeEvent['type']> = Extract<
  RealtimeEvent,
  { readonly type: Type }
>;
