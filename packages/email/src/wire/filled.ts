/** `undefined` for an empty list: services refuse one, or read it as a value. @public */
export function undefinedIfEmpty<Item>(items: readonly Item[]): readonly Item[] | undefined {
  return items.length === 0 ? undefined : items;
}
