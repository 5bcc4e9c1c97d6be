import type { OrgError } from '@org/core';
import { LazyAuthorization } from './auth/load-private-channels.ts';
import type { PresenceChannel } from './channels/channel.ts';
import { ChannelSubscriber, type SubscriberContext } from './channels/channel-subscriber.ts';
import { createClientEventBudget } from './channels/client-event-budget.ts';
import type { EventSchemas } from './channels/define-channel.ts';
import { createMissedEvents } from './channels/missed-events.ts';
import type { Subscription } from './channels/subscription.ts';
import { publicState, type SubscriptionEvent } from './channels/subscription-machine.ts';
import { Subscriptions } from './channels/subscriptions.ts';
import type { RealtimeSettings } from './client-options.ts';
import { Connection } from './connection/connection.ts';
import type { ConnectionChange } from './connection/connection-listener.ts';
import { EventHub } from './event-hub.ts';
import { version } from './internal/product.ts';
import { closed } from './internal/wrong-input.ts';
import { connectionUrl } from './protocol/connection-url.ts';
import type { RealtimeState, StateEvent } from './realtime-events.ts';
import { type WaitOptions, waitedTooLong, waitFor } from './wait.ts';

/** A client's connection, with its channels and listeners. @internal */
export class Session {
  readonly hub: EventHub;
  readonly #settings: RealtimeSettings;
  readonly #connection: Connection;
  readonly #subscriptions: Subscriptions;
  readonly #subscribers = new Set<ChannelSubscriber>();
  readonly #subscriberContext: SubscriberContext;
  #closing: Promise<void> | undefined;

  constructor(settings: RealtimeSettings) {
    this.#settings = settings;
    this.hub = new EventHub(settings.onEvent);
    this.#connection = this.#createConnection();
    this.#subscriptions = this.#createSubscriptions();
    this.#subscriberContext = this.#createSubscriberContext();
  }

  readonly #report = (error: OrgError) => this.hub.emit({ type: 'error', error });

  get state(): RealtimeState {
    return this.#connection.state.name;
  }

  get socketId(): string | undefined {
    const { state } = this.#connection;
    return state.name === 'connected' ? state.socketId : undefined;
  }

  get isClosing(): boolean {
    return this.#closing !== undefined;
  }

  /** @throws ClosedError */
  requireOpen(): void {
    if (this.isClosing) throw closed('The realtime client is closed.');
  }

  connect(options: WaitOptions | undefined): Promise<void> {
    return waitFor(options, {
      runtime: this.#settings.runtime,
      defaultMs: 30_000,
      timedOut: (timeoutMs) => {
        const what = `Not connected within ${timeoutMs} ms: the client is ${this.state}.`;
        return waitedTooLong('connect', what, this.#connection.lastError);
      },
      begin: (resolve, reject) => {
        this.requireOpen();
        const off = this.hub.on('state', ({ state, error }) => {
          if (state === 'connected') resolve();
          else if (state === 'failed') reject(error);
          else if (state === 'closed') reject(closed('The realtime client is closed.'));
        });
        if (this.state === 'connected') resolve();
        else this.#connection.connect();
        return off;
      },
    });
  }

  subscribe(name: string, schemas: EventSchemas | undefined): PresenceChannel {
    const subscriber = new ChannelSubscriber(name, schemas, this.#subscriberContext);
    this.#subscribers.add(subscriber);
    const { lastError } = this.#connection;
    if (this.state === 'failed' && lastError !== undefined)
      this.#subscriptions.dispatch({ type: 'unreachable', error: lastError });
    if (this.state === 'idle' && this.#settings.autoConnect) this.#connection.connect();
    return subscriber.channel;
  }

  close(): Promise<void> {
    this.#closing ??= this.#finish();
    return this.#closing;
  }

  #finish(): Promise<void> {
    for (const subscriber of [...this.#subscribers]) subscriber.end();
    return this.#connection.close();
  }

  #createConnection(): Connection {
    const { address, isTls, key, limits, reconnect, runtime } = this.#settings;
    const url = (tls: boolean) => connectionUrl(address, key, version, tls);
    return new Connection(
      { runtime, reconnect, ...limits, isTls, url },
      {
        stateChanged: (change) => this.#connectionChanged(change),
        received: (frame) => this.#subscriptions.receive(frame),
        reported: this.#report,
      },
    );
  }

  #createSubscriptions(): Subscriptions {
    const { authorize, key, limits, runtime } = this.#settings;
    return new Subscriptions({
      runtime,
      authorization: new LazyAuthorization({
        authorize,
        key,
        runtime,
        concurrency: limits.authorizeConcurrency,
        timeoutMs: limits.authorizeTimeoutMs,
      }),
      subscribeTimeoutMs: limits.subscribeTimeoutMs,
      socketId: () => this.socketId,
      missedEvents: createMissedEvents(runtime, () => this.#connection.lastReceivedAtMs),
      missed: (gap) => this.hub.emit(gap),
      send: (frame) => this.#connection.send(frame),
      changed: (subscription) => this.#subscriptionChanged(subscription),
      cacheMissed: (channel) => this.hub.emit({ type: 'cache-miss', channel }),
      reported: this.#report,
    });
  }

  #createSubscriberContext(): SubscriberContext {
    const { limits, runtime } = this.#settings;
    return {
      runtime,
      subscriptions: this.#subscriptions,
      budget: createClientEventBudget(runtime, limits.maxClientEventsPerSecond),
      maxEventBytes: limits.maxEventBytes,
      subscribeTimeoutMs: limits.subscribeTimeoutMs,
      send: (frame) => this.#connection.send(frame),
      report: this.#report,
      connection: () => ({ state: this.state, lastError: this.#connection.lastError }),
      ended: (subscriber) => this.#subscribers.delete(subscriber),
    };
  }

  #connectionChanged(change: ConnectionChange) {
    this.hub.emit(toStateEvent(change));
    if (change.state.name === 'closed') return this.hub.clear();
    const event = toSubscriptionEvent(change);
    if (event !== undefined) this.#subscriptions.dispatch(event);
  }

  #subscriptionChanged({ name, state }: Subscription): void {
    if (state.name === 'leaving') return;
    const error: OrgError | undefined = 'error' in state ? state.error : undefined;
    this.hub.emit({
      type: 'channel',
      channel: name,
      state: publicState(state),
      ...(error !== undefined && { error }),
    });
    if (state.name === 'failed') this.#report(state.error);
  }
}

function toStateEvent({ state, previous, retryInMs, error }: ConnectionChange): StateEvent {
  return {
    type: 'state',
    state: state.name,
    previous: previous.name,
    ...(state.name === 'connected' && { socketId: state.socketId }),
    ...('failures' in state && state.failures > 0 && { failures: state.failures }),
    ...(retryInMs !== undefined && { retryInMs }),
    ...(error !== undefined && { error }),
  };
}

/** What a change of the connection means for a channel. */
function toSubscriptionEvent({ state, previous, error }: ConnectionChange): SubscriptionEvent | undefined {
  if (state.name === 'connected') return { type: 'connected' };
  if (state.name === 'failed' && error !== undefined) return { type: 'unreachable', error };
  return previous.name === 'connected' ? { type: 'lost' } : undefined;
}
