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
  requireEndpoint(endpoint, dangerouslyAllowHttp);
  requireOptions(options);
  return async (request) => {
    const { postAuthorization } = await loadPrivateChannels(request.runtime, request.channelName);
    return postAuthorization({ ...request, failure: authorizationFailure }, { ...options, endpoint });
  };
}

/** A relative endpoint is checked with the first request. */
function requireEndpoint(endpoint: unknown, allowHttp: boolean | undefined): void {
  if (typeof endpoint !== 'string' || endpoint === '')
    throw misconfigured('endpoint is missing: set the URL of your server, like "/realtime/auth".');
  if (!URL.canParse(endpoint)) return;
  const { protocol, hostname, username, password } = new URL(endpoint);
  if (protocol !== 'https:' && !(protocol === 'http:' && (allowHttp === true || isLoopback(hostname))))
    throw misconfigured(`The endpoint on ${hostname} must use https, or set dangerouslyAllowHttp: true.`);
  if (username + password !== '')
    throw misconfigured('endpoint must not contain a user name or password: use headers.');
}

function requireOptions(options: HttpAuthorizerOptions): void {
  const { headers = {}, fields = {}, credentials = 'omit', dangerouslyAllowHttp = false } = options;
  const rules: readonly (readonly [isValid: boolean, rule: string])[] = [
    [typeof headers === 'function' || isFields(headers), 'headers must be a plain object of text values'],
    [isFields(fields), 'fields must be a plain object of text values'],
    [modes.includes(credentials), `credentials must be one of ${modes.join(', ')}`],
    [typeof dangerouslyAllowHttp === 'boolean', 'dangerouslyAllowHttp must be a boolean'],
  ];
  for (const [isValid, rule] of rules) if (!isValid) throw misconfigured(`${rule}.`);
}

const modes = ['omit', 'same-origin', 'include'];
