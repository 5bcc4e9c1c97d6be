import type { AST } from '@handlebars/parser';
import { type Fields, primitiveOf } from './fields.ts';

/** The values around a part of a template. */
export interface Scope {
  readonly value: unknown;
  /** The scope of `../`. */
  readonly outer: Scope | undefined;
  /** The names that a block gave to its values: `as |line|`. */
  readonly named: Fields;
  /** `@index` and the like. */
  readonly data: Frame;
  readonly helpers: Helpers;
}

/** The functions that a service adds to the language. A block takes the result as a condition. */
export type Helpers = ReadonlyMap<string, (...values: readonly unknown[]) => unknown>;

interface Frame {
  readonly values: Fields;
  readonly outer: Frame | undefined;
}

export function rootScope(values: Fields, helpers: Helpers): Scope {
  const data = { values: { root: values }, outer: undefined };
  return { value: values, outer: undefined, named: {}, data, helpers };
}

/** The scope in a block of the value; `place` has the data of a block that repeats. */
export function nest(scope: Scope, value: unknown, names: readonly string[] = [], place?: Fields): Scope {
  const [nameOfValue, nameOfKey] = names;
  return {
    helpers: scope.helpers,
    value,
    outer: value === scope.value ? scope.outer : scope,
    named: {
      ...scope.named,
      ...(nameOfValue !== undefined && { [nameOfValue]: value }),
      ...(nameOfKey !== undefined && { [nameOfKey]: place?.['key'] }),
    },
    data:
      place === undefined ? scope.data : { values: { ...scope.data.values, ...place }, outer: scope.data },
  };
}

/** Of a helper that the language itself does not have. */
export const notKnown = Symbol('not known');

/** The value of an expression, or of a tag. */
export function evaluate(node: AST.Node, scope: Scope): unknown {
  if (isPath(node)) return lookUp(node, scope);
  if (isCall(node)) {
    const [object, name] = node.params;
    if (object === undefined) return isPath(node.path) ? lookUp(node.path, scope) : named(node.path, scope);
    const helper = isPath(node.path) ? scope.helpers.get(node.path.original) : undefined;
    if (helper !== undefined) return call(helper, node.params, scope);
    if (name === undefined || !isPath(node.path) || node.path.original !== 'lookup') return notKnown;
    return step(evaluate(object, scope), String(primitiveOf(evaluate(name, scope))));
  }
  return 'value' in node ? node.value : undefined;
}

/** Calls a helper, unless one of its values is known to the service alone. */
export function call(
  helper: (...values: readonly unknown[]) => unknown,
  params: readonly AST.Node[],
  scope: Scope,
): unknown {
  const values = params.map((param) => evaluate(param, scope));
  return values.includes(notKnown) ? notKnown : helper(...values);
}

/** `{{"name"}}` is the value of that name. */
function named(literal: AST.Node, { value }: Scope): unknown {
  return 'value' in literal ? step(value, String(literal.value)) : notKnown;
}

function lookUp({ data, depth, parts, original }: AST.PathExpression, scope: Scope): unknown {
  const names = parts.map(String);
  const [first] = names;
  if (data) return names.reduce(step, above(scope.data, depth)?.values as unknown);
  if (depth === 0 && first !== undefined && original.startsWith(first) && Object.hasOwn(scope.named, first))
    return names.reduce(step, scope.named as unknown);
  return names.reduce(step, above(scope, depth)?.value);
}

function above<Level extends { readonly outer: Level | undefined }>(
  level: Level,
  depth: number,
): Level | undefined {
  let found: Level | undefined = level;
  for (let up = 0; up < depth; up += 1) found = found?.outer;
  return found;
}

/** Own properties alone. */
function step(value: unknown, name: string): unknown {
  if (value === null || value === undefined || !Object.hasOwn(Object(value), name)) return undefined;
  return (value as Fields)[name];
}

/** As the language sees it: 0 is none of these. */
export function isEmpty(value: unknown): boolean {
  return (!value && value !== 0) || (Array.isArray(value) && value.length === 0);
}

export function isPath(node: AST.Node): node is AST.PathExpression {
  return node.type === 'PathExpression';
}

function isCall(node: AST.Node): node is AST.SubExpression | AST.MustacheStatement {
  return node.type === 'SubExpression' || node.type === 'MustacheStatement';
}
