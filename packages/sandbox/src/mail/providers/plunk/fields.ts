import { BadJson, type Fields, fieldsOf, type SandboxRequest } from '../../kit.ts';
import { type FieldError, failure, invalidFields } from './failure.ts';

type Report = (error: FieldError) => void;

/**
 * Reads one field. What is wrong is reported in the words and codes of Plunk's validator, an absent field
 * too; the value is then `undefined`.
 */
export type Read<Value> = (field: string, value: unknown, report: Report) => Value | undefined;

type Shape = Readonly<Record<string, Read<unknown>>>;

/** The fields of a shape that are given and valid. */
type Values<Of extends Shape> = { readonly [Name in keyof Of]?: Exclude<ReturnType<Of[Name]>, undefined> };

/** Reads the given fields, and the required ones. @throws {Problem} 422 with everything that is wrong */
export function readShape<Of extends Shape>(
  given: Fields,
  shape: Of,
  required: readonly string[] = [],
  check: (report: Report) => void = () => {},
): Values<Of> {
  const errors: FieldError[] = [];
  const report: Report = (error) => void errors.push(error);
  const values = readEach(given, shape, required, report);
  check(report);
  if (errors.length > 0) throw invalidFields(errors);
  return values;
}

function readEach<Of extends Shape>(
  given: Fields,
  shape: Of,
  required: readonly string[],
  report: Report,
  prefix = '',
): Values<Of> {
  const values = Object.entries(shape)
    .filter(([name]) => given[name] !== undefined || required.includes(name))
    .map(([name, read]) => [name, read(prefix + name, given[name], report)] as const);
  return Object.fromEntries(values.filter(([, value]) => value !== undefined)) as Values<Of>;
}

export function shapeOf<Of extends Shape>(shape: Of, required: readonly string[]): Read<Values<Of>> {
  return (field, value, report) =>
    record(field, value, report) && readEach(fieldsOf(value), shape, required, report, `${field}.`);
}

/**
 * Reads the body as Plunk does: the fields of an object for a JSON content type, none for an array, an empty
 * body or another type.
 *
 * @throws {Problem} 400 for invalid JSON
 */
export function readBody(request: SandboxRequest): Fields {
  const isJson = /^application\/json\b/i.test(request.headers['content-type'] ?? '');
  if (!isJson || request.bytes.byteLength === 0) return {};
  try {
    const body = request.json();
    if (typeof body === 'object' && body !== null) return fieldsOf(body);
  } catch (error) {
    if (!BadJson.isInstance(error)) throw error;
  }
  throw failure(400, 'Invalid JSON in request body', { code: 'VALIDATION_ERROR' });
}

/** Addresses that Plunk accepts: ASCII, a domain with a dot, no quotes. */
export function isEmailAddress(value: string): boolean {
  if (value.length > 320) return false;
  const [local = '', domain = '', ...rest] = value.split('@');
  return (
    rest.length === 0 &&
    /^[a-z0-9_'+.-]*[a-z0-9_+-]$/i.test(local) &&
    !local.startsWith('.') &&
    !local.includes('..') &&
    /^[a-z0-9][a-z0-9-]*(?:\.[a-z0-9][a-z0-9-]*)*\.[a-z]{2,}$/i.test(domain)
  );
}

const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

function typeName(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}

/** A reason to refuse a value of the right type. */
type Rule<Value> = readonly [isWrong: (value: Value) => boolean, message: string, code: string];

/** A value of a type, without a broken rule; the first one is reported. */
function typed<Value>(expected: string, ...rules: readonly Rule<Value>[]): Read<Value> {
  return (field, given, report) => {
    const received = typeName(given);
    const value = given as Value;
    const broken = received === expected ? rules.find(([isWrong]) => isWrong(value)) : undefined;
    if (received === expected && broken === undefined) return value;
    const wrongType = received === 'undefined' ? 'Required' : `Expected ${expected}, received ${received}`;
    const [, message = wrongType, code = 'invalid_type'] = broken ?? [];
    report({ field, message, code, ...(broken === undefined && { received }) });
    return undefined;
  };
}

/** A text of at least `minimum` and at most `maximum` characters, without a forbidden pattern. */
export function text(
  minimum = 0,
  maximum = Number.POSITIVE_INFINITY,
  forbidden?: { readonly pattern: RegExp; readonly message: string },
): Read<string> {
  return typed<string>(
    'string',
    [({ length }) => length < minimum, `String must contain at least ${minimum} character(s)`, 'too_small'],
    [({ length }) => length > maximum, `String must contain at most ${maximum} character(s)`, 'too_big'],
    [(given) => forbidden?.pattern.test(given) === true, forbidden?.message ?? '', 'invalid_string'],
  );
}

const invalidEmail: Rule<string> = [(given) => !isEmailAddress(given), 'Invalid email', 'invalid_string'];
const invalidUuid: Rule<string> = [(given) => !uuidPattern.test(given), 'Invalid uuid', 'invalid_string'];

export const email: Read<string> = typed('string', invalidEmail);
export const uuid: Read<string> = typed('string', invalidUuid);
export const flag: Read<boolean> = typed('boolean');
export const record: Read<Fields> = typed('object');

export function nullable<Value>(read: Read<Value>): Read<Value | null> {
  return (field, value, report) => (value === null ? null : read(field, value, report));
}

export function oneOf<Value extends string>(allowed: readonly Value[]): Read<Value> {
  const expected = allowed.map((option) => `'${option}'`).join(' | ');
  return (field, value, report) => {
    const found = allowed.find((option) => option === value);
    if (found === undefined)
      report({ field, message: `Invalid enum value. Expected ${expected}`, code: 'invalid_enum_value' });
    return found;
  };
}

/** The valid members of a list. */
export function listOf<Value>(read: Read<Value>, maximum: number): Read<readonly Value[]> {
  const tooLong = `Array must contain at most ${maximum} element(s)`;
  const list = typed<readonly unknown[]>('array', [({ length }) => length > maximum, tooLong, 'too_big']);
  return (field, value, report) =>
    list(field, value, report)?.flatMap((item, index) => read(`${field}.${index}`, item, report) ?? []);
}
