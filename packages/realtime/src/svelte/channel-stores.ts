import type { OrgError } from '@org/core';
import type { ChannelEvent, ChannelFor, ChannelState, PresenceChannel } from '../channels/channel.ts';
import type { ChannelDefinition } from '../channels/define-channel.ts';
import type { EventSchemas, EventTypes, EventTypesOf } from '../channels/event-types.ts';
import type { SubscribeOptions } from '../channels/subscribe-options.ts';
import type { Member } from '../protocol/presence-data.ts';
import type { RealtimeClient } from '../realtime-client.ts';
import {
  type AnyTarget,
  type ChannelSnapshot,
  createChannelStore,
  type EventsOf,
  type NoTarget,
} from '../stores/channel-store.ts';
import { createRosterStore, nobody } from '../stores/roster-store.ts';
import type { Store } from '../stores/store.ts';
import { type Readable, readable, scopeOf } from './readable.ts';

/** A channel at a moment. @public */
export interface ChannelValue<
  Name extends string = string,
  Events extends EventTypes = EventTypes,
  Info = unknown,
> {
  /** The subscription. `undefined` on a server and without a target. */
  readonly channel: ChannelFor<Name, Events, Info> | undefined;
  readonly state: ChannelState;
  /** Why the subscription failed, or why it waits for another attempt. */
  readonly error: OrgError | undefined;
  /** The delay before the next attempt, after a temporary failure. `channel.retry()` makes it at once. */
  readonly retryInMs?: number | undefined;
  /** The number of the next attempt: 2 after the first failure. */
  readonly attempt?: number | undefined;
}

/** A presence channel at a moment, with its members. @public */
export interface PresenceValue<
  Name extends string = string,
  Events extends EventTypes = EventTypes,
  Info = unknown,
> extends ChannelValue<Name, Events, Info> {
  /** The members by id, in a map that later changes do not affect. */
  readonly members: ReadonlyMap<string, Member<Info>>;
  /** The member of this client; `undefined` before the first subscription. */
  readonly me: Member<Info> | undefined;
  readonly count: number;
}

/**
 * A channel that is subscribed while the store has a subscriber. `undefined`, `null`, `false` and an empty
 * name subscribe nothing. @public
 *
 * @example
 * export const orders = channelStore(realtime, 'orders'); // in a component: {$orders.state}
 */
export function channelStore<const Name extends string>(
  client: RealtimeClient,
  name: Name | NoTarget,
  options?: SubscribeOptions,
): Readable<ChannelValue<Exclude<Name, ''>>>;
/** A channel with a definition: its events are typed and validated. */
export function channelStore<Name extends string, Schemas extends EventSchemas, Info = unknown>(
  client: RealtimeClient,
  definition: ChannelDefinition<Name, Schemas, Info> | NoTarget,
  options?: SubscribeOptions<EventTypesOf<Schemas>>,
): Readable<ChannelValue<Name, EventTypesOf<Schemas>, Info>>;
export function channelStore(
  client: RealtimeClient,
  target: AnyTarget | NoTarget,
  options: SubscribeOptions = {},
): unknown {
  return readable(storeOf(client, target, options));
}

/**
 * The last event of a channel since the store has a subscriber; `undefined` before the first. @public
 *
 * @example
 * export const paid = lastEventStore(realtime, 'orders', 'paid'); // in a component: {$paid?.receivedAt}
 */
export function lastEventStore<
  const Target extends string | ChannelDefinition<string, EventSchemas> | undefined | null | false,
  const Event extends keyof EventsOf<Target> & string,
>(
  client: RealtimeClient,
  target: Target,
  event: Event,
): Readable<ChannelEvent<Event, EventsOf<Target>[Event]> | undefined>;
export function lastEventStore(client: RealtimeClient, target: AnyTarget | NoTarget, event: string): unknown {
  const followed = follow(storeOf(client, target, {}), (channel): Store<ChannelEvent | undefined> => {
    let last: ChannelEvent | undefined;
    return {
      getSnapshot: () => last,
      getServerSnapshot: () => undefined,
      subscribe: (changed) =>
        channel?.on(event, (received) => {
          last = received;
          changed();
        }) ?? (() => {}),
    };
  });
  return readable(mapped(followed, ([, last]) => last));
}

/**
 * A presence channel and its members. @public
 *
 * @example
 * export const room = presenceStore(realtime, 'presence-room'); // in a component: {$room.count}
 */
export function presenceStore<const Name extends `presence-${string}`>(
  client: RealtimeClient,
  name: Name | NoTarget,
): Readable<PresenceValue<Name>>;
/** A presence channel with a definition. */
export function presenceStore<
  Name extends `presence-${string}`,
  Schemas extends EventSchemas,
  Info = unknown,
>(
  client: RealtimeClient,
  definition: ChannelDefinition<Name, Schemas, Info> | NoTarget,
): Readable<PresenceValue<Name, EventTypesOf<Schemas>, Info>>;
export function presenceStore(client: RealtimeClient, target: AnyTarget | NoTarget): unknown {
  return readable(
    mapped(follow(storeOf(client, target, {}), createRosterStore), ([used, roster]) => {
      const isOver = used.state === 'failed' || used.state === 'unsubscribed';
      const { members, me } = isOver ? nobody : roster;
      return { ...used, members, me, count: members.size };
    }),
  );
}

function storeOf(
  client: RealtimeClient,
  target: AnyTarget | NoTarget,
  options: SubscribeOptions,
): Store<ChannelSnapshot> {
  return createChannelStore(scopeOf(client), target, { current: options });
}

/** A channel, and what a store of it says. */
function follow<Value>(
  channels: Store<ChannelSnapshot>,
  storeFor: (channel: PresenceChannel | undefined) => Store<Value>,
): Store<readonly [ChannelSnapshot, Value]> {
  let inner = storeFor(undefined);
  return {
    getSnapshot: () => [channels.getSnapshot(), inner.getSnapshot()],
    getServerSnapshot: () => [channels.getServerSnapshot(), inner.getServerSnapshot()],
    subscribe(changed) {
      let channel: PresenceChannel | undefined;
      let stopInner = () => {};
      const update = () => {
        const { channel: now } = channels.getSnapshot();
        if (now !== channel) {
          stopInner();
          channel = now;
          inner = storeFor(now);
          stopInner = inner.subscribe(changed);
        }
        changed();
      };
      const stop = channels.subscribe(update);
      return () => {
        stop();
        stopInner();
        inner = storeFor(undefined);
      };
    },
  };
}

function mapped<From, To>(store: Store<From>, convert: (value: From) => To): Store<To> {
  return {
    subscribe: (changed) => store.subscribe(changed),
    getSnapshot: () => convert(store.getSnapshot()),
    getServerSnapshot: () => convert(store.getServerSnapshot()),
  };
}
