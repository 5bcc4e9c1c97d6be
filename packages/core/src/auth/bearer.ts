import type { Auth } from './auth.ts';
import { headerKey } from './header-key.ts';

/**
 * `Authorization: Bearer …` (RFC 6750). @public
 *
 * @example
 * const credential = fromEnv('ACME_API_KEY');
 * const acme = defineService({ name: 'acme', baseUrl, auth: bearerAuth(), credential });
 */
export function bearerAuth(): Auth {
  return headerKey('authorization', { scheme: 'Bearer' });
}
