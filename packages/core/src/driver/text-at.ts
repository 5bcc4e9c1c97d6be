import { cutForeignText, maxForeignLength } from '../encoding/foreign-text.ts';
import { valueBelow } from './places.ts';

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
