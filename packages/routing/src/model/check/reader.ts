import { InvalidInputError, type Issue } from '@org/core';
import { deepCopy, fieldHint, isRecord, wrongKind } from '@org/core/driver';
import { foreignWords } from './foreign-words.ts';

/** Adds one thing that is wrong with a request. */
export type AddIssue = (path: string, message: string) => void;

/** Reads a value of the caller into one of ours: a copy. After an issue the result is not used. */
export type Reader<Value> = (value: unknown, path: string, add: AddIssue) => Value;

/** An option of an engine that a value needs, and its words in an error. Without it the value is refused. */
export interface Need {
  /** A field of `OptionSupport`: `true`, or a list that has the value, or each of its items. */
  readonly capability: string;
  /** The value in an error message: `bearing of a waypoint`. A `*` is the item that the engine lacks. */
  readonly words: string;
  /** The heading of its column in the table of drivers. */
  readonly column?: string;
  /** The capability differs by profile, and the error names the profile. */
  readonly byProfile?: true;
  /** The item of the list, in place of the value: the name of a field. */
  readonly item?: string;
  /** An engine that does not state the capability honours the value: always, or if it has this method. */
  readonly ifAbsent?: 'honoured' | 'attributes';
}

/** A field of a request: everything that is known of it. */
export interface Row<Value> {
  readonly read: Reader<Value>;
  readonly isRequired: boolean;
  /** The value of a request without the field. */
  readonly empty: Value;
  readonly needs: readonly Need[];
  /** The rows of a value that is an object, or a list of objects. */
  readonly rows: Rows;
}

/** The fields of a request, or of an object in it. */
export type Rows = { readonly [name: string]: Row<unknown> };

/** A table with a row for each field of an interface: names that only other libraries have are left out. */
export type RowsOf<Request, Elsewhere = never> = {
  readonly [Name in Exclude<keyof Request, Elsewhere>]-?: Row<unknown>;
};

/** What is read by rows: it has every field. */
export type ReadOf<Table extends Rows> = {
  readonly [Name in keyof Table]: Table[Name] extends Row<infer Value> ? Value : never;
};

// Rows are made when a file loads. The mark lets bundles leave out those that they do not use.

/** The rows of a value that is not an object. */
export const noRows: Rows = {};

/* @__NO_SIDE_EFFECTS__ */
export function required<Value>(read: Reader<Value>, needs: readonly Need[] = [], rows = noRows): Row<Value> {
  // Its absence is an issue: the value is not used.
  return { read, isRequired: true, empty: undefined as Value, needs, rows };
}

/* @__NO_SIDE_EFFECTS__ */
export function optional<Value>(
  read: Reader<Value>,
  needs: readonly Need[] = [],
  rows = noRows,
): Row<Value | undefined> {
  return { read, isRequired: false, empty: undefined, needs, rows };
}

/* @__NO_SIDE_EFFECTS__ */
export function withDefault<Value, Empty extends Value = Value>(
  read: Reader<Value>,
  empty: Empty,
  needs: readonly Need[] = [],
  rows = noRows,
): Row<Value> {
  return { read, isRequired: false, empty, needs, rows };
}

/** The door of a method: the one place that reads its request. */
export interface Door<Query> {
  readonly operation: string;
  readonly rows: Rows;
  /** @throws InvalidInputError that names everything that is wrong, never a value: it may be personal */
  readonly read: (request: unknown) => Query;
}

/** A door; `check` judges fields together. */
/* @__NO_SIDE_EFFECTS__ */
export function door<Table extends Rows>(
  operation: string,
  rows: Table,
  check?: (query: ReadOf<Table>, add: AddIssue) => void,
): Door<ReadOf<Table>> {
  const read = (request: unknown) => {
    const issues: Issue[] = [];
    const add: AddIssue = (path, message) => void issues.push({ path, message });
    const query = readFields(rows, request, '', add);
    if (issues[0]?.path !== '') check?.(query, add);
    if (issues.length > 0) throw invalidRequest(operation, issues);
    return query;
  };
  return { operation, rows, read };
}

const maxIssuesInMessage = 3;

export function invalidRequest(operation: string, issues: readonly Issue[]): InvalidInputError {
  return new InvalidInputError({
    message: messageOf(operation, issues),
    operation,
    outcome: 'not-sent',
    issues,
  });
}

function messageOf(operation: string, issues: readonly Issue[]): string {
  const [first] = issues;
  if (first?.path === '') return `The ${operation} request ${first.message}.`;
  const listed = issues.slice(0, maxIssuesInMessage).map(({ path, message }) => `${path} ${message}`.trim());
  const rest = issues.length - listed.length;
  const more = rest > 0 ? `; and ${rest} more` : '';
  const text = `The ${operation} request is not valid: ${listed.join('; ').replaceAll('?;', '?')}${more}`;
  return text.endsWith('?') ? text : `${text}.`;
}

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * Reads an object with these fields and no others: a misspelt option would be ignored silently. What an
 * object inherits is not read: no polluted prototype sets an option.
 */
export function readFields<Table extends Rows>(
  rows: Table,
  value: unknown,
  path: string,
  add: AddIssue,
): ReadOf<Table> {
  const isGiven = isRecord(value);
  if (!isGiven) {
    const names = Object.keys(rows).slice(0, 2).join(', ');
    add(path, `must be an object: { ${names} }, not ${wrongKind(value)}`);
  }
  const given = isGiven ? value : {};
  const prefix = path === '' ? '' : `${path}.`;
  for (const name of Object.keys(given)) {
    if (!Object.hasOwn(rows, name) && given[name] !== undefined)
      add(prefix + name, `is not an option; ${fieldHint(name, Object.keys(rows), foreignWords)}`);
  }
  const read: Record<string, unknown> = {};
  for (const name in rows) {
    const row = rows[name] as Row<unknown>;
    const field = Object.hasOwn(given, name) ? given[name] : undefined;
    if (field === undefined && !(row.isRequired && isGiven)) read[name] = row.empty;
    else read[name] = row.read(field, prefix + name, add);
  }
  return read as ReadOf<Table>;
}

/** The reader of an object with these fields. */
/* @__NO_SIDE_EFFECTS__ */
export function fields<Table extends Rows>(rows: Table): Reader<ReadOf<Table>> {
  return (value, path, add) => readFields(rows, value, path, add);
}

/** A list of items. Holes are read too: they would reach the service as `null`. */
/* @__NO_SIDE_EFFECTS__ */
export function listOf<Item>(read: Reader<Item>, problem: string, minLength = 0): Reader<readonly Item[]> {
  return (value, path, add) => {
    const list: readonly unknown[] = Array.isArray(value) ? value : [];
    const isOther = value !== undefined && !Array.isArray(value);
    if (isOther) add(path, `${problem}, not ${wrongKind(value)}`);
    else if (value === undefined || list.length < minLength) add(path, problem);
    return Array.from(list, (item, index) => read(item, `${path}[${index}]`, add));
  };
}

/** Reads a value that is taken as it is. */
/* @__NO_SIDE_EFFECTS__ */
export function readerOf<Value>(isValid: (value: unknown) => boolean, problem: string): Reader<Value> {
  return (value, path, add) => {
    if (!isValid(value)) add(path, problem);
    return value as Value;
  };
}

/* @__NO_SIDE_EFFECTS__ */
export function oneOf<const Value extends string>(known: readonly Value[]): Reader<Value> {
  return readerOf((value) => known.includes(value as Value), `must be one of ${known.join(', ')}`);
}

export const boolean = readerOf<boolean>((value) => typeof value === 'boolean', 'must be true or false');

/** Fields of the engine's own request, with all that is in them. */
export const readProviderOptions: Reader<Readonly<Record<string, unknown>>> = (value, path, add) => {
  if (!isObject(value)) add(path, `must be an object, not ${wrongKind(value)}`);
  return deepCopy(value as Readonly<Record<string, unknown>>);
};

export const filledText = readerOf<string>(
  (value) => typeof value === 'string' && value.trim() !== '',
  'must be a text that is not empty',
);

/** Metres, seconds or tonnes: no way on Earth is longer, and no engine is finer. */
export const measure = readerOf<number>(
  (value) => typeof value === 'number' && value >= 0.001 && value <= 40_000_000,
  'must be a number from 0.001 to 40000000',
);

export const wholeNumber: Reader<number> = (value, path, add) => {
  if (!Number.isSafeInteger(value) || Number(value) < 0)
    add(path, `must be a whole number of at least 0, not ${wrongKind(value)}`);
  return value as number;
};

export const countryCode = readerOf<string>(
  (value) => typeof value === 'string' && /^[a-z]{2}$/i.test(value),
  'must be two letters, as in ISO 3166',
);
