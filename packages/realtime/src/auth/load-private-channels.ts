import type { Runtime } from '@org/core';
import type { AuthorizationDesk, AuthorizationDeskOptions } from './authorization-desk.ts';
import { authorizationFailure } from './authorization-error.ts';

type PrivateChannels = typeof import('./private-channels.ts');

/** Loads what private channels need. A part that did not load is tried again by the next call. @internal */
export function loadPrivateChannels(runtime: Runtime, channelName: string): Promise<PrivateChannels> {
  return runtime
    .untimed(() => import('./private-channels.ts'))
    .catch((cause: unknown) => {
      const message = `The part that authorises ${channelName} did not load.`;
      throw authorizationFailure(message, { retryable: true, cause });
    });
}

/** A desk that is loaded with its first request. @internal */
export function createLazyDesk(options: Omit<AuthorizationDeskOptions, 'failure'>): AuthorizationDesk {
  let desk: AuthorizationDesk | undefined;
  return {
    request(wish, answer) {
      if (desk !== undefined) return desk.request(wish, answer);
      loadPrivateChannels(options.runtime, wish.channelName).then(
        ({ createAuthorizationDesk }) => {
          desk ??= createAuthorizationDesk({ ...options, failure: authorizationFailure });
          desk.request(wish, answer);
        },
        (error) => wish.signal.aborted || answer.refused(error),
      );
    },
  };
}
