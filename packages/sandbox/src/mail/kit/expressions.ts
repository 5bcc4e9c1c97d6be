// The expressions of template languages with `{{ }}` and `{% %}`: paths, texts, comparisons, filters.
import { type Fields, primitiveOf, wordsOf } from './fields.ts';

/** The value of an expression in a scope. */
export type Expression = (scope: Fields) => unknown;

/** Of a path whose first name no scope has. */
export const unknownPath = Symbol('unknown path');

/** Changes a value: `| default: "a friend"`. */
export type Filter = (value: unknown, ...given: readonly unknown[]) => unknown;

export interface ExpressionLanguage {
  readonly filters: Readonly<Record<string, Filter>>;
  /** Called by name: `Defined(var:x)`. @default none */
  readonly functions?: Readonly<Record<string, Filter>>;
  /** Stands before the names of values, where the language has one: `var:`. @default none */
  readonly prefixes?: readonly string[];
}

/** The text is not an expression of the language. */
export class NoExpression extends Error {
  override readonly name = 'NoExpression';
}

const tokenForms = [
  /"[^"]*"|'[^']*'/, // a text
  /\d+(?:\.\d+)?/,
  /(?:var:|data:)?[A-Za-z_]\w*(?:\.\w+)*/, // a path
  /==|!=|>=|<=|[-=<>|():,]/,
];
const token = new RegExp(`\\s*(?:${tokenForms.map(({ source }) => source).join('|')})`, 'y');

type Compare = (one: never, other: never) => boolean;
const ordered =
  (compare: Compare): Compare =>
  (one, other) =>
    compare(primitiveOf(one) as never, primitiveOf(other) as never);

const comparisons: Readonly<Record<string, Compare>> = {
  '==': (one, other) => isSame(one, other),
  '=': (one, other) => isSame(one, other),
  '!=': (one, other) => !isSame(one, other),
  '>': ordered((one, other) => one > other),
  '<': ordered((one, other) => one < other),
  '>=': ordered((one, other) => one >= other),
  '<=': ordered((one, other) => one <= other),
  in: (one: unknown, other: unknown) =>
    Array.isArray(other) ? other.includes(one) : wordsOf(other).includes(String(primitiveOf(one))),
};

const known = (value: unknown): unknown => (value === unknownPath ? undefined : value);
const isSame = (one: unknown, other: unknown): boolean => one === other || wordsOf(one) === wordsOf(other);

/** `false`, `0`, an empty text or list, and what is not there are false. */
export function isTruthy(value: unknown): boolean {
  if (Array.isArray(value)) return value.length > 0;
  return Boolean(known(value)) && value !== 'false';
}

/** Takes what a filter made, and returns it. */
export type Count = (made: unknown) => unknown;

/** Reads an expression. @throws {NoExpression} */
export function parseExpression(source: string, language: ExpressionLanguage, count: Count): Expression {
  return new ExpressionReader(source, language, count).read();
}

const most = { tokens: 1000, depth: 64 };

class ExpressionReader {
  readonly #source: string;
  readonly #language: ExpressionLanguage;
  readonly #count: Count;
  readonly #tokens: readonly string[];
  #at = 0;
  #depth = 0;

  constructor(source: string, language: ExpressionLanguage, count: Count) {
    this.#source = source;
    this.#language = language;
    this.#count = count;
    this.#tokens = tokensOf(source);
  }

  read(): Expression {
    const expression = this.#readEither();
    if (this.#at < this.#tokens.length) throw new NoExpression(this.#source);
    return expression;
  }

  get #next(): string | undefined {
    return this.#tokens[this.#at];
  }

  #take(wanted?: string): string {
    const next = this.#next;
    if (next === undefined || (wanted !== undefined && next !== wanted)) throw new NoExpression(this.#source);
    this.#at += 1;
    return next;
  }

  /** Whether the next token is the wanted one, which is then taken. */
  #takeIf(wanted: string): boolean {
    const isNext = this.#next === wanted;
    if (isNext) this.#at += 1;
    return isNext;
  }

  #readEither(): Expression {
    const all = [this.#readBoth()];
    while (this.#takeIf('or')) all.push(this.#readBoth());
    const [one] = all;
    return one && all.length === 1 ? one : (scope) => all.some((each) => isTruthy(each(scope)));
  }

  #readBoth(): Expression {
    const all = [this.#readNegation()];
    while (this.#takeIf('and')) all.push(this.#readNegation());
    const [one] = all;
    return one && all.length === 1 ? one : (scope) => all.every((each) => isTruthy(each(scope)));
  }

  #readNegation(): Expression {
    if (!this.#takeIf('not')) return this.#readComparison();
    const inner = this.#readComparison();
    return (scope) => !isTruthy(inner(scope));
  }

  #readComparison(): Expression {
    const one = this.#readFiltered();
    const isNot = this.#next === 'not' && this.#tokens[this.#at + 1] === 'in';
    if (isNot) this.#take();
    const compare = memberOf(comparisons, this.#next ?? '');
    if (compare === undefined) return one;
    this.#take();
    const other = this.#readFiltered();
    return (scope) => compare(known(one(scope)) as never, known(other(scope)) as never) !== isNot;
  }

  #readFiltered(): Expression {
    let value = this.#readOperand();
    while (this.#takeIf('|')) {
      const inner = value;
      const filter = this.#need(memberOf(this.#language.filters, this.#take()));
      const given = this.#readGiven();
      value = (scope) => this.#count(filter(known(inner(scope)), ...given.map((each) => known(each(scope)))));
    }
    return value;
  }

  /** What a filter is given: `:x` or `(x, y)`. */
  #readGiven(): readonly Expression[] {
    if (this.#takeIf(':')) return [this.#readOperand()];
    return this.#next === '(' ? this.#readList() : [];
  }

  #readList(): readonly Expression[] {
    this.#take('(');
    const members = this.#next === ')' ? [] : [this.#readEither()];
    while (this.#takeIf(',')) members.push(this.#readEither());
    this.#take(')');
    return members;
  }

  #readOperand(): Expression {
    this.#depth += 1;
    if (this.#depth > most.depth) throw new NoExpression(this.#source);
    const operand = this.#readOne(this.#take());
    this.#depth -= 1;
    return operand;
  }

  #readOne(first: string): Expression {
    if (first === '(') {
      const inner = this.#readEither();
      this.#take(')');
      return inner;
    }
    if (first === '-') {
      const inner = this.#readOperand();
      return (scope) => -Number(primitiveOf(known(inner(scope))));
    }
    if (/^["']/.test(first)) return () => first.slice(1, -1);
    if (/^\d/.test(first)) return () => Number(first);
    const constant = memberOf(constants, first);
    if (constant !== undefined) return () => constant.value;
    if (!/^\w/.test(first)) throw new NoExpression(this.#source);
    return this.#next === '(' ? this.#readCall(first) : this.#readPath(first);
  }

  #readCall(name: string): Expression {
    const call = this.#need(memberOf(this.#language.functions ?? {}, name));
    const given = this.#readList();
    return (scope) => {
      const [first, ...others] = given.map((each) => known(each(scope)));
      return this.#count(call(first, ...others));
    };
  }

  /** `var:name:"a friend"` has a value for those without the variable. */
  #readPath(name: string): Expression {
    const prefix = this.#language.prefixes?.find((each) => name.startsWith(each));
    if (prefix === undefined) return (scope) => lookUp(scope, name.split('.'));
    const path = name.slice(prefix.length).split('.');
    const other = this.#takeIf(':') ? this.#readOperand() : () => undefined;
    return (scope) => known(lookUp(scope, path)) ?? other(scope);
  }

  #need<Value>(value: Value | undefined): Value {
    if (value === undefined) throw new NoExpression(this.#source);
    return value;
  }
}

const constants: Readonly<Record<string, { readonly value: unknown }>> = {
  true: { value: true },
  True: { value: true },
  false: { value: false },
  False: { value: false },
  none: { value: undefined },
  None: { value: undefined },
};

const memberOf = <Value>(members: Readonly<Record<string, Value>>, name: string): Value | undefined =>
  Object.hasOwn(members, name) ? members[name] : undefined;

function tokensOf(source: string): readonly string[] {
  const tokens: string[] = [];
  const text = source.trimEnd();
  for (let at = 0; at < text.length; ) {
    token.lastIndex = at;
    const match = token.exec(text);
    if (match === null || tokens.length > most.tokens) throw new NoExpression(source);
    tokens.push(match[0].trimStart());
    at = token.lastIndex;
  }
  return tokens;
}

/** Own members alone. A list has its members by number, and its `length`. */
function lookUp(scope: Fields, [first = '', ...rest]: readonly string[]): unknown {
  if (!Object.hasOwn(scope, first)) return unknownPath;
  let value: unknown = scope[first];
  for (const name of rest) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;
    value = (value as Fields)[name];
  }
  return value;
}
