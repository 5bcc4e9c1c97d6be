import type { Auth } from './auth.ts';
import { assertSendable, parseQueryName } from './credential-text.ts';

/**
 * Sends the key in the query: `?api_key=…`. Prefer a header if the service accepts one: servers and proxies
 * log queries. @public
 *
 * @example
 * const credential = fromEnv('ACME_TOKEN');
 * const acme = defineService({ name: 'acme', baseUrl, auth: queryKey('access_token'), credential });
 *
 * @throws ConfigurationError when the name is blank or has control characters
 */
export function queryKey(name: string): Auth {
  const queryName = parseQueryName(name);
  return {
    headerNames: [],
    queryNames: [queryName],
    required: true,
    place(target, credential) {
      assertSendable(credential);
      target.url.searchParams.set(queryName, credential);
    },
  };
}
