import { InvalidInputError } from '@org/core';
import { isObject } from '../model/issues.ts';

type Options = Readonly<Record<string, unknown>>;

/**
 * The body of a request with the caller's `providerOptions` added, objects within objects too. A key that the
 * body has already is refused: to replace it would drop an option of the request.
 *
 * @throws InvalidInputError that names the key
 */
export function mergeProviderOptions(
  body: Options,
  options: Options = {},
  path = 'providerOptions',
): Options {
  const merged = new Map(Object.entries(body));
  for (const [key, value] of Object.entries(options)) {
    const own = merged.get(key);
    const at = `${path}.${key}`;
    // JSON leaves `undefined` out.
    if (value === undefined) continue;
    if (own === undefined) merged.set(key, value);
    else if (isObject(own) && isObject(value)) merged.set(key, mergeProviderOptions(own, value, at));
    else throw alreadySet(at);
  }
  // Not by assignment: `__proto__` is a key like any other.
  return Object.fromEntries(merged);
}

function alreadySet(path: string): InvalidInputError {
  const message = 'is set by the request itself: remove it, or use the option of the request';
  return new InvalidInputError({
    message: `The request is not valid: ${path} ${message}.`,
    outcome: 'not-sent',
    issues: [{ path, message }],
  });
}
