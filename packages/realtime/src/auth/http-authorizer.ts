import { authorizationFailure } from './authorization-error.ts';
import type { Authorizer } from './authorizer.ts';
import type { HttpAuthorizerOptions } from './authorizer-options.ts';
import { loadPrivateChannels } from './load-private-channels.ts';
import { requireEndpoint } from './require-endpoint.ts';

/**
 * Gets tokens from an endpoint of the application: a form POST with `socket_id` and `channel_name`, whose 2xx
 * response is JSON `{ auth, channel_data? }`. Redirects are not followed. A temporary failure (network, 408,
 * 429, 5xx) is retried twice, after the endpoint's `Retry-After`. Source: Pusher documentation, "Authorizing
 * users".
 *
 * @throws ConfigurationError for an invalid endpoint; plain `http` is allowed to this machine only
 * @public
 */
export function httpAuthorizer(options: HttpAuthorizerOptions): Authorizer {
  const checked = requireEndpoint(options);
  return async (request) => {
    const { postAuthorization } = await loadPrivateChannels(request.runtime, request.channelName);
    return postAuthorization({ ...request, failure: authorizationFailure }, checked);
  };
}
