import { type OrgError, UnsupportedError } from '@org/core';
import { SubscriptionRefusedError } from '../errors/channel-errors.ts';
import { ServiceReportedError } from '../errors/connection-errors.ts';
import { channelKind, requireChannelName } from '../protocol/channel-name.ts';
import type { Frame } from '../protocol/frame.ts';
import { concernsNoSubscription, findRefusedChannel } from '../protocol/refused-channel.ts';
import { isTemporary, readServiceMessage, type ServiceMessage } from '../protocol/service-message.ts';
import { createLateAnswers } from './late-answers.ts';
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
  context: Omit<SubscriptionContext, 'lateAnswers'> & {
    cacheMissed(channel: string): void;
    reported(error: OrgError): void;
  },
): Subscriptions {
  const byName = new Map<string, Subscription>();
  const lateAnswers = createLateAnswers();
  const own: SubscriptionContext = {
    ...context,
    lateAnswers,
    changed(subscription) {
      const { name, state, isUsed } = subscription;
      if (state.name === 'unsubscribed' && !isUsed && byName.get(name) === subscription) byName.delete(name);
      context.changed(subscription);
    },
  };

  const troubled = (frame: Frame) => {
    const message = readServiceMessage(frame.data);
    const refused = refusedBy(frame, message);
    const isPausing = refused?.state.name === 'pausing';
    // While an answer to an earlier subscription may still come, this can be that one.
    if (refused === undefined || (lateAnswers.take(refused.name) && !isPausing))
      return context.reported(trouble(frame.channel, message));
    refused.dispatch({ type: 'refused', error: refusal(refused.name, message) });
  };
  const refusedBy = (frame: Frame, message: ServiceMessage): Subscription | undefined => {
    if (frame.event === 'pusher:error' && concernsNoSubscription(message)) return undefined;
    const pending = [...byName.values()].filter(({ state }) => awaitsAnswer.has(state.name));
    const name = frame.channel ?? findRefusedChannel(message, pending);
    return pending.find((subscription) => subscription.name === name);
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
      if (event.type !== 'connected') lateAnswers.clear();
      for (const subscription of [...byName.values()]) subscription.dispatch(event);
    },
    receive(frame) {
      if (frame.event === 'pusher:error' || frame.event === 'pusher:subscription_error')
        return troubled(frame);
      const subscription = frame.channel === undefined ? undefined : byName.get(frame.channel);
      if (subscription === undefined) return;
      if (frame.event === 'pusher:cache_miss') return context.cacheMissed(subscription.name);
      subscription.receive(frame);
    },
  };
}

/** `pausing`: of an attempt that timed out, the answer may only be late. */
const awaitsAnswer: ReadonlySet<string> = new Set(['subscribing', 'leaving', 'pausing']);

function refusal(channel: string, { code, message }: ServiceMessage): SubscriptionRefusedError {
  return new SubscriptionRefusedError({
    message: `The service refused the subscription to ${channel}: ${message}`,
    provider: 'realtime',
    operation: 'subscribe',
    outcome: 'not-sent',
    retryable: code !== undefined && isTemporary(code),
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
    message: `This client does not support end-to-end encrypted channels yet: ${name}.`,
    provider: 'realtime',
    operation: 'subscribe',
    outcome: 'not-sent',
  });
}
