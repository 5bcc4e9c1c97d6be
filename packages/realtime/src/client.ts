/// <reference lib="esnext.disposable" preserve="true" />
import type { OrgError } from '@org/core';
import { createLazyDesk } from './auth/load-private-channels.ts';
import type { ChannelFor } from './channels/channel.ts';
import { type ChannelHandle, createChannelHandle } from './channels/channel-handle.ts';
import { createClientEventBudget } from './channels/client-event-budget.ts';
import {
  type ChannelDefinition,
  defineChannel,
  type EventSchemas,
  type EventTypesOf,
} from './channels/define-channel.ts';
import { createMissedEvents } from './channels/missed-events.ts';
import { publicState } from './channels/subscription-machine.ts';
import { createSubscriptions } from './channels/subscriptions.ts';
import { type RealtimeClientOptions, resolveOptions } from './client-options.ts';
import { type ConnectionChange, createConnection } from './connection/connection.ts';
import { lossError } from './connection/loss-error.ts';
import { createEventHub } from './event-hub.ts';
import { version } from './internal/product.ts';
import { closed, wrongInput } from './internal/wrong-input.ts';
import { connectionUrl } from './protocol/connection-url.ts';
import type { RealtimeEvent, RealtimeEventOf, RealtimeState, StateEvent } from './realtime-events.ts';
import { type WaitOptions, waitedTooLong, waitFor } from './wait.ts';

/** One connection to the service and the channels on it. @public */
export interface RealtimeClient {
  /** Where the connection stands. */
  readonly state: RealtimeState;
  /** The connection's id, while connected: pass it to your server to leave this client out of what it publishes. */
  readonly socketId: string | undefined;
  /**
   * Connects, if that is not under way, and resolves once connected. The client stays connected by itself from then on.
   *
   * @throws ConnectionRefusedError when coming back unchanged cannot help
   * @throws TimeoutError after `timeoutMs` (30 s unless told), while the client goes on trying
   * @throws ClosedError after `close()`
   */
  connect(options?: WaitOptions): Promise<void>;
  /**
   * Subscribes, and keeps subscribed across reconnects. Takes a name, or a definition with typed and validated events. Wait with `subscribed()`.
   *
   * @throws InvalidInputError for a name that the protocol does not allow
   * @throws UnsupportedError for an end-to-end encrypted channel
   * @throws ClosedError after `close()`
   */
  subscribe<const Name extends string>(name: Name): ChannelFor<Name>;
  /** Subscribes with a definition: its events are typed and validated. */
  subscribe<Name extends string, Schemas extends EventSchemas>(
    definition: ChannelDefinition<Name, Schemas>,
  ): ChannelFor<Name, EventTypesOf<Schemas>>;
  /** Calls back for what happens to the client; the returned function ends it. */
  on<Type extends RealtimeEvent['type']>(
    type: Type,
    listener: (event: RealtimeEventOf<Type>) => unknown,
  ): () => void;
  /**
   * Closes for good: streams end, waits reject with a `ClosedError`, timers and listeners are gone, and nothing is told after the state `closed`. Until then
   * an open or awaited connection keeps a Node process alive. May be called twice.
   */
  close(): Promise<void>;
  /** `close()`, for `await using`. */
  [Symbol.asyncDispose](): Promise<void>;
}

/**
 * Makes a client. Nothing is connected until the first `subscribe` or `connect`.
 *
 * @throws ConfigurationError for options that cannot work, and always when given the app's secret
 * @public
 */
export function createRealtimeClient(options: RealtimeClientOptions = {}): RealtimeClient {
  const { address, authorize, autoConnect, isTls, key, limits, onEvent, reconnect, runtime } =
    resolveOptions(options);
  const hub = createEventHub(onEvent);
  const handles = new Set<ChannelHandle>();
  const budget = createClientEventBudget(runtime, limits.maxClientEventsPerSecond);
  let closing: Promise<void> | undefined;
  const report = (error: OrgError) => hub.tell({ type: 'error', error });

  const connection = createConnection(
    {
      runtime,
      reconnect,
      ...limits,
      isTls,
      url: (tls) => connectionUrl(address, key, version, tls),
    },
    {
      stateChanged(change) {
        hub.tell(toEvent(change));
        if (change.state.name === 'closed') return hub.clear();
        const event = channelEventOf(change);
        if (event !== undefined) subscriptions.dispatch(event);
      },
      received: (frame) => subscriptions.receive(frame),
      reported: report,
    },
  );
  const socketId = () => (connection.state.name === 'connected' ? connection.state.socketId : undefined);
  const subscriptions = createSubscriptions({
    runtime,
    desk: createLazyDesk({
      authorize,
      key,
      runtime,
      concurrency: limits.authorizeConcurrency,
      timeoutMs: limits.authorizeTimeoutMs,
    }),
    subscribeTimeoutMs: limits.subscribeTimeoutMs,
    socketId,
    missedEvents: createMissedEvents(runtime, () => connection.lastReceivedAtMs),
    missed: hub.tell,
    send: connection.send,
    changed({ name, state }) {
      if (state.name === 'leaving') return;
      const error = 'error' in state ? state.error : undefined;
      hub.tell({
        type: 'channel',
        channel: name,
        state: publicState(state),
        ...(error !== undefined && { error }),
      });
      if (state.name === 'failed') report(state.error);
    },
    cacheMissed: (channel) => hub.tell({ type: 'cache-miss', channel }),
    reported: report,
  });

  const requireOpen = () => {
    if (closing !== undefined) throw closed('The realtime client is closed.');
  };
  const handleContext = {
    runtime,
    subscriptions,
    budget,
    maxEventBytes: limits.maxEventBytes,
    subscribeTimeoutMs: limits.subscribeTimeoutMs,
    send: connection.send,
    report,
    connection: () => ({ state: connection.state.name, lastError: connection.lastError }),
  };
  const finish = (): Promise<void> => {
    for (const handle of [...handles]) handle.close();
    return connection.close();
  };

  const client: RealtimeClient = {
    get state() {
      return connection.state.name;
    },
    get socketId() {
      return socketId();
    },
    connect: (options) =>
      waitFor(options, {
        runtime,
        defaultMs: 30_000,
        timedOut: (timeoutMs) =>
          waitedTooLong(
            'connect',
            `Not connected within ${timeoutMs} ms: the client is ${connection.state.name}.`,
            connection.lastError,
          ),
        begin(resolve, reject) {
          requireOpen();
          const off = hub.on('state', ({ state, error }) => {
            if (state === 'connected') resolve();
            else if (state === 'failed') reject(error);
            else if (state === 'closed') reject(closed('The realtime client is closed.'));
          });
          if (connection.state.name === 'connected') resolve();
          else connection.connect();
          return off;
        },
      }),
    subscribe(target: string | ChannelDefinition<string, EventSchemas>) {
      requireOpen();
      if (typeof target !== 'string' && typeof target?.name !== 'string')
        throw wrongInput('channel', 'subscribe takes a name or a definition.');
      const { name, events } =
        typeof target === 'string' ? { name: target, events: undefined } : defineChannel(target.name, target);
      const handle = createChannelHandle(name, events, handleContext, (each) => handles.delete(each));
      handles.add(handle);
      const { state } = connection;
      if (state.name === 'failed')
        subscriptions.dispatch({ type: 'unreachable', error: lossError(state.loss, true) });
      if (state.name === 'idle' && autoConnect) connection.connect();
      return handle.channel as never;
    },
    on: (type, listener) => (closing === undefined ? hub.on(type, listener) : () => {}),
    close() {
      closing ??= finish();
      return closing;
    },
    [Symbol.asyncDispose]: () => client.close(),
  };
  return client;
}

function toEvent({ state, previous, retryInMs, error }: ConnectionChange): StateEvent {
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

/** What a change of the connection means to a channel. */
function channelEventOf({ state, previous }: ConnectionChange) {
  if (state.name === 'connected') return { type: 'connected' } as const;
  if (state.name === 'failed') return { type: 'unreachable', error: lossError(state.loss, true) } as const;
  return previous.name === 'connected' ? ({ type: 'lost' } as const) : undefined;
}
