import type { FieldPath } from './table.ts';

/** The value at a path of a parsed body; `undefined` when there is none. */
export function valueAt(body: unknown, path: FieldPath): unknown {
  let value = body;
  for (const name of namesOf(path)) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;
    value = (value as Readonly<Record<string, unknown>>)[name];
  }
  return value;
}

function namesOf(path: FieldPath): readonly string[] {
  return path === '' ? [] : path.split('.');
}

/** The body with values at their paths. A value without a path, and `undefined`, are left out. */
export function bodyOf(
  entries: readonly (readonly [path: FieldPath | undefined, value: unknown])[],
  constants: Readonly<Record<string, unknown>> = {},
): Record<string, unknown> {
  let body: Record<string, unknown> = structuredClone(constants);
  for (const [path, value] of entries)
    if (path !== undefined && value !== undefined) body = withValue(body, namesOf(path), value);
  return body;
}

function withValue(
  place: unknown,
  [name, ...rest]: readonly string[],
  value: unknown,
): Record<string, unknown> {
  const fields: Record<string, unknown> = typeof place === 'object' ? { ...place } : {};
  if (name === undefined) return fields;
  return { ...fields, [name]: rest.length === 0 ? value : withValue(fields[name], rest, value) };
}
