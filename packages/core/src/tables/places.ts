import { valueBelow } from '../driver/text-at.ts';
import { wrongOption } from '../errors/wrong-option.ts';

/**
 * Where a value is in a body: names with dots between them, `data.subject`. Of a response also indexes,
 * `data.emails.0.id`, and `''` for the body itself. @public
 */
export type FieldPath = string;

/** The places of fields by name: those that are `Required`, and those that may be left out. @public */
export type FieldPaths<Required extends string, Optional extends string = never> = {
  readonly [Name in Required]: FieldPath;
} & { readonly [Name in Optional]?: FieldPath | undefined };

/**
 * The value at a place of a parsed body; `undefined` when there is none. @public
 *
 * @example
 * ```ts
 * const id = valueAt(response.json(), 'data.emails.0.id');
 * ```
 */
export function valueAt(body: unknown, path: FieldPath): unknown {
  return valueBelow(body, path === '' ? [] : path.split('.'));
}

/** An id as text. A number beyond 2^53 has lost its last digits: it is not an id. @public */
export function idOf(value: unknown): string | undefined {
  if (typeof value === 'string') return value === '' ? undefined : value;
  return Number.isSafeInteger(value) ? String(value) : undefined;
}

/** A place within another one; `''` is the body. @public */
export function placeWithin(outer: FieldPath, inner: FieldPath): FieldPath {
  return [outer, inner].filter((path) => path !== '').join('.');
}

/**
 * A body with values at their places: objects are made as needed, lists at one place become one list, and a
 * value `undefined` is left out. @public
 */
export function bodyOf(
  entries: readonly (readonly [path: FieldPath | undefined, value: unknown])[],
  constants: Readonly<Record<string, unknown>> = {},
): Record<string, unknown> {
  const body = { ...structuredClone(constants) };
  for (const [path, value] of entries)
    if (path !== undefined && value !== undefined) merge(body, nested(path, value));
  return body;
}

function nested(path: FieldPath, value: unknown): object {
  const names = path === '' ? [] : path.split('.');
  return names.reduceRight((inner, name) => ({ [name]: inner }), value) as object;
}

function merge(target: Record<string, unknown>, source: object): void {
  for (const [name, value] of Object.entries(source)) {
    const present = Object.hasOwn(target, name) ? target[name] : undefined;
    if (Array.isArray(present)) target[name] = [...present, ...value];
    else if (typeof present === 'object' && present !== null)
      merge(present as Record<string, unknown>, value);
    else target[name] = value;
  }
}

/** A value of a request, by its name in the table, and its place in the body. @public */
export interface Place {
  readonly name: string;
  readonly path: FieldPath;
  /** Tells lists at one common place apart; without it, a second value would replace the first. */
  readonly mark?: string | undefined;
  /** It is a constant: its names are those of the service. */
  readonly isFixed?: boolean;
}

/** The places of a part of a table: paths by the name of the field. @public */
export function placesOf(name: string, paths: object = {}, within: FieldPath = ''): readonly Place[] {
  return Object.entries(paths)
    .filter(([, path]) => path !== undefined)
    .map(([field, path]) => ({
      name: `${name}.${field}`,
      path: within === '' ? path : placeWithin(within, path),
    }));
}

/** The places of constants: values that are not objects. @public */
export function constantPlaces(name: string, value: unknown, path: FieldPath = ''): readonly Place[] {
  if (value === undefined) return [];
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return [{ name, path, isFixed: true }];
  return Object.entries(value).flatMap(([key, inner]) => constantPlaces(name, inner, placeWithin(path, key)));
}

/** Names that a body cannot have: empty ones, indexes, and those of every object. */
const impossible = /^(?:\d*|__proto__|constructor|prototype)$/;

/**
 * Refuses places of a request where a value would not arrive, or replace another one. @public
 *
 * @param of - the function with the table, for the error: `generic()`
 * @throws ConfigurationError for an impossible place, and for two that overlap
 */
export function refuseLoss(places: readonly Place[], of: string, table: string): void {
  for (const [index, place] of places.entries()) {
    if (!place.isFixed && `${place.path}`.split('.').some((name) => impossible.test(name)))
      throw wrongOption(
        `${of}: ${shown(place)} in ${table} is not a place in a request. Use names with dots between ` +
          'them, without indexes, `__proto__`, `constructor` and `prototype`.',
      );
    const other = places.slice(0, index).find((earlier) => overlap(earlier, place));
    if (other !== undefined)
      throw wrongOption(
        `${of}: ${shown(place)} and ${shown(other)} in ${table} overlap: a request would lose one of ` +
          'them. Give each a place of its own.',
      );
  }
}

function overlap(one: Place, other: Place): boolean {
  if (one.path === other.path)
    return one.mark === undefined || other.mark === undefined || one.mark === other.mark;
  return one.path.startsWith(`${other.path}.`) || other.path.startsWith(`${one.path}.`);
}

const shown = ({ name, path }: Place) => `\`${name}\` (${JSON.stringify(path)})`;
