import { type OrgError, UnsupportedError } from '@org/core';
import { SubscriptionRefusedError } from '../errors/channel-errors.ts';
import { ServiceReportedError } from '../errors/connection-errors.ts';
import { channelKind, requireChannelName } from '../protocol/channel-name.ts';
import type { Frame } from '../protocol/frame.ts';
import { findRefusedChannel } from '../protocol/refused-channel.ts';
import { readServiceMessage, type ServiceMessage } from '../protocol/service-message.ts';
import {
  createSubscription,
  type Subscriber,
  type Subscription,
  type SubscriptionContext,
} from './subscription.ts';
import type { SubscriptionEvent } from './subscription-machine.ts';

/** Every channel that is in use, in the order of their first subscription. @internal */
export interface Subscriptions {
  /** @throws InvalidInputError, UnsupportedError */
  join(name: string, subscriber: Subscriber): Subscription;
  leave(subscription: Subscription, subscriber: Subscriber): void;
  /** To all of them: the connection came, went, or will not come. */
  dispatch(event: SubscriptionEvent): void;
  receive(frame: Frame): void;
}

/** @internal */
export function createSubscriptions(
  context: SubscriptionContext & { cacheMissed(channel: string): void; reported(error: OrgError): void },
): Subscriptions {
  const byName = new Map<string, Subscription>();
  const own: SubscriptionContext = {
    ...context,
    changed(subscription, error) {
      const { name, state, isUsed } = subscription;
      if (state.name === 'unsubscribed' && !isUsed && byName.get(name) === subscription) byName.delete(name);
      context.changed(subscription, error);
    },
  };

  const refuse = (subscription: Subscription, message: ServiceMessage) => {
    subscription.dispatch({ type: 'refused', error: refusal(subscription.name, message) });
  };
  const troubled = (frame: Frame) => {
    const message = readServiceMessage(frame.data);
    const pending = [...byName.values()].filter(
      ({ state }) => state.name === 'subscribing' || state.name === 'leaving',
    );
    const name = frame.channel ?? findRefusedChannel(message, pending);
    const refused = pending.find((subscription) => subscription.name === name);
    if (refused !== undefined) refuse(refused, message);
    else context.reported(trouble(frame.channel, message));
  };
  return {
    join(name, subscriber) {
      requireChannelName(name);
      if (channelKind(name).encrypted) throw encryptedChannel(name);
      const subscription = byName.get(name) ?? createSubscription(name, own);
      byName.set(name, subscription);
      subscription.add(subscriber);
      subscription.dispatch({ type: 'want', isConnected: context.socketId() !== undefined });
      return subscription;
    },
    leave(subscription, subscriber) {
      subscription.remove(subscriber);
      if (!subscription.isUsed) subscription.dispatch({ type: 'leave' });
    },
    dispatch(event) {
      for (const subscription of [...byName.values()]) subscription.dispatch(event);
    },
    receive(frame) {
      if (frame.event === 'pusher:error') return troubled(frame);
      const subscription = frame.channel === undefined ? undefined : byName.get(frame.channel);
      if (subscription === undefined) return;
      if (frame.event === 'pusher:subscription_error')
        return refuse(subscription, readServiceMessage(frame.data));
      if (frame.event === 'pusher:cache_miss') return context.cacheMissed(subscription.name);
      subscription.receive(frame);
    },
  };
}

function refusal(channel: string, { code, message }: ServiceMessage): SubscriptionRefusedError {
  return new SubscriptionRefusedError({
    message: `The service refused the subscription to ${channel}: ${message}`,
    provider: 'realtime',
    operation: 'subscribe',
    outcome: 'not-sent',
    ...(code !== undefined && { status: code }),
  });
}

function trouble(channel: string | undefined, { code, message }: ServiceMessage): ServiceReportedError {
  return new ServiceReportedError({
    message: `The service reports a problem${channel === undefined ? '' : ` on ${channel.slice(0, 200)}`}: ${message}`,
    provider: 'realtime',
    ...(code !== undefined && { status: code }),
  });
}

function encryptedChannel(name: string): UnsupportedError {
  return new UnsupportedError({
    message: `${name} is an end-to-end encrypted channel, which this client does not support yet. Nothing was sent.`,
    provider: 'realtime',
    operation: 'subscribe',
    outcome: 'not-sent',
  });
}
