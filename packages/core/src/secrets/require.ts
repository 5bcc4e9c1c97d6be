import { wrongOption } from '../errors/wrong-option.ts';
import { propertyOf } from '../options/own.ts';

/** Returns a required option, which plain JavaScript may omit. @throws ConfigurationError */
export function requireText(call: string, name: string, value: unknown): string {
  if (typeof value === 'string' && value.trim() !== '') return value;
  throw wrongOption(`${call}() needs ${name}: a string that is not blank.`);
}

/** @throws ConfigurationError */
export function requireClient(call: string, client: object, method: string): void {
  if (typeof propertyOf(client, method) === 'function') return;
  throw wrongOption(`${call}() needs a client, an object with ${method}().`);
}
