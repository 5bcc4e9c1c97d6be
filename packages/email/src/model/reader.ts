import { InvalidInputError, type Issue } from '@org/core';
import { type ForeignWords, fieldHint, isRecord, wrongKind } from '@org/core/driver';
import { memberPath } from './member-path.ts';

/** Takes a problem of the value at a path like `to[0]`, in words that follow the path: "has no @". @public */
export type Report = (path: string, problem: string) => void;

/** The result of a parser: the value, or why there is none. @public */
export type Reading<Value> = { readonly value: Value } | { readonly problem: string };

/** Reads one value of the caller. Reports what is wrong, and then may return `undefined`. */
export type Reader<Value> = (value: unknown, path: string, report: Report) => Value | undefined;

type ValuesOf<Fields extends Readonly<Record<string, Reader<unknown>>>> = {
  [Name in keyof Fields]?: ReturnType<Fields[Name]>;
};

/** Reads a whole input. @throws InvalidInputError with an issue for every problem, unknown names first */
export function readInput<Value>(failure: string, read: (report: Report) => Value): Value {
  const issues: Issue[] = [];
  const value = read((path, message) => void issues.push({ path, message }));
  // A wrong name explains what is missing, and is never explained by it.
  const [first, ...others] = issues.sort((a, b) => Number(isNameIssue(b)) - Number(isNameIssue(a)));
  if (first === undefined) return value;
  const where = first.path === '' ? 'it' : `\`${first.path}\``;
  const more = others.length > 0 ? ` (and ${others.length} more, see issues)` : '';
  const text = `${failure}: ${where} ${first.message}${more}`;
  throw new InvalidInputError({
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
  const values: { [name: string]: unknown } = {};
  for (const [name, value] of entriesOf(input, path, report)) {
    const read = Object.hasOwn(readers, name) ? readers[name] : undefined;
    if (read !== undefined) values[name] = read(value, path === '' ? name : `${path}.${name}`, report);
    else report(memberPath(path, name), notField + fieldHint(name, Object.keys(readers), words));
  }
  return values as ValuesOf<Fields>;
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

/** Reads an object that the service stores. @throws InvalidInputError with an issue for every problem */
export function readObject<Input extends object>(
  what: string,
  input: Input,
  readers: { readonly [Field in keyof Input]-?: Reader<Input[Field]> },
  required: readonly (keyof Input & string)[] = [],
): Input {
  return readInput(`The ${what} is not valid`, (report) => {
    requireFields(input, required, '', report);
    return readFields(input, readers as Readonly<Record<string, Reader<unknown>>>, '', report) as Input;
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
