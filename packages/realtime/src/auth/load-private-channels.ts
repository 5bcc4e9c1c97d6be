import type { Runtime } from '@org/core';
import type { ClientEventSettings, ClientEvents } from '../channels/events/client-events.ts';
import type { Roster } from '../channels/roster.ts';
import type { Inbound, InboundPort } from '../channels/subscription/inbound.ts';
import { isUserChannel } from '../protocol/channel-name.ts';
import { authorizationFailure } from './authorization-error.ts';
import type {
  AuthorizationListener,
  AuthorizationQueue,
  AuthorizationQueueOptions,
  AuthorizationRequest,
} from './authorization-queue.ts';

type PrivateChannels = typeof import('./private-channels.ts');

/** Loads the code of private channels. The next call retries a failed load. @internal */
export function loadPrivateChannels(runtime: Runtime, channelName: string): Promise<PrivateChannels> {
  return runtime
    .untimed(() => import('./private-channels.ts'))
    .catch((cause: unknown) => {
      const message = `The code for the authorization of ${channelName} did not load.`;
      throw authorizationFailure(message, { retryable: true, cause });
    });
}

/** Loads the authorization queue with its first request. @internal */
export class LazyAuthorization {
  readonly #options: Omit<AuthorizationQueueOptions, 'failure'>;
  #parts: PrivateChannels | undefined;
  #queue: AuthorizationQueue | undefined;

  constructor(options: Omit<AuthorizationQueueOptions, 'failure'>) {
    this.#options = options;
  }

  /** Returns the members of a presence channel, once a token was granted. */
  createRoster(): Roster | undefined {
    return this.#parts?.createRoster();
  }

  /** Returns the client events of the connection, once a token was requested. */
  createClientEvents(settings: ClientEventSettings): ClientEvents | undefined {
    return this.#parts?.createClientEvents(settings);
  }

  /** Loads the code of an encrypted channel, once a token was granted. */
  async loadInbound(port: InboundPort): Promise<Inbound | undefined> {
    return this.#parts?.loadEncryptedInbound(port, authorizationFailure);
  }

  request(request: AuthorizationRequest, listener: AuthorizationListener): void {
    if (isUserChannel(request.channelName)) this.#requestUserChannel(request, listener);
    else this.#requestToken(request, listener);
  }

  #requestToken(request: AuthorizationRequest, listener: AuthorizationListener): void {
    if (this.#queue !== undefined) return void this.#queue.request(request, listener);
    loadPrivateChannels(this.#options.runtime, request.channelName).then(
      (parts) => {
        this.#parts = parts;
        this.#queue ??= new parts.AuthorizationQueue({ ...this.#options, failure: authorizationFailure });
        this.#queue.request(request, listener);
      },
      (error) => request.signal.aborted || listener.refused(error),
    );
  }

  /** The sign-in authorises the user's own channel. */
  #requestUserChannel({ signal }: AuthorizationRequest, listener: AuthorizationListener): void {
    this.#options.user.whenSettled(signal, (userId) => {
      if (userId !== undefined) listener.granted({ auth: '' });
      return userId !== undefined;
    });
  }
}
