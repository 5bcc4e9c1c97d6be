import { wrongOption } from '../errors/wrong-option.ts';

/** An option that has to be there, and that the compiler may not have seen. @internal */
export function requireText(call: string, name: string, value: unknown): string {
  if (typeof value === 'string' && value.trim() !== '') return value;
  throw wrongOption(`${call}() needs ${name}: a text that is not blank.`);
}

/** @internal */
export function requireClient(call: string, client: object, method: string): void {
  if (typeof client === 'object' && client !== null && typeof Reflect.get(client, method) === 'function')
    return;
  throw wrongOption(`${call}() needs a client, an object with ${method}().`);
}
