import type { Frame } from '../../protocol/frame.ts';
import type { ChannelSummary } from '../channel.ts';
import type { ChannelContext } from './channel-context.ts';
import { LazyServiceErrors } from './load-service-errors.ts';
import { createMissedEvents } from './missed-events.ts';
import { type Subscriber, Subscription, type SubscriptionContext } from './subscription.ts';
import { publicState, type SubscriptionEvent } from './subscription-machine.ts';

/** The channels in use, in the order of their first subscription. */
export class Subscriptions {
  readonly #byName = new Map<string, Subscription>();
  readonly #shared: SubscriptionContext;
  readonly #errors: LazyServiceErrors;
  readonly #context: ChannelContext;

  constructor(context: ChannelContext) {
    this.#context = context;
    this.#errors = new LazyServiceErrors({
      connection: context.connection,
      subscriptions: this.#byName,
      report: context.hub.report,
    });
    this.#shared = {
      ...context,
      serviceErrors: this.#errors,
      missedEvents: createMissedEvents(context.settings.runtime, () => context.connection.lastReceivedAtMs),
      changed: (subscription) => this.#changed(subscription),
    };
  }

  /** The name was checked. */
  join(name: string, subscriber: Subscriber): Subscription {
    const subscription = this.#byName.get(name) ?? this.#create(name);
    subscription.add(subscriber);
    subscription.dispatch({ type: 'want', isConnected: this.#context.connection.socketId !== undefined });
    return subscription;
  }

  /** Ends the subscriptions that outlive their last subscriber: they linger, or wait for a response. */
  close(): void {
    this.dispatch({ type: 'lost' });
  }

  /** In the order of their first subscription, without the service's own channel of a user. */
  list(): readonly ChannelSummary[] {
    return [...this.#byName.values()]
      .map(({ name, state, subscribers, subscriptionCount }) => ({
        name,
        state: publicState(state),
        subscribers,
        subscriptionCount,
      }))
      .filter(({ name, state }) => state !== 'unsubscribed' && !name.startsWith('#'));
  }

  /** Dispatches an event of the connection to all channels. */
  dispatch(event: SubscriptionEvent): void {
    const isEnd = event.type !== 'connected';
    if (isEnd) this.#errors.clear();
    for (const subscription of [...this.#byName.values()]) {
      // One that lingers has nothing left that a new subscriber could use.
      if (isEnd && subscription.subscribers === 0) subscription.dispatch({ type: 'leave' });
      subscription.dispatch(event);
    }
  }

  receive(frame: Frame): void {
    const subscription = this.#byName.get(frame.channel ?? '');
    if (frame.event === 'pusher:error' || frame.event === 'pusher:subscription_error')
      this.#errors.take(frame);
    else if (frame.event !== 'pusher:cache_miss') subscription?.receive(frame);
    else if (subscription !== undefined)
      this.#context.hub.emit({ type: 'cache-miss', channel: subscription.name });
  }

  #create(name: string): Subscription {
    const subscription = new Subscription(name, this.#shared);
    this.#byName.set(name, subscription);
    return subscription;
  }

  #changed(subscription: Subscription): void {
    const { name, state, subscribers } = subscription;
    if (state.name === 'unsubscribed' && subscribers === 0 && this.#byName.get(name) === subscription)
      this.#byName.delete(name);
    if (state.name === 'leaving') return;
    const error = 'error' in state ? { error: state.error } : {};
    this.#context.hub.emit({ type: 'channel', channel: name, state: publicState(state), ...error });
    if (state.name === 'failed') this.#context.hub.report(state.error);
  }
}
