import { cannotCarry } from './refusals.ts';

/** The value of a table for a word of the service, which may be any text. */
export function lookUp<Value>(
  table: Readonly<Record<string, Value>>,
  word: string | null | undefined,
): Value | undefined {
  const key = word ?? '';
  return Object.hasOwn(table, key) ? table[key] : undefined;
}

/**
 * The first word of a table that means this. @public
 *
 * @throws UnsupportedError for a value without a word, which names the others
 */
export function wordFor<Value extends string>(
  provider: string,
  path: string,
  table: Readonly<Record<string, Value>>,
  value: Value,
): string {
  const found = Object.entries(table).find(([, known]) => known === value);
  if (found !== undefined) return found[0];
  const values = [...new Set(Object.values(table))].map((known) => `'${known}'`);
  throw cannotCarry(provider, path, `must be one of ${values.join(', ')}`);
}
