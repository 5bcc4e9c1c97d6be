// The form of a response: the words of zod that drivers need, in one file that all parts of a driver share.
// `schema.test.ts` compares each with zod.
import type { SchemaIssue } from '@org/core';
import { schemaIssue } from '@org/core/basics';
import type { Parser } from './json-schema.ts';

interface Issue extends SchemaIssue {
  readonly path: PropertyKey[];
}

/** A form of JSON, and the type of a value that has it. */
export interface Form<Wire = unknown> extends Parser<Wire> {
  /** The value without unknown fields. Adds an issue for each place that has another form. */
  readonly read: (json: unknown, issues: Issue[]) => Wire;
  /** Whether a field of an object may be missing. */
  readonly isOptional: boolean;
  /** @throws TypeError that names each place with another form */
  readonly parse: (json: unknown) => Wire;
}

type Infer<Of> = Of extends Form<infer Wire> ? Wire : never;

export type { Infer as infer };

type Shape = Readonly<Record<string, Form>>;
type Missing<Fields> = {
  [Name in keyof Fields]: undefined extends Fields[Name] ? Name : never;
}[keyof Fields];
type WithOptional<Fields> = Omit<Fields, Missing<Fields>> & Partial<Pick<Fields, Missing<Fields>>>;
type Fields<Of extends Shape> = WithOptional<{ -readonly [Name in keyof Of]: Infer<Of[Name]> }>;
type Simple<Value> = { [Name in keyof Value]: Value[Name] };

function form<Wire>(read: Form<Wire>['read'], isOptional = false): Form<Wire> {
  const safeParse = (json: unknown) => {
    const issues: Issue[] = [];
    const data = read(json, issues);
    return issues.length === 0 ? { data } : { error: { issues } };
  };
  const parse = (json: unknown) => {
    const { data, error } = safeParse(json);
    if (error === undefined) return data as Wire;
    throw new TypeError(error.issues.map(toText).join('; '));
  };
  return { read, isOptional, safeParse, parse };
}

function toText(issue: Issue): string {
  const { path, message } = schemaIssue(issue);
  return `${path || 'the body'} ${message}`;
}

/** A form that a test of the value decides. */
const tested = <Wire>(what: string, test: (json: unknown) => json is Wire): Form<Wire> =>
  form((json, issues) => {
    if (!test(json)) issues.push({ path: [], message: `is not ${what}` });
    return json as Wire;
  });

/** Reads a part of a value; its issues get its place. */
function readAt<Of extends Form>({ read }: Of, at: PropertyKey, json: unknown, issues: Issue[]): Infer<Of> {
  const before = issues.length;
  const wire = read(json, issues) as Infer<Of>;
  for (const { path } of issues.slice(before)) path.unshift(at);
  return wire;
}

const isObject = (json: unknown): json is Readonly<Record<string, unknown>> =>
  typeof json === 'object' && json !== null && !Array.isArray(json);

/** Without `__proto__`, which would be a prototype where somebody copies the value. */
const entriesOf = (json: Readonly<Record<string, unknown>>) =>
  Object.entries(json).filter(([name]) => name !== '__proto__');

const anObject = tested('an object', isObject);
const aList = tested('a list', (json): json is readonly unknown[] => Array.isArray(json));
const text = tested('a text', (json) => typeof json === 'string');
const amount = tested('a number', (json): json is number => Number.isFinite(json));
const truth = tested('true or false', (json) => typeof json === 'boolean');
const anything = form<unknown>((json) => json);

export const string = () => text;
export const number = () => amount;
export const boolean = () => truth;
export const unknown = () => anything;

function oneOf<const Value extends string>(values: readonly Value[]): Form<Value> {
  return tested(`one of ${values.join(', ')}`, (json): json is Value => values.includes(json as Value));
}

export { oneOf as enum };

export function optional<Of extends Form>({ read }: Of): Form<Infer<Of> | undefined> {
  return form((json, issues) => (json === undefined ? json : (read(json, issues) as Infer<Of>)), true);
}

export function nullable<Of extends Form>({ read, isOptional }: Of): Form<Infer<Of> | null> {
  return form((json, issues) => (json === null ? json : (read(json, issues) as Infer<Of>)), isOptional);
}

export const nullish = <Of extends Form>(inner: Of) => optional(nullable(inner));

/** A text that may be missing. */
export const optionalText = () => nullish(text);

export function array<Item extends Form>(item: Item): Form<Infer<Item>[]> {
  return form((json, issues) => {
    const list = aList.read(json, issues);
    return Array.isArray(list) ? list.map((each, at) => readAt(item, at, each, issues)) : [];
  });
}

/** A list with a first item, and others of one form. */
export function tuple<First extends Form, Rest extends Form>(
  [first]: readonly [First],
  rest: Rest,
): Form<[Infer<First>, ...Infer<Rest>[]]> {
  return form((json, issues) => {
    const list = aList.read(json, issues);
    if (!Array.isArray(list)) return [] as never;
    const [head, ...others] = list;
    return [readAt(first, 0, head, issues), ...others.map((each, at) => readAt(rest, at + 1, each, issues))];
  });
}

export function record<Of extends Form>(_name: Form<string>, value: Of): Form<Record<string, Infer<Of>>> {
  return form((json, issues) => {
    const fields = anObject.read(json, issues);
    if (!isObject(fields)) return {};
    return Object.fromEntries(
      entriesOf(fields).map(([name, each]) => [name, readAt(value, name, each, issues)]),
    );
  });
}

/** The fields of `shape`, over what `base` makes of the value. */
function fieldsOf<Of extends Shape, Base extends Record<string, unknown>>(
  shape: Of,
  base: (json: Readonly<Record<string, unknown>>) => Base,
) {
  const forms = Object.entries(shape);
  return form<Simple<Fields<Of> & Base>>((json, issues) => {
    const fields = anObject.read(json, issues);
    if (!isObject(fields)) return {} as never;
    const wire: Record<string, unknown> = { ...base(fields) };
    for (const [name, each] of forms) {
      if (Object.hasOwn(fields, name)) wire[name] = readAt(each, name, fields[name], issues);
      else if (!each.isOptional) issues.push({ path: [name], message: 'is missing' });
    }
    return wire as never;
  });
}

export const object = <const Of extends Shape>(shape: Of) => fieldsOf(shape, () => ({}));

/** An object that keeps the fields that `shape` does not name. */
export const looseObject = <const Of extends Shape>(shape: Of) =>
  fieldsOf(shape, (json): Record<string, unknown> => Object.fromEntries(entriesOf(json)));

export function union<Options extends readonly Form[]>(options: Options): Form<Infer<Options[number]>> {
  const isOptional = options.some((one) => one.isOptional);
  return form((json, issues) => {
    for (const { read } of options) {
      const found: Issue[] = [];
      const wire = read(json, found);
      if (found.length === 0) return wire as Infer<Options[number]>;
    }
    issues.push({ path: [], message: 'has none of the known forms' });
    return json as never;
  }, isOptional);
}
