import type { Runtime } from '@org/core';
import { isUserChannel } from '../protocol/channel-name.ts';
import { authorizationFailure } from './authorization-error.ts';
import type { AuthorizationListener, AuthorizationRequest } from './authorization-queue.ts';
import type { PrivateChannels, PrivateChannelsContext } from './private-channels.ts';

/** Loads the code of private channels. The next call retries a failed load. @internal */
export function loadPrivateChannels(
  runtime: Runtime,
  channelName: string,
): Promise<typeof import('./private-channels.ts')> {
  return runtime
    .untimed(() => import('./private-channels.ts'))
    .catch((cause: unknown) => {
      const message = `The code for the authorization of ${channelName} did not load.`;
      throw authorizationFailure(message, { retryable: true, cause });
    });
}

/** Loads the private channels with the first request for a token. @internal */
export class LazyAuthorization {
  readonly #context: PrivateChannelsContext;
  #channels: PrivateChannels | undefined;

  constructor(context: PrivateChannelsContext) {
    this.#context = context;
  }

  /** Undefined before the first request for a token. */
  get channels(): PrivateChannels | undefined {
    return this.#channels;
  }

  request(request: AuthorizationRequest, listener: AuthorizationListener): void {
    const { channelName, signal } = request;
    if (isUserChannel(channelName)) this.#requestUserChannel(signal, listener);
    else if (this.#channels !== undefined) this.#channels.request(request, listener);
    else
      loadPrivateChannels(this.#context.settings.runtime, channelName).then(
        ({ PrivateChannels }) => {
          this.#channels ??= new PrivateChannels(this.#context, authorizationFailure);
          this.#channels.request(request, listener);
        },
        (error) => signal.aborted || listener.refused(error),
      );
  }

  close(): void {
    this.#channels?.clientEvents.close();
  }

  /** The sign-in authorises the user's own channel. */
  #requestUserChannel(signal: AbortSignal, listener: AuthorizationListener): void {
    this.#context.user.whenSettled(signal, (userId) => {
      if (userId !== undefined) listener.granted({ auth: '' });
      return userId !== undefined;
    });
  }
}
