import { authorizationFailure } from '../../auth/authorization-error.ts';
import type { AuthorizationRequest } from '../../auth/authorization-queue.ts';
import { loadCode } from '../../internal/load-code.ts';
import { isUserChannel } from '../../protocol/channel-name.ts';
import type { TokenPort } from '../subscription/extension.ts';
import type { PrivateChannels, PrivateChannelsContext } from './private-channels.ts';

/** Loads the code of private channels. The next call retries a failed load. */
export function loadPrivateChannels(channelName: string): Promise<typeof import('./private-channels.ts')> {
  const part = `for the authorization of ${channelName}`;
  return loadCode(part, () => import('./private-channels.ts'), authorizationFailure);
}

/** Loads the private channels with the first request for a token. */
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

  request(request: AuthorizationRequest, port: TokenPort): void {
    const { channelName, signal } = request;
    if (isUserChannel(channelName)) this.#requestUserChannel(signal, port);
    else if (this.#channels !== undefined) this.#channels.authorize(request, port);
    else
      loadPrivateChannels(channelName).then(
        ({ PrivateChannels }) => {
          this.#channels ??= new PrivateChannels(this.#context, authorizationFailure);
          this.#channels.authorize(request, port);
        },
        (error) => signal.aborted || port.refused(error),
      );
  }

  close(): void {
    this.#channels?.clientEvents.close();
  }

  /** The sign-in authorises the user's own channel. */
  #requestUserChannel(signal: AbortSignal, port: TokenPort): void {
    this.#context.user.whenSettled(signal, (userId) => {
      if (userId !== undefined) port.granted({ auth: '' });
      return userId !== undefined;
    });
  }
}
