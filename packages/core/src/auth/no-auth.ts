import type { Auth } from './auth.ts';

/** For a service that asks for no key. @public */
export function noAuth(): Auth {
  return { headerNames: [], queryNames: [], required: false, place() {} };
}
