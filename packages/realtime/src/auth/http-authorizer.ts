import { misconfigured } from '../internal/wrong-input.ts';
import { isLoopback } from '../protocol/address.ts';
import { isFields } from '../protocol/json.ts';
import { authorizationFailure } from './authorization-error.ts';
import type { Authorizer } from './authorizer.ts';
import type { HttpAuthorizerOptions } from './authorizer-options.ts';
import { loadPrivateChannels } from './load-private-channels.ts';

/**
 * Asks an endpoint of the application: a form POST with `socket_id` and `channel_name`, answered by any 2xx
 * with JSON `{ auth, channel_data? }`. Redirects are not followed. A failure that may pass (network, 408,
 * 429, 5xx) is tried again, twice, after the endpoint's `Retry-After`. Source: Pusher documentation,
 * "Authorizing users".
 *
 * @throws ConfigurationError for an endpoint that cannot work; plain `http` goes to this machine only
 * @public
 */
export function httpAuthorizer(options: HttpAuthorizerOptions): Authorizer {
  const { endpoint, dangerouslyAllowHttp } = options ?? {};
  const wrong = faultOf(endpoint, dangerouslyAllowHttp) ?? faultOfOptions(options);
  if (wrong !== undefined) throw misconfigured(wrong);
  return async (request) => {
    const { postAuthorization } = await loadPrivateChannels(request.runtime, request.channelName);
    return postAuthorization({ ...request, failure: authorizationFailure }, { ...options, endpoint });
  };
}

/** What is wrong with an endpoint, in words; a relative one is the page's affair. */
function faultOf(endpoint: unknown, allowHttp: boolean | undefined): string | undefined {
  if (typeof endpoint !== 'string' || endpoint === '')
    return 'httpAuthorizer needs the endpoint of your server, like "/realtime/auth".';
  if (!URL.canParse(endpoint)) return undefined;
  const { protocol, hostname, username, password } = new URL(endpoint);
  if (protocol !== 'https:' && !(protocol === 'http:' && (allowHttp === true || isLoopback(hostname))))
    return `The endpoint on ${hostname} must begin with "https://"; "http://" needs dangerouslyAllowHttp: true.`;
  if (username !== '' || password !== '')
    return 'The endpoint must not have a user name or password in it: use headers.';
  return undefined;
}

function faultOfOptions(options: HttpAuthorizerOptions): string | undefined {
  const { headers = {}, fields = {}, credentials = 'omit', dangerouslyAllowHttp = false } = options;
  if (typeof headers !== 'function' && !isFields(headers)) return 'headers must be a plain object of texts.';
  if (!isFields(fields)) return 'fields must be a plain object of texts.';
  if (!['omit', 'same-origin', 'include'].includes(credentials))
    return 'credentials must be "omit", "same-origin" or "include".';
  return typeof dangerouslyAllowHttp === 'boolean' ? undefined : 'dangerouslyAllowHttp must be a boolean.';
}
