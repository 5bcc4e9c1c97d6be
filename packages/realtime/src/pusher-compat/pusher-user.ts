import { ClosedError, type OrgError, type RealtimeClient, type SignedInUser } from '@org/realtime';
import { Emitter } from './emitter.ts';

/** The user of a `Pusher`, with the events that are sent to the user. @public */
export class User extends Emitter {
  /** Whether `signin()` was called. */
  signin_requested = false;
  /** Resolves once the sign-in is done, or refused. */
  signinDonePromise: Promise<void> | null = null;
  /** `online` and `offline` of the users that this one watches. */
  readonly watchlist = new Emitter();
  readonly #client: () => RealtimeClient | undefined;
  #listened: SignedInUser | undefined;

  constructor(client: () => RealtimeClient | undefined) {
    super();
    this.#client = client;
  }

  /** The user whom your server named, while signed in. */
  get user_data(): { readonly id: string; readonly user_info?: unknown } | null {
    const user = this.#client()?.user;
    return user?.isSignedIn ? { id: user.id, user_info: user.info } : null;
  }

  /** Signs the user in, also after each reconnect. Takes effect once. */
  signin(): void {
    if (this.signin_requested) return;
    this.signin_requested = true;
    this.connected();
  }

  /** Signs in on a new client, if that was asked for. */
  connected(): void {
    const client = this.#client();
    if (!this.signin_requested || client === undefined) return;
    this.signinDonePromise = client.signIn({ timeoutMs: Number.POSITIVE_INFINITY }).then(
      (user) => this.#listen(user),
      (error: OrgError) => this.#failed(error),
    );
  }

  #listen(user: SignedInUser): void {
    if (this.#listened === user) return;
    this.#listened = user;
    user.onAny(({ data, name }) => this.emit(name, data));
    user.onWatchlist(({ name, raw }) => this.watchlist.emit(name, raw));
    // The first statuses came before the sign-in was complete.
    for (const name of ['online', 'offline']) {
      const user_ids = [...user.watchlist].filter(([, status]) => status === name).map(([id]) => id);
      if (user_ids.length > 0) this.watchlist.emit(name, { name, user_ids });
    }
  }

  #failed(error: OrgError): void {
    if (ClosedError.isInstance(error)) return;
    const { message, status } = error;
    const more = status === undefined ? {} : { status };
    this.emit('pusher:signin_error', { type: 'AuthError', error: message, ...more });
  }
}
