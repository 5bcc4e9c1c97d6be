import { isFields } from '../internal/json.ts';
import { misconfigured } from '../internal/wrong-input.ts';
import { isLoopback } from '../protocol/address.ts';
import { isUrl } from '../protocol/is-url.ts';
import type { EndpointOptions } from './authorizer-options.ts';

const modes = ['omit', 'same-origin', 'include'];

/** A relative endpoint is checked with the first request. @throws ConfigurationError */
export function requireEndpoint(options: EndpointOptions | undefined): EndpointOptions {
  const {
    endpoint,
    dangerouslyAllowHttp = false,
    headers = {},
    fields = {},
    credentials = 'omit',
    refresh = Function,
  } = options ?? {};
  requireUrl(endpoint, dangerouslyAllowHttp);
  const rules: readonly (readonly [isValid: boolean, rule: string])[] = [
    [typeof headers === 'function' || isFields(headers), 'headers must be a plain object of text values'],
    [typeof fields === 'function' || isFields(fields), 'fields must be a plain object of text values'],
    [modes.includes(credentials), `credentials must be one of ${modes.join(', ')}`],
    [typeof refresh === 'function', 'refresh must be a function'],
    [typeof dangerouslyAllowHttp === 'boolean', 'dangerouslyAllowHttp must be a boolean'],
  ];
  for (const [isValid, rule] of rules) if (!isValid) throw misconfigured(`${rule}.`);
  return { ...options, endpoint: String(endpoint) };
}

function requireUrl(endpoint: unknown, allowHttp: boolean): void {
  if (typeof endpoint !== 'string' || endpoint === '')
    throw misconfigured('endpoint is missing: set the URL of your server, like "/realtime/auth".');
  if (!isUrl(endpoint)) return;
  const { protocol, hostname, username, password } = new URL(endpoint);
  if (protocol !== 'https:' && !(protocol === 'http:' && (allowHttp === true || isLoopback(hostname))))
    throw misconfigured(`The endpoint on ${hostname} must use https, or set dangerouslyAllowHttp: true.`);
  if (username + password !== '')
    throw misconfigured('endpoint must not contain a user name or password: use headers.');
}
