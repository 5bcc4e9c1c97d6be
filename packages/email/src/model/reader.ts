import { InvalidInputError, type Issue } from '@org/core';
import { type ForeignWords, fieldHint, isRecord, wrongKind } from '@org/core/driver';
import { memberPath } from './member-path.ts';

/** Takes a problem of the value at a path like `to[0]`, in words that follow the path: "has no @". @public */
export type Report = (path: string, problem: string) => void;

/** The result of a parser: the value, or why there is none. @public */
export type Reading<Value> = { readonly value: Value } | { readonly problem: string };

/** Reads one value of the caller. Reports what is wrong, and then may return `undefined`. */
export type Reader<Value> = (value: unknown, path: string, report: Report) => Value | undefined;

/** A complete record: a field that is not given is `undefined`, whatever an `Object.prototype` has. */
type ValuesOf<Fields extends Readonly<Record<string, Reader<unknown>>>> = {
  -readonly [Name in keyof Fields]: ReturnType<Fields[Name]>;
};

/** Reads a whole input. @throws InvalidInputError with an issue for every problem, unknown names first */
export function readInput<Value>(failure: string, read: (report: Report) => Value): Value {
  const issues: Issue[] = [];
  const value = read((path, message) => void issues.push({ path, message }));
  if (issues.length > 0) throw inputError(failure, issues);
  return value;
}

/** The error of these issues, at least one. */
export function inputError(failure: string, found: readonly Issue[]): InvalidInputError {
  // A wrong name explains what is missing, and is never explained by it.
  const issues = found.toSorted((a, b) => Number(isNameIssue(b)) - Number(isNameIssue(a)));
  const [{ path, message } = { path: '', message: '' }] = issues;
  const where = path === '' ? 'it' : `\`${path}\``;
  const more = issues.length > 1 ? ` (and ${issues.length - 1} more, see issues)` : '';
  const text = `${failure}: ${where} ${message}${more}`;
  return new InvalidInputError({
    message: text.endsWith('?') ? text : `${text}.`,
    issues,
    outcome: 'not-sent',
  });
}

const notField = 'is not a field; ';
const isNameIssue = ({ message }: Issue) => message.includes(notField);

/** Reads the own fields of an object. An unknown field is a problem: a misspelt one would be lost. */
export function readFields<Fields extends Readonly<Record<string, Reader<unknown>>>>(
  input: unknown,
  readers: Fields,
  path: string,
  report: Report,
  words?: ForeignWords,
): ValuesOf<Fields> {
  const rows = new Map(Object.entries(readers));
  const values = new Map<string, unknown>([...rows.keys()].map((name) => [name, undefined]));
  for (const [name, value] of entriesOf(input, path, report)) {
    const read = rows.get(name);
    if (read !== undefined) values.set(name, read(value, path === '' ? name : `${path}.${name}`, report));
    else reportUnknown(memberPath(path, name), name, [...rows.keys()], report, words);
  }
  return Object.fromEntries(values) as ValuesOf<Fields>;
}

export function reportUnknown(
  path: string,
  name: string,
  known: readonly string[],
  report: Report,
  words?: ForeignWords,
): void {
  report(path, notField + fieldHint(name, known, words));
}

/** The own properties of an object, without those that are `undefined`. */
export function entriesOf(input: unknown, path: string, report: Report): readonly [string, unknown][] {
  if (isRecord(input)) return Object.entries(input).filter(([, value]) => value !== undefined);
  report(path, `must be an object, not ${wrongKind(input)}`);
  return [];
}

/**
 * An own property of a value of any type; `undefined` for what it inherits. @public
 *
 * @example
 * const id = ownValue(response.json(), 'id');
 */
export function ownValue(input: unknown, name: string): unknown {
  return typeof input === 'object' && input !== null && Object.hasOwn(input, name)
    ? (input as Readonly<Record<string, unknown>>)[name]
    : undefined;
}

export function requireFields(input: unknown, names: readonly string[], path: string, report: Report): void {
  if (typeof input !== 'object' || input === null) return;
  for (const name of names)
    if (ownValue(input, name) === undefined) report(memberPath(path, name), 'is missing');
}

/**
 * Reads an object that the service stores. A field that is not given is missing, so that a change keeps it;
 * it reads as `undefined`, whatever an `Object.prototype` has.
 *
 * @throws InvalidInputError with an issue for every problem
 */
export function readObject<Input extends object>(
  what: string,
  input: Input,
  readers: { readonly [Field in keyof Input]-?: Reader<Input[Field]> },
  required: readonly (keyof Input & string)[] = [],
): Input {
  return readInput(`The ${what} is not valid`, (report) => {
    requireFields(input, required, '', report);
    const read = Object.entries(
      readFields(input, readers as Readonly<Record<string, Reader<unknown>>>, '', report),
    );
    const given = read.filter(([, value]) => value !== undefined);
    return Object.assign(Object.create(null), Object.fromEntries(given)) as Input;
  });
}

export function readerOf<Value>(isValid: (value: unknown) => value is Value, problem: string): Reader<Value> {
  return parsedBy((value) => (isValid(value) ? { value } : { problem }));
}

export function oneOf<const Value extends string>(...values: readonly Value[]): Reader<Value> {
  const isValid = (value: unknown): value is Value => values.some((known) => known === value);
  return readerOf(isValid, `must be ${values.map((value) => `'${value}'`).join(' or ')}`);
}

export const readBoolean = readerOf((value) => typeof value === 'boolean', 'must be true or false');

export const readPageSize = readerOf(
  (value): value is number => Number.isSafeInteger(value) && Number(value) > 0,
  'must be a whole number of at least 1',
);

export function parsedBy<Value>(parse: (value: unknown) => Reading<Value>): Reader<Value> {
  return (value, path, report) => {
    const reading = parse(value);
    if ('value' in reading) return reading.value;
    report(path, reading.problem);
    return undefined;
  };
}

export function listOf<Value>(read: Reader<Value>, example = ''): Reader<Value[]> {
  return (value, path, report) => {
    if (!Array.isArray(value)) report(path, `must be an array${example}, not ${wrongKind(value)}`);
    const items: readonly unknown[] = Array.isArray(value) ? value : [];
    const values = items.map((item, index) => read(item, `${path}[${index}]`, report));
    return values.filter((item) => item !== undefined);
  };
}

export function mapOf<Value>(read: Reader<Value>): Reader<Map<string, Value>> {
  return (value, path, report) => {
    const values = new Map<string, Value>();
    for (const [key, item] of entriesOf(value, path, report)) {
      const own = read(item, memberPath(path, key), report);
      if (own !== undefined) values.set(key, own);
    }
    return values;
  };
}
