import type { OrgError } from '@org/core';
import type { Channel } from '../channels/channel.ts';
import { defineEvents, type EventDefinition } from '../channels/define-channel.ts';
import type { SubscribeOptions } from '../channels/subscribe-options.ts';
import type { SignInContext } from './sign-in-context.ts';
import type { SignedInUser } from './user.ts';
import { Watchlist } from './watchlist.ts';

export interface CurrentUserParts extends Pick<SignInContext, 'openChannel'> {
  readonly report: (error: OrgError) => void;
  info(): unknown;
  isSignedIn(): boolean;
}

/** The user of a client, with its subscriptions and watchlist. */
export class CurrentUser {
  readonly watchlist: Watchlist;
  readonly #parts: CurrentUserParts;
  #channels: Channel[] = [];
  #user: SignedInUser | undefined;

  constructor(parts: CurrentUserParts) {
    this.#parts = parts;
    this.watchlist = new Watchlist(parts.report);
  }

  get user(): SignedInUser | undefined {
    return this.#user;
  }

  /** Resolves once the service accepted, or refused, the subscription to the user's events. */
  async ready(): Promise<void> {
    await this.#channels[0]?.subscribed({ timeoutMs: Infinity }).catch(() => {});
  }

  /** Keeps the object of the same user. */
  become(id: string): void {
    if (this.#user?.id === id) return;
    this.forget();
    this.#user = this.#create(id);
  }

  /** The user is another, or none. */
  forget(): void {
    for (const channel of this.#channels) channel.unsubscribe();
    this.#channels = [];
    this.watchlist.listeners.clear();
    this.watchlist.clear();
    this.#user = undefined;
  }

  #create(id: string): SignedInUser {
    const parts = this.#parts;
    const { watchlist } = this;
    const channel = this.#open(id);
    const user: SignedInUser = {
      id,
      get info() {
        return parts.info();
      },
      get isSignedIn() {
        return parts.isSignedIn();
      },
      get watchlist() {
        return watchlist.users;
      },
      on: channel.on,
      onAny: channel.onAny,
      events: channel.events,
      subscribe: (definition, options) => {
        const own = this.#open(id, defineEvents(definition), options as unknown as SubscribeOptions);
        if (this.#user !== user) own.unsubscribe(); // no longer the current user
        return own as never;
      },
      onWatchlist: (listener) =>
        this.#user === user ? watchlist.listeners.add('watchlist', listener) : () => {},
    };
    return user;
  }

  #open(id: string, definition?: EventDefinition, options?: SubscribeOptions): Channel {
    const channel = this.#parts.openChannel(`#server-to-user-${id}`, definition, options);
    this.#channels.push(channel);
    return channel;
  }
}
