import type { Frame } from '../../protocol/frame.ts';
import type { ChannelSummary } from '../channel.ts';
import type { ChannelContext, SubscriptionContext } from './channel-context.ts';
import { Retries } from './retry-subscription.ts';
import type { Subscriber } from './subscriber.ts';
import { Subscription } from './subscription.ts';
import { publicState, type SubscriptionEvent } from './subscription-machine.ts';

/** The channels in use, in the order of their first subscription. */
export class Subscriptions {
  readonly #shared: SubscriptionContext<Subscription>;

  constructor(context: ChannelContext) {
    this.#shared = {
      ...context,
      subscriptions: new Map(),
      retries: new Retries(),
      missedSinceMs: new Map(),
      serviceErrors: undefined,
    };
  }

  /** The name was checked. */
  join(name: string, subscriber: Subscriber): Subscription {
    const { subscriptions } = this.#shared;
    const subscription = subscriptions.get(name) ?? new Subscription(name, this.#shared);
    subscriptions.set(name, subscription);
    subscription.add(subscriber);
    return subscription;
  }

  /** The channels that had a temporary failure, and are not subscribed since. */
  get waiting(): number {
    return this.#shared.retries.channels.size;
  }

  /** Ends the subscriptions that outlive their last subscriber: they linger, or wait for a response. */
  close(): void {
    this.dispatch({ type: 'lost' });
  }

  /** In the order of their first subscription. */
  get all(): readonly Subscription[] {
    return [...this.#shared.subscriptions.values()];
  }

  /** Without the service's own channel of a user. */
  list(): readonly ChannelSummary[] {
    return this.all
      .map(({ name, state, subscribers, subscriptionCount }) => ({
        name,
        state: publicState(state),
        subscribers: subscribers.length,
        subscriptionCount,
      }))
      .filter(({ name, state }) => state !== 'unsubscribed' && !name.startsWith('#'));
  }

  /** Dispatches an event of the connection to all channels. */
  dispatch(event: SubscriptionEvent): void {
    const isEnd = event.type !== 'connected';
    if (isEnd) this.#shared.serviceErrors?.clear();
    for (const subscription of this.all) {
      // One that lingers has nothing left that a new subscriber could use.
      if (isEnd && subscription.subscribers.length === 0) subscription.dispatch({ type: 'leave' });
      subscription.dispatch(event);
    }
  }

  receive(frame: Frame): void {
    const shared = this.#shared;
    const subscription = shared.subscriptions.get(frame.channel ?? '');
    if (frame.event === 'pusher:error' || frame.event === 'pusher:subscription_error') {
      shared.serviceErrors ??= shared.parts.serviceErrors(shared);
      shared.serviceErrors.take(frame);
    } else if (frame.event !== 'pusher:cache_miss') subscription?.receive(frame);
    else if (subscription !== undefined) shared.hub.emit({ type: 'cache-miss', channel: subscription.name });
  }
}
