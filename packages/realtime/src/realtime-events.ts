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
  readonly type: 'state';
  readonly state: RealtimeState;
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
  readonly type: 'channel';
  readonly channel: string;
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
  readonly type: 'gap';
  readonly channel: string;
  /** When the last message came before the channel was lost or left. */
  readonly from: Date;
  /** When the channel was subscribed again. */
  readonly to: Date;
}

/** Nothing is remembered on a cache channel that was just subscribed. @public */
export interface CacheMissEvent {
  readonly type: 'cache-miss';
  readonly channel: string;
}

/** Something went wrong that no promise tells: a refused channel, an event of the wrong shape, a listener that threw, a report of the service. @public */
export interface ErrorEvent {
  readonly type: 'error';
  readonly error: OrgError;
}

/** What a client tells. Nothing in it is secret. @public */
export type RealtimeEvent = StateEvent | ChannelStateEvent | GapEvent | CacheMissEvent | ErrorEvent;

/** The event of a type. @public */
export type RealtimeEventOf<Type extends RealtimeEvent['type']> = Extract<
  RealtimeEvent,
  { readonly type: Type }
>;
