import { type OptionNames, refuseUnknown } from '@org/core/basics';
import type { HttpUserAuthenticatorOptions } from '../auth/authorizer-options.ts';
import { requireEndpoint } from '../auth/require-endpoint.ts';
import { loadUserRoom } from './load-user-room.ts';
import { signInFailure } from './sign-in-context.ts';
import type { UserAuthenticator } from './user-authenticator.ts';

const httpUserAuthenticatorNames: OptionNames<HttpUserAuthenticatorOptions> = {
  endpoint: 0,
  headers: 0,
  fields: 0,
  credentials: 0,
  refresh: 0,
  dangerouslyAllowHttp: 0,
};

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
  refuseUnknown(options, httpUserAuthenticatorNames, 'httpUserAuthenticator()');
  const checked = requireEndpoint(options);
  return async (request) => {
    const { postAuthentication } = await loadUserRoom();
    return postAuthentication({ ...request, failure: signInFailure }, checked);
  };
}
