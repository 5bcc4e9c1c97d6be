import { authorizationFailure } from '../../auth/authorization-error.ts';
import type { AuthorizationRequest } from '../../auth/authorization-queue.ts';
import type { SignInGate } from '../../auth/sign-in-gate.ts';
import { loadCode } from '../../internal/load-code.ts';
import { isUserChannel } from '../../protocol/channel-name.ts';
import type { TokenPort } from '../subscription/extension.ts';
import type { PrivateChannels, PrivateChannelsContext } from './private-channels.ts';

/** Loads the code of private channels. The next call retries a failed load. */
export function loadPrivateRoom(channelName: string): Promise<typeof import('./private-room.ts')> {
  const part = `for the authorization of ${channelName}`;
  return loadCode(part, () => import('./private-room.ts'), authorizationFailure);
}

/** Gets the code of private channels, which may load. */
export type LoadChannels = (
  channelName: string,
) => Promise<Pick<typeof import('./private-room.ts'), 'openPrivateChannels'>>;

/** Gets tokens of channels. */
export type Authorization = Pick<LazyAuthorization, 'channels' | 'request' | 'close'>;

/** Opens the private channels with the first request for a token. */
export class LazyAuthorization {
  readonly #context: PrivateChannelsContext;
  readonly #load: LoadChannels;
  #channels: PrivateChannels | undefined;

  constructor(context: PrivateChannelsContext, load: LoadChannels) {
    this.#context = context;
    this.#load = load;
  }

  /** Undefined before the first request for a token. */
  get channels(): PrivateChannels | undefined {
    return this.#channels;
  }

  request(request: AuthorizationRequest, port: TokenPort): void {
    const { channelName, signal } = request;
    if (isUserChannel(channelName)) waitForUser(this.#context.user, signal, port);
    else if (this.#channels !== undefined) this.#channels.authorize(request, port);
    else
      this.#load(channelName).then(
        ({ openPrivateChannels }) => {
          this.#channels ??= openPrivateChannels(this.#context, authorizationFailure);
          this.#channels.authorize(request, port);
        },
        (error) => signal.aborted || port.refused(error),
      );
  }

  close(): void {
    this.#channels?.clientEvents.close();
  }
}

/** The sign-in authorises the user's own channel. */
export function waitForUser(user: SignInGate, signal: AbortSignal, port: TokenPort): void {
  user.whenSettled(signal, (userId) => {
    if (userId !== undefined) port.granted({ auth: '' });
    return userId !== undefined;
  });
}
