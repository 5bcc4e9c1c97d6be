import type { Auth } from './auth.ts';

/**
 * For a service without credentials. @public
 *
 * @example
 * const client = createServiceClient({ name: 'acme', baseUrl: 'http://127.0.0.1:8080', auth: noAuth() });
 */
export function noAuth(): Auth {
  return { headerNames: [], queryNames: [], required: false, place() {} };
}
