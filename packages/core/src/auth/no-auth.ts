import type { Auth } from './auth.ts';

/** For a service without credentials. @public */
export function noAuth(): Auth {
  return { headerNames: [], queryNames: [], required: false, place() {} };
}
