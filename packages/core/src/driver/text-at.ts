import { cutForeignText, maxForeignLength } from '../encoding/foreign-text.ts';

/** The value below these names; `undefined` when there is none. */
export function valueBelow(body: unknown, names: readonly string[]): unknown {
  let value = body;
  for (const name of names) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;
    value = (value as Readonly<Record<string, unknown>>)[name];
  }
  return value;
}

/**
 * The text at this path of a parsed body; `undefined` when there is none, or something else is there. For
 * error codes, words and ids: a proxy or a new version of the service may send a body of any form. A text of
 * more than 8,192 characters is cut. @public
 *
 * @example
 * ```ts
 * const code = textAt(response.json(), 'error', 'code');
 * ```
 */
export function textAt(body: unknown, ...path: readonly string[]): string | undefined {
  const value = valueBelow(body, path);
  if (typeof value !== 'string') return undefined;
  return value.length > maxForeignLength ? cutForeignText(value) : value;
}
