import {
  ChannelAuthorizationError,
  type ChannelStateEvent,
  InvalidInputError,
  isOrgError,
  type OrgError,
  type RealtimeClient,
  type PresenceChannel as Source,
  UnsupportedError,
} from '@org/realtime';
import { Emitter } from './emitter.ts';
import { Members } from './members.ts';
import { type Connection, toPusherError } from './pusher-connection.ts';

/** What a channel needs of its `Pusher`. @public */
export interface ChannelOwner {
  /** The client under it, while there is one. */
  readonly realtime: RealtimeClient | undefined;
  readonly connection: Connection;
  unsubscribe(name: string): void;
}

/** A channel of a `Pusher`. It stays the same through reconnects. @public */
export class Channel extends Emitter {
  readonly name: string;
  readonly pusher: ChannelOwner;
  /** Whether `unsubscribe` was called before the response to the subscription. */
  subscriptionCancelled = false;
  #source: Source | undefined;

  constructor(name: string, pusher: ChannelOwner, log: (message: string) => void) {
    super((event) => log(`No callbacks on ${name} for ${event}`));
    this.name = name;
    this.pusher = pusher;
  }

  /** Whether the service confirmed the subscription. */
  get subscribed(): boolean {
    return this.#source?.state === 'subscribed';
  }

  /** Whether the response to a subscription is awaited. */
  get subscriptionPending(): boolean {
    const { error, state } = this.#source ?? {};
    const isOpen = state === 'waiting' || state === 'authorizing' || state === 'subscribing';
    return isOpen && error === undefined && this.pusher.connection.state === 'connected';
  }

  /** Subscriptions in all clients, if the app has this event enabled. */
  get subscriptionCount(): number | undefined {
    return this.#source?.subscriptionCount;
  }

  /**
   * Sends an event to the other subscribers of a private or presence channel. Returns whether it was sent; if
   * not, `connection` emits an `error`.
   *
   * @throws InvalidInputError for a name that does not begin with `client-`, UnsupportedError on a channel
   * without client events
   */
  trigger(event: string, data: unknown): boolean {
    try {
      this.#source?.trigger(event as 'client-', data);
      return this.#source !== undefined;
    } catch (error) {
      if (!isOrgError(error) || InvalidInputError.isInstance(error) || UnsupportedError.isInstance(error))
        throw error;
      this.pusher.connection.emit('error', toPusherError(error));
      return false;
    }
  }

  /** Subscribes, or makes the next attempt at once. `subscribe` of the `Pusher` calls it. */
  subscribe(): void {
    this.subscriptionCancelled = false;
    if (this.#source?.error !== undefined) this.#source.retry();
    if (this.#source !== undefined || this.pusher.realtime === undefined) return;
    this.#source = this.pusher.realtime.subscribe(this.name);
    this.listen(this.#source);
  }

  /** Ends the subscription and keeps the callbacks. `unsubscribe` of the `Pusher` calls it. */
  unsubscribe(): void {
    this.#source?.unsubscribe();
    this.#source = undefined;
  }

  /** Follows the state of the subscription. */
  changed({ error, state }: ChannelStateEvent): void {
    if (state !== 'subscribed' && error === undefined) return;
    if (this.subscriptionCancelled) this.pusher.unsubscribe(this.name);
    else if (error === undefined) this.emit('pusher:subscription_succeeded', this.confirmation);
    else this.emit('pusher:subscription_error', toSubscriptionError(error));
  }

  /** The data of `pusher:subscription_succeeded`. */
  protected get confirmation(): object {
    return {};
  }

  protected listen(source: Source): void {
    const isEncrypted = this.name.startsWith('private-encrypted-');
    source.onAny(({ data, name, userId }) => {
      const metadata = userId === undefined ? {} : { user_id: userId };
      this.emit(name, data, isEncrypted ? undefined : metadata); // as in pusher-js
    });
  }

  protected get source(): Source | undefined {
    return this.#source;
  }
}

/** A presence channel of a `Pusher`. @public */
export class PresenceChannel extends Channel {
  readonly members = new Members(() => this.source);

  protected override get confirmation(): Members {
    return this.members;
  }

  protected override listen(source: Source): void {
    super.listen(source);
    for (const change of ['joined', 'updated'] as const)
      source.onMember(change, (member) => this.emit('pusher:member_added', member));
    source.onMember('left', (member) => this.emit('pusher:member_removed', member));
  }
}

function toSubscriptionError(error: OrgError): object {
  const isAuthorization = ChannelAuthorizationError.isInstance(error);
  return {
    type: isAuthorization ? 'AuthError' : 'SubscriptionError',
    // The words of `customHandler` itself.
    error: error.cause instanceof Error ? error.cause.message : error.message,
    ...(error.status !== undefined && { status: error.status }),
  };
}
