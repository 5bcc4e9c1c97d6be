import { ownValue } from '../model/reader.ts';

/** `undefined` for an empty list: services refuse one, or read it as a value. @public */
export function undefinedIfEmpty<Item>(items: readonly Item[]): readonly Item[] | undefined {
  return items.length === 0 ? undefined : items;
}

/** The object of a map; `undefined` for an empty one. @public */
export function undefinedIfBare<Value>(map: ReadonlyMap<string, Value>): Record<string, Value> | undefined {
  return map.size === 0 ? undefined : Object.fromEntries(map);
}

/** The list in a member of a body; an empty one for anything else. @public */
export function listIn(body: unknown, name: string): readonly unknown[] {
  const list = ownValue(body, name);
  return Array.isArray(list) ? list : [];
}
