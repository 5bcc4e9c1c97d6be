/** Values that a service has sent where its documentation has another type. */
const oddValues: readonly unknown[] = [null, 5, true, '', 'text', [], ['text'], [null, {}], {}];

/** A payload, with words for the difference from the service's own. */
export interface Mutation {
  readonly what: string;
  readonly payload: unknown;
}

/** Every payload that differs from this one in one place: a field is missing, or its value is odd. */
export function mutationsOf(payload: unknown, path = ''): readonly Mutation[] {
  const here = oddValues.map((value) => ({ what: `${path} = ${JSON.stringify(value)}`, payload: value }));
  if (Array.isArray(payload)) return [...here, ...itemMutations(payload, path)];
  return typeof payload === 'object' && payload !== null
    ? [...here, ...fieldMutations(payload as Readonly<Record<string, unknown>>, path)]
    : here;
}

function itemMutations(items: readonly unknown[], path: string): Mutation[] {
  const inside = items.flatMap((item, index) =>
    mutationsOf(item, `${path}[${index}]`).map((own) => ({
      what: own.what,
      payload: items.with(index, own.payload),
    })),
  );
  return [{ what: `${path} has an odd item`, payload: [...items, null] }, ...inside];
}

function fieldMutations(fields: Readonly<Record<string, unknown>>, path: string): Mutation[] {
  return Object.entries(fields).flatMap(([name, value]) => {
    const { [name]: _, ...others } = fields;
    const own = path === '' ? name : `${path}.${name}`;
    const changed = mutationsOf(value, own).map((mutation) => ({
      what: mutation.what,
      payload: { ...fields, [name]: mutation.payload },
    }));
    return [{ what: `no ${own}`, payload: others }, ...changed];
  });
}
