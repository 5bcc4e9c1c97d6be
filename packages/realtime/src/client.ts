import { startTimer } from '@org/core/basics';
import type { PresenceChannel } from './channels/channel.ts';
import { ChannelSubscriber } from './channels/channel-subscriber.ts';
import type { ChannelDefinition, EventDefinition } from './channels/define-channel.ts';
import { EventHub } from './channels/event-hub.ts';
import type { EventSchemas } from './channels/event-types.ts';
import { LazyAuthorization } from './channels/private/load-private-channels.ts';
import type { StateEvent } from './channels/realtime-events.ts';
import { readSubscribeOptions, type SubscribeOptions } from './channels/subscribe-options.ts';
import type { SubscriberContext } from './channels/subscriber-context.ts';
import type { SubscriptionEvent } from './channels/subscription/subscription-machine.ts';
import { Subscriptions } from './channels/subscription/subscriptions.ts';
import { type RealtimeClientOptions, type RealtimeSettings, readClientOptions } from './client-options.ts';
import { Connection } from './connection/connection.ts';
import type { ConnectionChange } from './connection/connection-context.ts';
import type { DiagnoseOptions } from './diagnose/diagnose-options.ts';
import { loadAndDiagnose } from './diagnose/load-diagnose.ts';
import { inspected } from './internal/inspected.ts';
import { closed, refuseBind, wrongInput } from './internal/wrong-input.ts';
import type { RealtimeClient } from './realtime-client.ts';
import { LazyUser } from './user/load-user-room.ts';
import { type WaitOptions, waitedTooLong, waitFor } from './wait.ts';

/**
 * Creates a client. It connects with the first `subscribe` or `connect`. @public
 *
 * @example
 * const realtime = createRealtimeClient({ key: 'app-key', cluster: 'eu' });
 * const orders = realtime.subscribe('orders');
 * orders.on('paid', ({ data }) => console.log(data));
 * await orders.subscribed();
 *
 * @throws ConfigurationError for invalid options, and for the app's secret
 */
export function createRealtimeClient(options: RealtimeClientOptions = {}): RealtimeClient {
  return new Client(readClientOptions(options));
}

/** Methods are closures: a program may take one off its client. */
export class Client implements RealtimeClient {
  readonly #settings: RealtimeSettings;
  readonly #hub: EventHub;
  readonly #connection: Connection;
  readonly #context: SubscriberContext;
  readonly #user: LazyUser;
  readonly #subscribers = new Set<ChannelSubscriber>();
  #isClosing = false;
  #closing: Promise<void> | undefined;

  constructor(settings: RealtimeSettings) {
    const hub = new EventHub();
    if (settings.onEvent) hub.onEvery(settings.onEvent);
    const connection = new Connection(settings, {
      stateChanged: (change) => this.#connectionChanged(change),
      received: (frame) => {
        // A sign-in takes its responses, and the watchlist.
        if (frame.channel !== undefined || !this.#user.active?.receive(frame))
          this.#context.subscriptions.receive(frame);
      },
      reported: hub.report,
    });
    const user = new LazyUser({
      settings,
      hub,
      connection,
      openChannel: (name, definition, options) => this.#open(name, definition, { ...options, lingerMs: 0 }),
    });
    const context = {
      settings,
      hub,
      connection,
      authorization: new LazyAuthorization({ settings, user, hub, connection }),
      ended: (subscriber: object) => this.#subscribers.delete(subscriber as ChannelSubscriber),
    };
    this.#settings = settings;
    this.#hub = hub;
    this.#connection = connection;
    this.#user = user;
    this.#context = { ...context, subscriptions: new Subscriptions(context) };
  }

  get state() {
    return this.#connection.state.name;
  }

  get socketId() {
    return this.#connection.socketId;
  }

  get user() {
    return this.#user.user;
  }

  get channels() {
    return this.#context.subscriptions.list();
  }

  get [inspected]() {
    return this.#context;
  }

  readonly connect = (options?: WaitOptions) =>
    waitFor(options, {
      runtime: this.#settings.runtime,
      defaultMs: 30_000,
      timedOut: (timeoutMs) => {
        const what = `Not connected within ${timeoutMs} ms: the client is ${this.state}.`;
        return waitedTooLong('connect', what, this.#connection.lastError);
      },
      begin: (resolve, reject) => {
        this.#requireOpen();
        const off = this.#hub.on('state', ({ state, error }) => {
          if (state === 'connected') resolve();
          else if (state === 'failed') reject(error);
          else if (state === 'closed') reject(closed(isClosed));
        });
        if (this.state === 'connected') resolve();
        else this.#connection.connect();
        // After the time limit of the attempt, which says why.
        const clear = startTimer(this.#settings.runtime, this.#settings.connectTimeoutMs, () => this.#warn());
        return () => {
          off();
          clear();
        };
      },
    });

  readonly subscribe = (
    target: string | ChannelDefinition<string, EventSchemas>,
    options?: SubscribeOptions,
  ): never => {
    this.#requireOpen();
    const definition = typeof target === 'string' ? undefined : requireDefinition(target);
    const name = typeof target === 'string' ? target : target.name;
    this.#settings.requireChannel(name);
    return this.#open(name, definition, options) as never;
  };

  readonly signIn = (options?: WaitOptions) => {
    if (!this.#isClosing) this.#connectFirst();
    return this.#user.signIn(options);
  };

  readonly onAny: RealtimeClient['onAny'] = (listener) =>
    this.#isClosing ? () => {} : this.#hub.onAny(listener);

  readonly on: RealtimeClient['on'] = (type, listener) =>
    this.#isClosing ? () => {} : this.#hub.on(type, listener);

  readonly bind = refuseBind;

  readonly diagnose = async (options?: DiagnoseOptions) => {
    this.#requireOpen();
    return loadAndDiagnose({ ...this.#context, settings: this.#settings }, options);
  };

  readonly close = () => {
    this.#isClosing = true; // before the listeners that the end calls
    this.#closing ??= this.#finish();
    return this.#closing;
  };

  [Symbol.asyncDispose]() {
    return this.close();
  }

  #requireOpen(): void {
    if (this.#isClosing) throw closed(isClosed);
  }

  /** The first connection takes long: its host may be mistyped, and trying again goes on in silence. */
  #warn(): void {
    const { lastError } = this.#connection;
    if (!lastError) return;
    this.#hub.report(lastError);
    console.warn(`@org/realtime: ${lastError.message}`);
  }

  #connectFirst(): void {
    if (this.state === 'idle' && this.#settings.autoConnect) this.#connection.connect();
  }

  /** The name was checked. */
  #open(name: string, definition: EventDefinition | undefined, given?: SubscribeOptions): PresenceChannel {
    const options = readSubscribeOptions(given, this.#settings);
    const subscriber = new ChannelSubscriber(name, definition, options, this.#context);
    this.#subscribers.add(subscriber);
    if (this.#isClosing) subscriber.unsubscribe(); // a listener closed the client meanwhile
    const { lastError } = this.#connection;
    if (this.state === 'failed' && lastError)
      this.#context.subscriptions.dispatch({ type: 'unreachable', error: lastError });
    this.#connectFirst();
    return subscriber as unknown as PresenceChannel;
  }

  #finish(): Promise<void> {
    const { authorization, subscriptions } = this.#context;
    this.#connection.isMuted = true; // the end of the connection ends all subscriptions
    for (const subscriber of [...this.#subscribers]) subscriber.unsubscribe();
    this.#user.end(); // after its channels, which would be refused
    authorization.close();
    subscriptions.close();
    return this.#connection.close();
  }

  #connectionChanged(change: ConnectionChange) {
    if (this.#hub.isHeard) this.#hub.emit(toStateEvent(change));
    if (change.state.name === 'closed') return this.#hub.clear();
    const event = toSubscriptionEvent(change);
    if (event === undefined) return;
    this.#context.subscriptions.dispatch(this.#user.active?.connectionChanged(event) ?? event);
  }
}

const isClosed = 'The realtime client is closed.';

function requireDefinition(target: ChannelDefinition<string, EventSchemas>): EventDefinition {
  if (typeof target?.validate === 'function') return target;
  throw wrongInput('channel', 'subscribe takes a name, or what defineChannel() returns.');
}

function toStateEvent({ state, previous, retryInMs, error }: ConnectionChange): StateEvent {
  return {
    type: 'state',
    state: state.name,
    previous: previous.name,
    ...(state.name === 'connected' && { socketId: state.socketId }),
    ...('failures' in state && state.failures > 0 && { failures: state.failures }),
    ...(retryInMs !== undefined && { retryInMs }),
    ...(error && { error }),
  };
}

/** What a change of the connection means for a channel. */
function toSubscriptionEvent({ state, previous, error }: ConnectionChange): SubscriptionEvent | undefined {
  if (state.name === 'connected') return { type: 'connected' };
  if (state.name === 'failed' && error) return { type: 'unreachable', error };
  return previous.name === 'connected' ? { type: 'lost' } : undefined;
}
