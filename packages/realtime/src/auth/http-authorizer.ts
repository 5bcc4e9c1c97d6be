import { misconfigured } from '../internal/wrong-input.ts';
import { isLoopback } from '../protocol/address.ts';
import { isFields } from '../protocol/json.ts';
import { authorizationFailure } from './authorization-error.ts';
import type { Authorizer } from './authorizer.ts';
import type { HttpAuthorizerOptions } from './authorizer-options.ts';
import { loadPrivateChannels } from './load-private-channels.ts';

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
  const { endpoint, dangerouslyAllowHttp } = options ?? {};
  const problem = problemOf(endpoint, dangerouslyAllowHttp) ?? problemOfOptions(options);
  if (problem !== undefined) throw misconfigured(problem);
  return async (request) => {
    const { postAuthorization } = await loadPrivateChannels(request.runtime, request.channelName);
    return postAuthorization({ ...request, failure: authorizationFailure }, { ...options, endpoint });
  };
}

/** The problem of an endpoint, if it has one. A relative endpoint is checked with the first request. */
function problemOf(endpoint: unknown, allowHttp: boolean | undefined): string | undefined {
  if (typeof endpoint !== 'string' || endpoint === '')
    return 'endpoint is missing: set the URL of your server, like "/realtime/auth".';
  if (!URL.canParse(endpoint)) return undefined;
  const { protocol, hostname, username, password } = new URL(endpoint);
  if (protocol !== 'https:' && !(protocol === 'http:' && (allowHttp === true || isLoopback(hostname))))
    return `The endpoint on ${hostname} must use https, or set dangerouslyAllowHttp: true.`;
  if (username !== '' || password !== '')
    return 'endpoint must not contain a user name or password: use headers.';
  return undefined;
}

function problemOfOptions(options: HttpAuthorizerOptions): string | undefined {
  const { headers = {}, fields = {}, credentials = 'omit', dangerouslyAllowHttp = false } = options;
  if (typeof headers !== 'function' && !isFields(headers))
    return 'headers must be a plain object of text values.';
  if (!isFields(fields)) return 'fields must be a plain object of text values.';
  if (!['omit', 'same-origin', 'include'].includes(credentials))
    return 'credentials must be "omit", "same-origin" or "include".';
  return typeof dangerouslyAllowHttp === 'boolean' ? undefined : 'dangerouslyAllowHttp must be a boolean.';
}
