import { type HttpRequest, invalidInput } from '../http/request.ts';
import { isRecord } from '../options/kind-of.ts';

/**
 * A request body or a query with the caller's options for one provider added, for driver authors. Objects
 * are merged at any depth. Neither argument is changed. The values of a query are checked later, with all
 * others. @public
 *
 * @param lists - the fields whose lists are joined instead, with dots: `['extras', 'options.avoid']`
 * @param path - the name of `options` in the error. Default: `providerOptions`
 * @throws InvalidInputError for an option that the body has already, with its path: the other value would be
 * lost
 */
export function mergeProviderOptions(
  query: NonNullable<HttpRequest['query']>,
  options: Readonly<Record<string, unknown>> | undefined,
  lists?: readonly string[],
  path?: string,
): NonNullable<HttpRequest['query']>;
export function mergeProviderOptions(
  body: Readonly<Record<string, unknown>>,
  options: Readonly<Record<string, unknown>> | undefined,
  lists?: readonly string[],
  path?: string,
): Record<string, unknown>;
export function mergeProviderOptions(
  body: Readonly<Record<string, unknown>>,
  options: Readonly<Record<string, unknown>> | undefined,
  lists: readonly string[] = [],
  path = 'providerOptions',
): Record<string, unknown> {
  const merged = new Map(Object.entries(body));
  for (const [name, value] of Object.entries(options ?? {})) {
    const present = merged.get(name);
    const here = `${path}.${name}`;
    if (value === undefined) continue;
    if (present === undefined) merged.set(name, value);
    else if (isRecord(present) && isRecord(value))
      merged.set(name, mergeProviderOptions(present, value, lists, here));
    else if (
      Array.isArray(present) &&
      Array.isArray(value) &&
      lists.some((list) => here.endsWith(`.${list}`))
    )
      merged.set(name, [...new Set([...present, ...value])]);
    else
      throw invalidInput(here, 'is set by the request itself: remove it, or use the option of the request');
  }
  return Object.fromEntries(merged);
}
