import { startTimer } from '@org/core/basics';
import type { PresenceChannel } from './channels/channel.ts';
import { ChannelSubscriber } from './channels/channel-subscriber.ts';
import type { ChannelDefinition, EventDefinition } from './channels/define-channel.ts';
import { EventHub } from './channels/event-hub.ts';
import type { EventSchemas } from './channels/event-types.ts';
import type { StateEvent } from './channels/realtime-events.ts';
import { readSubscribeOptions, type SubscribeOptions } from './channels/subscribe-options.ts';
import type { SubscriberContext } from './channels/subscriber-context.ts';
import type { SubscriptionEvent } from './channels/subscription/subscription-machine.ts';
import { Subscriptions } from './channels/subscription/subscriptions.ts';
import {
  findMeant,
  type RealtimeClientOptions,
  type RealtimeSettings,
  readClientOptions,
} from './client-options.ts';
import type { ClientParts } from './client-parts.ts';
import { Connection } from './connection/connection.ts';
import type { ConnectionChange } from './connection/connection-context.ts';
import type { DiagnoseOptions } from './diagnose/diagnose-options.ts';
import { inspected } from './internal/inspected.ts';
import { closed, refuseBind, wrongInput } from './internal/wrong-input.ts';
import { laterParts } from './later-parts.ts';
import type { RealtimeClient } from './realtime-client.ts';
import type { UserGate } from './user/load-user-room.ts';
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
  return new Client(readClientOptions(options, {}, findMeant), laterParts);
}

interface ClientContext {
  readonly settings: RealtimeSettings;
  readonly parts: ClientParts;
  readonly user: UserGate;
}

/** Methods are closures: a program may take one off its client. */
export class Client implements RealtimeClient {
  readonly #context: SubscriberContext & ClientContext;
  readonly #subscribers = new Set<ChannelSubscriber>();
  #isClosing = false;
  #closing: Promise<void> | undefined;

  constructor(settings: RealtimeSettings, parts: ClientParts) {
    const hub = new EventHub();
    if (settings.onEvent) hub.onEvery(settings.onEvent);
    const connection = new Connection(settings, {
      stateChanged: (change) => this.#connectionChanged(change),
      received: (frame) => {
        // A sign-in takes its responses, and the watchlist.
        if (frame.channel !== undefined || !user.active?.receive(frame))
          this.#context.subscriptions.receive(frame);
      },
      reported: hub.report,
    });
    const user = parts.user({
      settings,
      hub,
      connection,
      openChannel: (name, definition, options) => this.#open(name, definition, { ...options, lingerMs: 0 }),
    });
    const context = {
      settings,
      hub,
      connection,
      user,
      parts,
      authorization: parts.authorization({ settings, user, hub, connection }),
      ended: (subscriber: object) => this.#subscribers.delete(subscriber as ChannelSubscriber),
    };
    this.#context = { ...context, subscriptions: new Subscriptions(context) };
  }

  get state() {
    return this.#context.connection.state.name;
  }

  get socketId() {
    return this.#context.connection.socketId;
  }

  get user() {
    return this.#context.user.user;
  }

  get channels() {
    return this.#context.subscriptions.list();
  }

  get [inspected]() {
    return this.#context;
  }

  readonly connect = (options?: WaitOptions) =>
    waitFor(options, {
      runtime: this.#context.settings.runtime,
      defaultMs: 30_000,
      timedOut: (timeoutMs) => {
        const what = `Not connected within ${timeoutMs} ms: the client is ${this.state}.`;
        return waitedTooLong('connect', what, this.#context.connection.lastError);
      },
      begin: (resolve, reject) => {
        this.#requireOpen();
        const off = this.#context.hub.on('state', ({ state, error }) => {
          if (state === 'connected') resolve();
          else if (state === 'failed') reject(error);
          else if (state === 'closed') reject(closed(isClosed));
        });
        if (this.state === 'connected') resolve();
        else this.#context.connection.connect();
        // After the time limit of the attempt, which says why.
        const clear = startTimer(
          this.#context.settings.runtime,
          this.#context.settings.connectTimeoutMs,
          () => this.#warn(),
        );
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
    this.#context.settings.requireChannel(name);
    return this.#open(name, definition, options) as never;
  };

  readonly signIn = (options?: WaitOptions) => {
    if (!this.#isClosing) this.#connectFirst();
    return this.#context.user.signIn(options);
  };

  readonly onAny: RealtimeClient['onAny'] = (listener) =>
    this.#isClosing ? () => {} : this.#context.hub.onAny(listener);

  readonly on: RealtimeClient['on'] = (type, listener) =>
    this.#isClosing ? () => {} : this.#context.hub.on(type, listener);

  readonly bind = refuseBind;

  readonly diagnose = async (options?: DiagnoseOptions) => {
    this.#requireOpen();
    return this.#context.parts.diagnose(this.#context, options);
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
    const { lastError } = this.#context.connection;
    if (!lastError) return;
    this.#context.hub.report(lastError);
    console.warn(`@org/realtime: ${lastError.message}`);
  }

  #connectFirst(): void {
    if (this.state === 'idle' && this.#context.settings.autoConnect) this.#context.connection.connect();
  }

  /** The name was checked. */
  #open(name: string, definition: EventDefinition | undefined, given?: SubscribeOptions): PresenceChannel {
    const options = readSubscribeOptions(given, this.#context.settings);
    const subscriber = new ChannelSubscriber(name, definition, options, this.#context);
    this.#subscribers.add(subscriber);
    if (this.#isClosing) subscriber.unsubscribe(); // a listener closed the client meanwhile
    const { lastError } = this.#context.connection;
    if (this.state === 'failed' && lastError)
      this.#context.subscriptions.dispatch({ type: 'unreachable', error: lastError });
    this.#connectFirst();
    return subscriber as unknown as PresenceChannel;
  }

  #finish(): Promise<void> {
    const { authorization, subscriptions } = this.#context;
    this.#context.connection.isMuted = true; // the end of the connection ends all subscriptions
    for (const subscriber of [...this.#subscribers]) subscriber.unsubscribe();
    this.#context.user.end(); // after its channels, which would be refused
    authorization.close();
    subscriptions.close();
    return this.#context.connection.close();
  }

  #connectionChanged(change: ConnectionChange) {
    if (this.#context.hub.isHeard) this.#context.hub.emit(toStateEvent(change));
    if (change.state.name === 'closed') return this.#context.hub.clear();
    const event = toSubscriptionEvent(change);
    if (event === undefined) return;
    this.#context.subscriptions.dispatch(this.#context.user.active?.connectionChanged(event) ?? event);
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
