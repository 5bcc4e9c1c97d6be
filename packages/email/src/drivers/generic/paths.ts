import { ownValue } from '../../driver.ts';

/**
 * Where a value is in a body: names with dots between them, `data.subject`. Of a response also indexes,
 * `data.emails.0.id`, and `''` for the body itself. @public
 */
export type FieldPath = string;

/** The value at a path of a parsed body; `undefined` when there is none. */
export function valueAt(body: unknown, path: FieldPath): unknown {
  return path === '' ? body : path.split('.').reduce(ownValue, body);
}

/** A place within another one; `''` is the body. */
export function within(outer: FieldPath, inner: FieldPath): FieldPath {
  return [outer, inner].filter((path) => path !== '').join('.');
}

type Body = Record<string, unknown>;

/** Puts values at their paths: objects are made as needed, and a value `undefined` is left out. */
export function bodyOf(
  entries: readonly (readonly [path: FieldPath | undefined, value: unknown])[],
  constants: Readonly<Body> = {},
): Body {
  const body = structuredClone(constants) as Body;
  for (const [path, value] of entries)
    if (path !== undefined && value !== undefined) merge(body, nested(path, value));
  return body;
}

function nested(path: FieldPath, value: unknown): object {
  const names = path === '' ? [] : path.split('.');
  return names.reduceRight((inner, name) => ({ [name]: inner }), value) as object;
}

/** Places do not overlap: twice there are only the objects around them, and one list of all recipients. */
function merge(target: Body, source: object): void {
  for (const [name, value] of Object.entries(source)) {
    const present = Object.hasOwn(target, name) ? target[name] : undefined;
    if (Array.isArray(present)) target[name] = [...present, ...value];
    else if (typeof present === 'object' && present !== null) merge(present as Body, value);
    else target[name] = value;
  }
}

/** An id as text. A number beyond 2^53 has lost its last digits: it is not an id. */
export function idOf(value: unknown): string | undefined {
  if (typeof value === 'string') return value === '' ? undefined : value;
  return Number.isSafeInteger(value) ? String(value) : undefined;
}
