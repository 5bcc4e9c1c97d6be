import { LazyAuthorization } from './auth/load-private-channels.ts';
import type { ChannelSummary, PresenceChannel } from './channels/channel.ts';
import { ChannelSubscriber, type SubscriberContext } from './channels/channel-subscriber.ts';
import { type EventDefinition, readDefinition } from './channels/define-channel.ts';
import type { ClientEvents } from './channels/events/client-events.ts';
import { type SubscribeOptions, subscriberOptions } from './channels/subscribe-options.ts';
import type { SubscriptionEvent } from './channels/subscription/subscription-machine.ts';
import { Subscriptions } from './channels/subscription/subscriptions.ts';
import type { RealtimeSettings } from './client-options.ts';
import { Connection } from './connection/connection.ts';
import type { ConnectionChange } from './connection/connection-listener.ts';
import type { DiagnosedClient } from './diagnose/diagnose.ts';
import type { DiagnoseOptions } from './diagnose/diagnose-options.ts';
import { loadAndDiagnose } from './diagnose/load-diagnose.ts';
import type { DiagnosticReport } from './diagnose/report.ts';
import { EventHub } from './event-hub.ts';
import { version } from './internal/product.ts';
import { closed } from './internal/wrong-input.ts';
import { documentedNameLength, requireChannelName } from './protocol/channel-name.ts';
import { connectionUrl } from './protocol/connection-url.ts';
import type { RealtimeState, StateEvent } from './realtime-events.ts';
import { LazyUser } from './user/load-user-room.ts';
import type { SignedInUser } from './user/user.ts';
import { type WaitOptions, waitedTooLong, waitFor } from './wait.ts';

/** A client's connection, with its channels and listeners. @internal */
export class Session {
  readonly hub: EventHub;
  readonly #autoConnect: boolean;
  readonly #lingerMs: number;
  readonly #maxNameLength: number | undefined;
  readonly #connection: Connection;
  readonly #context: SubscriberContext;
  readonly #user: LazyUser;
  readonly #diagnosed: () => DiagnosedClient;
  readonly #subscribers = new Set<ChannelSubscriber>();
  /** After the first one on a private channel. */
  #clientEvents: ClientEvents | undefined;
  #isClosing = false;
  #closing: Promise<void> | undefined;

  constructor({ address, authorize, isTls, key, limits, reconnect, runtime, ...options }: RealtimeSettings) {
    this.hub = new EventHub(options.onEvent);
    this.#autoConnect = options.autoConnect;
    this.#lingerMs = options.lingerMs;
    this.#maxNameLength = options.strictChannelNames ? documentedNameLength : undefined;
    const url = (tls: boolean) => connectionUrl(address, key, version, tls);
    this.#connection = new Connection(
      { runtime, reconnect, ...limits, isTls, url, openSocket: options.socket },
      {
        stateChanged: (change) => this.#connectionChanged(change),
        received: (frame) => this.#user.receive(frame) || this.#context.subscriptions.receive(frame),
        reported: (error) => this.hub.emit({ type: 'error', error }),
      },
    );
    const { authorizeConcurrency: concurrency, authorizeTimeoutMs: timeoutMs } = limits;
    this.#user = new LazyUser({
      authenticate: options.authenticate,
      key,
      runtime,
      hub: this.hub,
      connection: this.#connection,
      authenticateTimeoutMs: timeoutMs,
      responseTimeoutMs: limits.subscribeTimeoutMs,
      openChannel: (name, definition, subscribeOptions) =>
        this.#open(name, definition && readDefinition(definition), { ...subscribeOptions, lingerMs: 0 }),
    });
    this.#diagnosed = () => ({
      runtime,
      url: url(isTls),
      openDefault: this.#connection.openDefault,
      openSocket: options.socket,
      maxMessageBytes: limits.maxMessageBytes,
      authorization: { authorize, key, timeoutMs },
      snapshot: (hide) => ({
        state: this.state,
        lastError: this.#connection.lastError && hide(this.#connection.lastError.message),
        channels: this.channels,
      }),
      recent: this.#connection.traffic.list(),
      onClosed: (listener) => {
        if (this.#isClosing) listener();
        return this.hub.on('state', ({ state }) => state === 'closed' && listener());
      },
    });
    const user = this.#user;
    const channels = {
      runtime,
      hub: this.hub,
      connection: this.#connection,
      authorization: new LazyAuthorization({ authorize, key, runtime, user, concurrency, timeoutMs }),
      subscribeTimeoutMs: limits.subscribeTimeoutMs,
    };
    this.#context = {
      ...channels,
      subscriptions: new Subscriptions(channels),
      clientEvents: () => {
        this.#clientEvents ??= channels.authorization.createClientEvents({
          runtime,
          ...limits,
          send: (event) => this.#connection.send(event),
          report: (error) => this.hub.emit({ type: 'error', error }),
        });
        return this.#clientEvents;
      },
      maxEventBytes: limits.maxEventBytes,
      codec: options.codec,
      ended: (subscriber) => this.#subscribers.delete(subscriber),
    };
  }

  get state(): RealtimeState {
    return this.#connection.state.name;
  }

  get socketId(): string | undefined {
    return this.#connection.socketId;
  }

  get isClosing(): boolean {
    return this.#isClosing;
  }

  /** @throws ClosedError */
  requireOpen(): void {
    if (this.isClosing) throw closed('The realtime client is closed.');
  }

  connect(options: WaitOptions | undefined): Promise<void> {
    return waitFor(options, {
      runtime: this.#context.runtime,
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

  get user(): SignedInUser | undefined {
    return this.#user.user;
  }

  signIn(options: WaitOptions | undefined): Promise<SignedInUser> {
    if (this.state === 'idle' && this.#autoConnect && !this.isClosing) this.#connection.connect();
    return this.#user.signIn(options);
  }

  get channels(): readonly ChannelSummary[] {
    return this.#context.subscriptions.list();
  }

  subscribe(
    name: string,
    definition: EventDefinition | undefined,
    options: SubscribeOptions | undefined,
  ): PresenceChannel {
    requireChannelName(name, this.#maxNameLength);
    return this.#open(name, definition, options);
  }

  #open(
    name: string,
    definition: EventDefinition | undefined,
    given: SubscribeOptions | undefined,
  ): PresenceChannel {
    const options = subscriberOptions(given, this.#lingerMs);
    const subscriber = new ChannelSubscriber(name, definition, options, this.#context);
    this.#subscribers.add(subscriber);
    if (this.#isClosing) subscriber.end(); // a listener closed the client meanwhile
    const { lastError } = this.#connection;
    if (this.state === 'failed' && lastError !== undefined)
      this.#context.subscriptions.dispatch({ type: 'unreachable', error: lastError });
    if (this.state === 'idle' && this.#autoConnect) this.#connection.connect();
    return subscriber.channel;
  }

  async diagnose(options: DiagnoseOptions | undefined): Promise<DiagnosticReport> {
    this.requireOpen();
    return loadAndDiagnose(this.#diagnosed(), options);
  }

  close(): Promise<void> {
    this.#isClosing = true; // before the listeners that the end calls
    this.#closing ??= this.#finish();
    return this.#closing;
  }

  #finish(): Promise<void> {
    for (const subscriber of [...this.#subscribers]) subscriber.end();
    this.#user.end(); // after its channels, which would be refused
    this.#clientEvents?.close();
    this.#context.subscriptions.close();
    return this.#connection.close();
  }

  #connectionChanged(change: ConnectionChange) {
    this.hub.emit(toStateEvent(change));
    if (change.state.name === 'closed') return this.hub.clear();
    const event = toSubscriptionEvent(change);
    if (event !== undefined) this.#context.subscriptions.dispatch(this.#user.connectionChanged(event));
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
