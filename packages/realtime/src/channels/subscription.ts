import type { Runtime } from '@org/core';
import type { AuthorizationDesk } from '../auth/authorization-desk.ts';
import type { ChannelToken } from '../auth/authorizer.ts';
import { createTimer } from '../connection/timer.ts';
import { inTurn } from '../in-turn.ts';
import { tookTooLong } from '../internal/wrong-input.ts';
import { channelKind } from '../protocol/channel-name.ts';
import type { Frame } from '../protocol/frame.ts';
import { isRecord } from '../protocol/json.ts';
import { type Member, memberOf } from '../protocol/presence-data.ts';
import type { GapEvent } from '../realtime-events.ts';
import type { LateAnswers } from './late-answers.ts';
import type { MissedEvents } from './missed-events.ts';
import { retryDelay } from './retry-subscription.ts';
import { createRoster, type RosterChange } from './roster.ts';
import {
  type SubscriptionEffect,
  type SubscriptionEvent,
  type SubscriptionState,
  transitionSubscription,
} from './subscription-machine.ts';

/** What a subscription needs of the client. @internal */
export interface SubscriptionContext {
  readonly runtime: Runtime;
  readonly desk: AuthorizationDesk;
  readonly subscribeTimeoutMs: number;
  /** Undefined while there is no connection. */
  socketId(): string | undefined;
  send(frame: { readonly event: string; readonly data: unknown; readonly channel?: string }): boolean;
  readonly lateAnswers: LateAnswers;
  changed(subscription: Subscription): void;
  readonly missedEvents: MissedEvents;
  missed(gap: GapEvent): void;
}

/** Somebody in the application who uses the channel. @internal */
export interface Subscriber {
  stateChanged(state: SubscriptionState): void;
  received(frame: Frame): void;
  memberChanged(change: 'joined' | 'left', member: Member): void;
  synced(difference: RosterChange): void;
}

/** One channel with the service, shared by all who use it. @internal */
export interface Subscription {
  readonly name: string;
  readonly state: SubscriptionState;
  readonly members: ReadonlyMap<string, Member>;
  readonly me: Member | undefined;
  readonly subscriptionCount: number | undefined;
  /** The token that was sent and is not answered; empty on a public channel. */
  readonly auth: string;
  readonly isUsed: boolean;
  add(subscriber: Subscriber): void;
  remove(subscriber: Subscriber): void;
  dispatch(event: SubscriptionEvent): void;
  receive(frame: Frame): void;
}

/** @internal */
export function createSubscription(name: string, context: SubscriptionContext): Subscription {
  const kind = channelKind(name);
  const subscribers = new Set<Subscriber>();
  const roster = createRoster();
  const timer = createTimer(context.runtime);
  let state: SubscriptionState = { name: 'unsubscribed' };
  let token: ChannelToken = { auth: '' };
  let authorization: AbortController | undefined;
  let subscriptionCount: number | undefined;

  const dispatch = inTurn((event: SubscriptionEvent) => {
    const previous = state;
    const [next, effects] = transitionSubscription(previous, event);
    state = next;
    for (const effect of effects) run(effect);
    if (next.name !== previous.name) entered(next, previous);
  });

  const entered = (next: SubscriptionState, previous: SubscriptionState) => {
    // Leaving, and coming back from it, still wait for the same answer.
    const awaits = next.name === 'subscribing' || next.name === 'leaving';
    const awaited = previous.name === 'subscribing' || previous.name === 'leaving';
    if (awaits && !awaited) timer.start(context.subscribeTimeoutMs, timedOut);
    if (!awaits) timer.stop();
    if (next.name === 'pausing')
      timer.start(
        retryDelay(next.error, next.failures, () => context.runtime.random()),
        () => dispatch({ type: 'retry' }),
      );
    if (previous.name === 'subscribed') {
      context.missedEvents.begin(name);
      roster.empty();
      subscriptionCount = undefined;
    }
    context.changed(subscription);
    tell((subscriber) => subscriber.stateChanged(next));
  };

  const run = (effect: SubscriptionEffect) => {
    switch (effect) {
      case 'authorize':
        return authorize();
      case 'abandon':
        return authorization?.abort();
      case 'send-subscribe':
        return void context.send({ event: 'pusher:subscribe', data: subscribeData(name, token) });
      case 'send-unsubscribe':
        return void context.send({ event: 'pusher:unsubscribe', data: { channel: name } });
    }
  };

  const authorize = () => {
    const socketId = context.socketId();
    token = { auth: '' };
    if (!kind.private || socketId === undefined) return dispatch({ type: 'authorized' });
    const wish = new AbortController();
    authorization = wish;
    context.desk.request(
      { socketId, channelName: name, isPresence: kind.presence, signal: wish.signal },
      {
        granted(granted) {
          token = granted;
          dispatch({ type: 'authorized' });
        },
        refused: (error) => dispatch({ type: 'refused', error }),
      },
    );
  };

  const isSubscribed = () => state.name === 'subscribed';

  const timedOut = () => {
    const message = `The service did not answer the subscription to ${name} within ${context.subscribeTimeoutMs} ms.`;
    context.lateAnswers.expect(name);
    dispatch({ type: 'timed-out', error: tookTooLong('subscribe', message) });
  };

  const receive = (frame: Frame) => {
    if (frame.event === 'pusher_internal:subscription_succeeded') return succeed(frame);
    if (state.name !== 'subscribed') return;
    if (frame.event === 'pusher_internal:member_added')
      return memberChanged('joined', roster.add(frame.data));
    if (frame.event === 'pusher_internal:member_removed')
      return memberChanged('left', roster.remove(frame.data));
    if (frame.event === 'pusher_internal:subscription_count') {
      const count = isRecord(frame.data) ? frame.data['subscription_count'] : undefined;
      if (typeof count === 'number' && count >= 0) subscriptionCount = count;
      return;
    }
    tell((subscriber) => subscriber.received(frame));
  };

  const succeed = (frame: Frame) => {
    if (state.name !== 'subscribing') return dispatch({ type: 'succeeded' });
    context.lateAnswers.settle(name);
    const difference = kind.presence ? roster.replace(frame.data) : undefined;
    const gap = context.missedEvents.end(name);
    dispatch({ type: 'succeeded' });
    if (gap !== undefined) context.missed(gap);
    if (difference !== undefined && isSubscribed()) tell((subscriber) => subscriber.synced(difference));
  };

  const memberChanged = (change: 'joined' | 'left', member: Member | undefined) => {
    if (member !== undefined) tell((subscriber) => subscriber.memberChanged(change, member));
  };

  const tell = (say: (subscriber: Subscriber) => void) => {
    for (const subscriber of [...subscribers]) if (subscribers.has(subscriber)) say(subscriber);
  };

  const subscription: Subscription = {
    name,
    get state() {
      return state;
    },
    get members() {
      return roster.members;
    },
    get me() {
      return roster.members.get(memberOf(token.channelData) ?? '');
    },
    get subscriptionCount() {
      return subscriptionCount;
    },
    get auth() {
      return token.auth;
    },
    get isUsed() {
      return subscribers.size > 0;
    },
    add: (subscriber) => void subscribers.add(subscriber),
    remove: (subscriber) => void subscribers.delete(subscriber),
    dispatch,
    receive,
  };
  return subscription;
}

function subscribeData(channel: string, { auth, channelData }: ChannelToken): Record<string, string> {
  return { channel, auth, ...(channelData !== undefined && { channel_data: channelData }) };
}
