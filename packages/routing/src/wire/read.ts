import { ResponseFormatError } from '@org/core';

/**
 * Reads one value of a response. Throws a `ResponseFormatError` that names the path, never the value: values
 * may be personal.
 *
 * @public
 */
export type Reader<Value> = (value: unknown, path?: string) => Value;

/** The type that a reader returns. @public */
export type ValueOf<Of> = Of extends Reader<infer Value> ? Value : never;

/** Any value, as it is. @public */
export function anything(value: unknown): unknown {
  return value;
}

/** A finite number. @public */
export function number(value: unknown, path = ''): number {
  if (typeof value === 'number' && Number.isFinite(value)) return value;
  throw unexpectedResponse(path, 'must be a number');
}

/** An index into a list: a whole number of at least 0. @public */
export function listIndex(value: unknown, path = ''): number {
  if (Number.isSafeInteger(value) && Number(value) >= 0) return Number(value);
  throw unexpectedResponse(path, 'must be a whole number of at least 0');
}

/** A string. @public */
export function text(value: unknown, path = ''): string {
  if (typeof value === 'string') return value;
  throw unexpectedResponse(path, 'must be a string');
}

/** The value, or `undefined` where the field is absent. @public */
export function optional<Value>(read: Reader<Value>): Reader<Value | undefined> {
  return (value, path) => (value === undefined ? undefined : read(value, path));
}

/** The value, or `null`. @public */
export function nullable<Value>(read: Reader<Value>): Reader<Value | null> {
  return (value, path) => (value === null ? null : read(value, path));
}

/** A list of values, of at least `minLength`. @public */
export function list<Value>(read: Reader<Value>, minLength = 0): Reader<Value[]> {
  return (value, path = '') => {
    if (!Array.isArray(value)) throw unexpectedResponse(path, 'must be a list');
    if (value.length < minLength) throw unexpectedResponse(path, `must have at least ${minLength} items`);
    return value.map((item, index) => read(item, `${path}[${index}]`));
  };
}

/** An object with these fields. Fields without a reader are left out. @public */
export function object<Fields extends Readonly<Record<string, Reader<unknown>>>>(
  fields: Fields,
): Reader<{ [Name in keyof Fields]: ValueOf<Fields[Name]> }> {
  const entries = Object.entries(fields);
  return (value, path = '') => {
    if (typeof value !== 'object' || value === null || Array.isArray(value))
      throw unexpectedResponse(path, 'must be an object');
    const prefix = path === '' ? '' : `${path}.`;
    const found: Record<string, unknown> = {};
    for (const [name, read] of entries) found[name] = read(Reflect.get(value, name), prefix + name);
    return found as { [Name in keyof Fields]: ValueOf<Fields[Name]> };
  };
}

/** The value, or `undefined` if it has another form: for the bodies of errors, whose form is not documented. @public */
export function readIfFits<Value>(read: Reader<Value>, value: unknown): Value | undefined {
  try {
    return read(value);
  } catch (error) {
    if (!ResponseFormatError.isInstance(error)) throw error;
    return undefined;
  }
}

/**
 * Checks that a response has one item for each place of the request. With any other number nobody can tell
 * which item belongs to which place.
 *
 * @throws ResponseFormatError
 * @public
 */
export function requireEach(items: readonly unknown[] | undefined, path: string, count: number): void {
  if (items === undefined || items.length === count) return;
  throw unexpectedResponse(path, `has ${items.length} items for ${count} places`);
}

/** The error of a response that is not in the documented form. @public */
export function unexpectedResponse(path: string, problem: string): ResponseFormatError {
  const found = `${path} ${problem}`.trim();
  return new ResponseFormatError({
    message:
      `The response is not in the documented form: ${found}. ` +
      'Check baseUrl and the version of the service.',
    outcome: 'sent',
    issues: [{ path, message: problem }],
  });
}
