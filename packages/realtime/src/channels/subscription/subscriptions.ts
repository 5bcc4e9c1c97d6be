import type { Frame } from '../../protocol/frame.ts';
import type { ChannelSummary } from '../channel.ts';
import type { ChannelContext } from './channel-context.ts';
import { LazyServiceErrors } from './load-service-errors.ts';
import { createMissedEvents } from './missed-events.ts';
import { createRetryPace } from './retry-subscription.ts';
import type { Subscriber } from './subscriber.ts';
import { Subscription, type SubscriptionContext } from './subscription.ts';
import { publicState, type SubscriptionEvent } from './subscription-machine.ts';

/** The channels in use, in the order of their first subscription. */
export class Subscriptions {
  readonly #byName = new Map<string, Subscription>();
  readonly #shared: SubscriptionContext;
  readonly #errors: LazyServiceErrors;
  readonly #retried = new Set<Subscription>();
  readonly #context: ChannelContext;

  constructor(context: ChannelContext) {
    this.#context = context;
    const { authorize, runtime } = context.settings;
    this.#errors = new LazyServiceErrors({
      connection: context.connection,
      subscriptions: this.#byName,
      report: context.hub.report,
    });
    this.#shared = {
      ...context,
      serviceErrors: this.#errors,
      pace: createRetryPace(runtime, typeof authorize === 'object' ? authorize.maxChannels : 1),
      missedEvents: createMissedEvents(runtime, () => context.connection.receipts.completeUntilMs),
      changed: (subscription) => this.#changed(subscription),
    };
  }

  /** The name was checked. */
  join(name: string, subscriber: Subscriber): Subscription {
    const subscription = this.#byName.get(name) ?? this.#create(name);
    subscription.add(subscriber);
    this.#want(subscription);
    return subscription;
  }

  /** The channels that had a temporary failure, and are not subscribed since. */
  get waiting(): number {
    return this.#retried.size;
  }

  /** Makes the next attempt at once. */
  retry(subscription: Subscription): void {
    this.#want(subscription);
    subscription.nextAttempt = undefined; // its batch does not wait for other retries
    subscription.dispatch({ type: 'retry' });
  }

  /** Ends the subscriptions that outlive their last subscriber: they linger, or wait for a response. */
  close(): void {
    this.dispatch({ type: 'lost' });
  }

  /** In the order of their first subscription. */
  get all(): readonly Subscription[] {
    return [...this.#byName.values()];
  }

  /** Without the service's own channel of a user. */
  list(): readonly ChannelSummary[] {
    return this.all
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
    for (const subscription of this.all) {
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

  #want(subscription: Subscription): void {
    subscription.dispatch({ type: 'want', isConnected: this.#context.connection.socketId !== undefined });
  }

  #create(name: string): Subscription {
    const subscription = new Subscription(name, this.#shared);
    this.#byName.set(name, subscription);
    return subscription;
  }

  #changed(subscription: Subscription): void {
    const { name, nextAttempt, state, subscribers } = subscription;
    const { connection, hub } = this.#context;
    if (state.name === 'unsubscribed' && subscribers === 0 && this.#byName.get(name) === subscription)
      this.#byName.delete(name);
    if (state.name === 'leaving') return;
    const before = this.#retried.size;
    if (state.name === 'pausing') this.#retried.add(subscription);
    else if (state.name !== 'authorizing' && state.name !== 'subscribing') this.#retried.delete(subscription);
    const waiting = this.#retried.size;
    hub.emit({
      type: 'channel',
      channel: name,
      state: publicState(state),
      ...('error' in state && { error: state.error }),
      ...nextAttempt,
    });
    if (state.name === 'failed') hub.report(state.error);
    const { socketId } = connection;
    // The first channel waits for another attempt, or the last one no more.
    if ((before === 0) !== (waiting === 0) && socketId !== undefined)
      hub.emit({ type: 'state', state: 'connected', previous: 'connected', socketId, waiting });
  }
}
