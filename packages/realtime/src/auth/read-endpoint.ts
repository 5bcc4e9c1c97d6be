import { isFields } from '../internal/json.ts';
import { misconfigured } from '../internal/wrong-input.ts';
import { isLoopback } from '../protocol/address.ts';
import { isUrl } from '../protocol/is-url.ts';
import type { EndpointOptions } from './authorizer-options.ts';

const modes = ['omit', 'same-origin', 'include'];

/** The options of an endpoint, checked and complete. */
export type EndpointSettings = { readonly [Name in keyof EndpointOptions]-?: EndpointOptions[Name] };

/** Names and defaults: what an endpoint shares with no other one may follow. */
export const endpointDefaults = {
  endpoint: '',
  headers: {},
  fields: {},
  credentials: 'same-origin',
  refresh: undefined,
  dangerouslyAllowHttp: false,
} as const;

/** @throws ConfigurationError */
export function checkEndpoint(options: EndpointSettings): EndpointSettings {
  const { endpoint, dangerouslyAllowHttp, headers = {}, fields = {}, credentials = '', refresh } = options;
  requireUrl(endpoint, dangerouslyAllowHttp === true);
  const rules: readonly (readonly [isValid: boolean, rule: string])[] = [
    [typeof headers === 'function' || isFields(headers), 'headers must be a plain object of text values'],
    [typeof fields === 'function' || isFields(fields), 'fields must be a plain object of text values'],
    [modes.includes(credentials), `credentials must be one of ${modes.join(', ')}`],
    [refresh === undefined || typeof refresh === 'function', 'refresh must be a function'],
    [typeof dangerouslyAllowHttp === 'boolean', 'dangerouslyAllowHttp must be a boolean'],
  ];
  for (const [isValid, rule] of rules) if (!isValid) throw misconfigured(`${rule}.`);
  return { ...options, headers: copyOf(headers), fields: copyOf(fields) };
}

/** A function is called for each request; an object counts as it is now. */
const copyOf = (given: NonNullable<EndpointOptions['headers']>) =>
  typeof given === 'function' ? given : { ...given };

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
