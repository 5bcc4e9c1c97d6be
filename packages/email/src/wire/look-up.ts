/** The value of a table for a word of the service, which may be any text. */
export function lookUp<Value>(
  table: Readonly<Record<string, Value>>,
  word: string | null | undefined,
): Value | undefined {
  const key = word ?? '';
  return Object.hasOwn(table, key) ? table[key] : undefined;
}
