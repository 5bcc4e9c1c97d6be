import {
  createRealtimeClient,
  type RealtimeClient,
  ServiceReportedError,
  SubscriptionRefusedError,
  UnsupportedError,
} from '@org/realtime';
import { Channels } from './channels.ts';
import { Emitter } from './emitter.ts';
import { toClientOptions } from './map-options.ts';
import { misconfigured } from './misconfigured.ts';
import { Channel, PresenceChannel } from './pusher-channel.ts';
import { Connection, toPusherError } from './pusher-connection.ts';
import type { PusherOptions } from './pusher-options.ts';
import { User } from './pusher-user.ts';

/**
 * A client with the interface of `Pusher` of pusher-js 8, over `createRealtimeClient`, for Laravel Echo and
 * other libraries that take a `Pusher`. It connects at once. @public
 *
 * @throws ConfigurationError for an option that has no counterpart
 */
export class Pusher extends Emitter {
  /** All that were made, as in pusher-js. Remove yours where a program makes many. */
  static instances: Pusher[] = [];
  /** Whether events are logged to the console. */
  static logToConsole = false;
  /** Called with each line of the log, in place of the console. */
  static log: ((message: string) => void) | undefined;

  key: string;
  options: PusherOptions<Channel | undefined>;
  readonly connection: Connection;
  readonly channels = new Channels();
  readonly user: User;
  #client: RealtimeClient | undefined;
  #listeners: readonly (() => void)[] = [];

  constructor(key: string, options: PusherOptions<Channel | undefined>) {
    super();
    if (typeof key !== 'string' || key === '')
      throw misconfigured('key is missing: new Pusher(key, { cluster }).');
    if (options === undefined || options === null)
      throw misconfigured('Options are missing: new Pusher(key, { cluster }).');
    this.key = key;
    this.options = options;
    this.connection = new Connection(this, options.unavailableTimeout || 10_000);
    this.user = new User(() => this.#client);
    this.connection.bind_global(log);
    this.connect();
    Pusher.instances.push(this);
  }

  /** The client under this one: an application can move to it call by call. Absent while disconnected. */
  get realtime(): RealtimeClient | undefined {
    return this.#client;
  }

  /** Connects again after `disconnect()`, with the same channels. */
  connect(): void {
    if (this.#client !== undefined) return;
    const client = createRealtimeClient(
      toClientOptions(this.key, this.options, (name) => this.channel(name)),
    );
    this.#client = client;
    this.#listeners = this.#listen(client);
    for (const channel of this.allChannels()) channel.subscribe();
    this.user.connected();
    client.connect().catch(() => {}); // `connection` emits the error
  }

  /** Closes the connection. Channels and their callbacks stay, for `connect()`. */
  disconnect(): void {
    this.#end();
    this.connection.enter('disconnected');
  }

  /** The channel with this name, if it is subscribed. */
  channel(name: string): Channel | undefined {
    return this.channels.find(name);
  }

  /** All channels, in the order of their first subscription. */
  allChannels(): Channel[] {
    return this.channels.all();
  }

  /** Subscribes. The channel is one object for all calls, until `unsubscribe`. */
  subscribe(name: string): Channel {
    const channel = this.channel(name) ?? this.#create(name);
    channel.subscribe();
    return this.channels.add(channel);
  }

  /** Ends the subscription for all callers; after the service's response, if that is awaited. */
  unsubscribe(name: string): void {
    const channel = this.channel(name);
    if (channel === undefined) return;
    if (channel.subscriptionPending) channel.subscriptionCancelled = true;
    else {
      this.channels.remove(name);
      channel.unsubscribe();
    }
  }

  /**
   * Sends a client event to a channel of this client. Returns whether it was sent.
   *
   * @throws UnsupportedError for other messages of the protocol
   */
  send_event(event: string, data: unknown, channel?: string): boolean {
    if (channel === undefined || !event.startsWith('client-'))
      throw new UnsupportedError({
        provider: 'realtime',
        outcome: 'not-sent',
        message: `send_event sends no ${event}, but client events: use subscribe(), unsubscribe(), signin().`,
      });
    return this.channel(channel)?.trigger(event, data) ?? false;
  }

  /** Signs the user in, also after each reconnect. */
  signin(): void {
    this.user.signin();
  }

  /** Connects to another cluster, with the same channels. */
  switchCluster({ appKey, cluster }: { readonly appKey: string; readonly cluster: string }): void {
    this.key = appKey;
    this.options = { ...this.options, cluster };
    this.#end();
    this.connect();
  }

  #create(name: string): Channel {
    const Kind = name.startsWith('presence-') ? PresenceChannel : Channel;
    return new Kind(name, this, log);
  }

  #listen(client: RealtimeClient): readonly (() => void)[] {
    return [
      client.on('state', (event) => {
        this.connection.follow(event);
        if (event.state !== 'failed' || this.#client !== client) return;
        this.#end();
        this.connection.enter(event.error?.status === undefined ? 'failed' : 'disconnected');
      }),
      client.on('channel', (event) => this.channel(event.channel)?.changed(event)),
      client.on('cache-miss', ({ channel }) =>
        this.channel(channel)?.emit('pusher:cache_miss', undefined, {}),
      ),
      client.on('subscription-count', ({ channel, count }) =>
        this.channel(channel)?.emit('pusher:subscription_count', { subscription_count: count }),
      ),
      client.on('error', ({ error }) => {
        if (ServiceReportedError.isInstance(error) || SubscriptionRefusedError.isInstance(error))
          this.connection.emit('error', toPusherError(error));
        else log('Error', { code: error.code, message: error.message });
      }),
      client.onAny(({ channel, data, name, userId }) => {
        const message = { event: name, channel, data, ...(userId !== undefined && { user_id: userId }) };
        this.connection.emit('message', message);
        this.emit(name, data);
      }),
    ];
  }

  /** The client is closed for good; the next `connect()` makes another. */
  #end(): void {
    const client = this.#client;
    for (const off of this.#listeners) off();
    this.#listeners = [];
    this.#client = undefined;
    for (const channel of this.allChannels()) channel.unsubscribe();
    void client?.close();
  }
}

function log(...parts: readonly unknown[]): void {
  if (Pusher.log === undefined && !Pusher.logToConsole) return;
  const line = `Pusher : ${JSON.stringify(parts)}`;
  if (Pusher.log !== undefined) Pusher.log(line);
  else console.log(line);
}
