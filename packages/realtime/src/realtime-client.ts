/// <reference lib="esnext.disposable" preserve="true" />
import type { ChannelEvent, ChannelFor, ChannelSummary } from './channels/channel.ts';
import type { ChannelDefinition } from './channels/define-channel.ts';
import type { EventSchemas, EventTypesOf } from './channels/event-types.ts';
import type { RealtimeEvent, RealtimeEventOf, RealtimeState } from './channels/realtime-events.ts';
import type { SubscribeOptions } from './channels/subscribe-options.ts';
import type { DiagnoseOptions } from './diagnose/diagnose-options.ts';
import type { DiagnosticReport } from './diagnose/report.ts';
import type { SignedInUser } from './user/user.ts';
import type { WaitOptions } from './wait.ts';

/** One connection to the service and the channels on it. @public */
export interface RealtimeClient {
  /** The state of the connection. */
  readonly state: RealtimeState;
  /** The connection's id, while connected. Your server excludes this client with `exceptSocketId`. */
  readonly socketId: string | undefined;
  /**
   * Connects, and resolves once connected. The client then reconnects automatically. Without a connection
   * after `connectTimeoutMs` it says why, once: an `error` event, and a warning on the console.
   *
   * @throws ConnectionRefusedError when the client does not reconnect
   * @throws TimeoutError after `timeoutMs` (default 30 s), while the client keeps trying
   * @throws ClosedError once `close()` was called
   */
  connect(options?: WaitOptions): Promise<void>;
  /**
   * Subscribes, also after each reconnect. Takes a name, or a definition with typed and validated events.
   * Wait with `subscribed()`.
   *
   * @throws InvalidInputError for a name that the protocol does not allow
   * @throws ClosedError once `close()` was called
   */
  subscribe<const Name extends string>(name: Name, options?: SubscribeOptions): ChannelFor<Name>;
  /** Subscribes with a definition: its events are typed and validated. */
  subscribe<Name extends string, Schemas extends EventSchemas, Info = unknown>(
    definition: ChannelDefinition<Name, Schemas, Info>,
    options?: SubscribeOptions<EventTypesOf<Schemas>>,
  ): ChannelFor<Name, EventTypesOf<Schemas>, Info>;
  /** The user, after a `signIn()`. Undefined after a refused one. */
  readonly user: SignedInUser | undefined;
  /**
   * Signs the user in, also after each reconnect. Your server names the user: see `authenticate`. Resolves
   * once the service confirmed the user, and the subscription to the user's events. May be called twice.
   *
   * @throws SignInError when `authenticate` or the service refused, or the service did not respond
   * @throws TimeoutError after `timeoutMs` (default 30 s), while the client keeps trying
   * @throws ClosedError once `close()` was called
   */
  signIn(options?: WaitOptions): Promise<SignedInUser>;
  /** The current channels, in the order of their first subscription. */
  readonly channels: readonly ChannelSummary[];
  /**
   * Adds a listener of all events of all channels, each once, before their schemas. The returned function
   * removes it.
   */
  onAny(listener: (event: ChannelEvent) => unknown): () => void;
  /** @deprecated A name of pusher-js; the states of its `connection` are events of `on('state', …)`. */
  bind(use: '`bind` is on(type, listener) here, or onAny(listener).', ...rest: unknown[]): never;
  /** Adds a listener of the client's events. The returned function removes it. */
  on<Type extends RealtimeEvent['type']>(
    type: Type,
    listener: (event: RealtimeEventOf<Type>) => unknown,
  ): () => void;
  /**
   * Checks the way to the service, with a second connection, and reports what the client did last. The report
   * has no key, token or data of events: `console.log(String(await realtime.diagnose()))`.
   *
   * @throws InvalidInputError for invalid options
   * @throws ClosedError after `close()`, also during the checks
   */
  diagnose(options?: DiagnoseOptions): Promise<DiagnosticReport>;
  /**
   * Closes the client: streams end, waits reject with a `ClosedError`, and the state `closed` is the last
   * event. Until then a connection, or an attempt at one, keeps a Node process alive. May be called twice.
   */
  close(): Promise<void>;
  /** `close()`, for `await using`. */
  [Symbol.asyncDispose](): Promise<void>;
}
