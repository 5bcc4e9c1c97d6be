import type { HttpUserAuthenticatorOptions } from '../auth/authorizer-options.ts';
import { checkEndpoint, type EndpointSettings, endpointDefaults } from '../auth/read-endpoint.ts';
import { readOptions } from '../internal/read-options.ts';
import { loadUserRoom } from './load-user-room.ts';
import { signInFailure } from './sign-in-context.ts';
import type { UserAuthenticator } from './user-authenticator.ts';

/**
 * Gets the user's token from an endpoint of the application: a form POST with `socket_id`, whose 2xx response
 * is JSON `{ auth, user_data }`. Redirects are not followed. A temporary failure (network, 408, 429, 5xx) is
 * retried, after the endpoint's `Retry-After`. Source: Pusher documentation, "Authenticating users".
 * @public
 *
 * @example
 * const authenticate = httpUserAuthenticator({ endpoint: '/realtime/user-auth' });
 * const realtime = createRealtimeClient({ key: 'app-key', cluster: 'eu', authenticate });
 * const { id } = await realtime.signIn();
 *
 * @throws ConfigurationError for an invalid endpoint; plain `http` is allowed to this machine only
 */
export function httpUserAuthenticator(options: HttpUserAuthenticatorOptions): UserAuthenticator {
  return openAuthenticator(readOptions('httpUserAuthenticator()', options, endpointDefaults), loadUserRoom);
}

type LoadPost = () => Promise<Pick<typeof import('./user-room.ts'), 'postAuthentication' | 'loadRefresh'>>;

/** The same with the code of its request. */
export function openAuthenticator(options: EndpointSettings, load: LoadPost): UserAuthenticator {
  const checked = checkEndpoint(options);
  return async (request) => {
    const { loadRefresh, postAuthentication } = await load();
    return postAuthentication({ ...request, failure: signInFailure, loadRefresh }, checked);
  };
}
