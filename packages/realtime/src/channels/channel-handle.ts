import type { OrgError, Runtime, TimeoutError } from '@org/core';
import { closed, wrongInput } from '../internal/wrong-input.ts';
import { createListeners } from '../listeners.ts';
import { isProtocolEvent } from '../protocol/event-name.ts';
import type { Frame } from '../protocol/frame.ts';
import type { Member } from '../protocol/presence-data.ts';
import { waitedTooLong, waitFor } from '../wait.ts';
import type { ChannelEvent, ChannelState, PresenceChannel } from './channel.ts';
import { checkClientEvent } from './client-event.ts';
import type { ClientEventBudget } from './client-event-budget.ts';
import type { EventSchemas } from './define-channel.ts';
import { createEventListeners } from './event-listeners.ts';
import { createEventStream, type EventStream, type StreamOptions } from './event-stream.ts';
import { createEventValidation } from './event-validation.ts';
import type { RosterChange } from './roster.ts';
import type { Subscriber, Subscription } from './subscription.ts';
import { publicState, type SubscriptionState } from './subscription-machine.ts';
import type { Subscriptions } from './subscriptions.ts';

/** @internal */
export interface ChannelHandleContext {
  readonly runtime: Runtime;
  readonly subscriptions: Subscriptions;
  readonly budget: ClientEventBudget;
  readonly maxEventBytes: number;
  readonly subscribeTimeoutMs: number;
  send(frame: { readonly event: string; readonly data: unknown; readonly channel: string }): boolean;
  report(error: OrgError): void;
  connection(): { readonly state: string; readonly lastError: OrgError | undefined };
}

/** What the client keeps of a handle. @internal */
export interface ChannelHandle {
  readonly channel: PresenceChannel;
  /** The client closed. */
  close(): void;
}

/** One subscription of the application: its listeners and streams, on a channel shared with others. @internal */
export function createChannelHandle(
  name: string,
  schemas: EventSchemas | undefined,
  context: ChannelHandleContext,
  ended: (handle: ChannelHandle) => void,
): ChannelHandle {
  const { report, runtime, subscriptions } = context;
  const byEvent = createEventListeners(report);
  const streams = new Set<EventStream<ChannelEvent>>();
  const stateListeners = createListeners<SubscriptionState>('the channel state', report);
  const memberListeners = new Map(
    (['joined', 'left', 'synced'] as const).map((change) => [
      change,
      createListeners<Member | RosterChange>('members', report),
    ]),
  );
  let isActive = true;

  const validation = createEventValidation({
    runtime,
    deliver: (event) => byEvent.tell(event),
    report,
  });

  const subscriber: Subscriber = {
    stateChanged(state) {
      if (state.name === 'failed') for (const stream of [...streams]) stream.fail(state.error);
      stateListeners.tell(state);
    },
    received(frame) {
      if (isProtocolEvent(frame.event) || !byEvent.has(frame.event)) return;
      validation.take(toEvent(frame, name, runtime.now()), schemas?.[frame.event]);
    },
    memberChanged: (change, member) => memberListeners.get(change)?.tell(member),
    synced: (difference) => memberListeners.get('synced')?.tell(difference),
  };
  const subscription: Subscription = subscriptions.join(name, subscriber);

  const end = () => {
    if (!isActive) return;
    isActive = false;
    for (const stream of [...streams]) stream.end();
    validation.stop();
    byEvent.clear();
    for (const listeners of memberListeners.values()) listeners.clear();
    subscriptions.leave(subscription, subscriber);
    stateListeners.tell({ name: 'unsubscribed' });
    stateListeners.clear();
    ended(handle);
  };

  const events = (event: string, options?: StreamOptions) => {
    let off = () => {};
    const stream = createEventStream<ChannelEvent>(options, runtime, () => {
      off();
      streams.delete(stream);
    });
    if (!isActive) stream.end();
    else if (subscription.state.name === 'failed') stream.fail(subscription.state.error);
    else if (!options?.signal?.aborted) {
      off = byEvent.add(event, (received) => stream.push(received));
      streams.add(stream);
    }
    return stream.iterator;
  };

  const channel = {
    name,
    get state(): ChannelState {
      return isActive ? publicState(subscription.state) : 'unsubscribed';
    },
    get subscriptionCount() {
      return isActive ? subscription.subscriptionCount : undefined;
    },
    get members() {
      return isActive ? subscription.members : new Map();
    },
    get me() {
      return isActive ? subscription.me : undefined;
    },
    subscribed: (options) =>
      waitFor(options, {
        runtime,
        defaultMs: context.subscribeTimeoutMs,
        timedOut: (timeoutMs) => tooLong(name, timeoutMs, subscription.state, context.connection()),
        begin(resolve, reject) {
          const look = (state: SubscriptionState) => {
            if (state.name === 'subscribed') resolve();
            else if (state.name === 'failed') reject(state.error);
            else if (!isActive) reject(closed(`${name} was unsubscribed.`));
          };
          look(isActive ? subscription.state : { name: 'unsubscribed' });
          return stateListeners.add(look);
        },
      }),
    on: (event, listener) =>
      isActive ? byEvent.add(event, listener as (event: ChannelEvent) => unknown) : () => {},
    events: events as PresenceChannel['events'],
    trigger(event, data) {
      checkClientEvent({ channel: name, event, data }, channel.state, context.maxEventBytes);
      context.budget.spend();
      context.send({ event, channel: name, data });
    },
    onMember(change: 'joined' | 'left' | 'synced', listener: (event: never) => unknown) {
      const listeners = memberListeners.get(change);
      if (listeners === undefined) throw wrongInput('change', 'onMember takes "joined", "left" or "synced".');
      return isActive ? listeners.add(listener as (event: Member | RosterChange) => unknown) : () => {};
    },
    unsubscribe: end,
    [Symbol.dispose]: end,
  } satisfies PresenceChannel as PresenceChannel;
  const handle: ChannelHandle = { channel, close: end };
  return handle;
}

function toEvent({ event, data, raw, userId }: Frame, channel: string, nowMs: number): ChannelEvent {
  return {
    name: event,
    channel,
    data,
    ...(raw !== undefined && { raw }),
    ...(userId !== undefined && { userId }),
    receivedAt: new Date(nowMs),
  };
}

function tooLong(
  name: string,
  timeoutMs: number,
  state: SubscriptionState,
  connection: ReturnType<ChannelHandleContext['connection']>,
): TimeoutError {
  const isOffline = state.name === 'waiting';
  const where = isOffline ? `the connection is ${connection.state}` : `the channel is ${publicState(state)}`;
  const reason = isOffline ? connection.lastError : 'error' in state ? state.error : undefined;
  return waitedTooLong('subscribe', `${name} was not subscribed within ${timeoutMs} ms: ${where}.`, reason);
}
