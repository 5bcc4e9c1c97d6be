import type { Auth } from './auth.ts';
import { headerKey } from './header-key.ts';

/** `Authorization: Bearer …` (RFC 6750). @public */
export function bearerAuth(): Auth {
  return headerKey('authorization', { scheme: 'Bearer' });
}
