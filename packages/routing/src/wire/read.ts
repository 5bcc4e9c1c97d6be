import type { Schema, SchemaIssue, SchemaResult } from '@org/core';
import { responseFormatError } from './response-format.ts';

/**
 * The value of a response, read by a schema (of zod, or of another library with the Standard Schema
 * interface). @public
 *
 * @throws ResponseFormatError that names the paths, never the values: these may be personal.
 */
export function readWire<Wire>(schema: Schema<Wire>, value: unknown, path = ''): Wire {
  const result = check(schema, value);
  if (result.issues === undefined) return result.value;
  throw responseFormatError(
    result.issues.map((issue) => ({ path: joinPath(path, issue), message: problemOf(issue) })),
  );
}

/**
 * The value, or `undefined` if it has another form: for the bodies of errors, whose form is not documented.
 * @public
 */
export function readIfFits<Wire>(schema: Schema<Wire>, value: unknown): Wire | undefined {
  const result = check(schema, value);
  return result.issues === undefined ? result.value : undefined;
}

function check<Wire>(schema: Schema<Wire>, value: unknown): SchemaResult<Wire> {
  const result = schema['~standard'].validate(value);
  if (result instanceof Promise) throw new TypeError('The schema of a response must be synchronous.');
  return result;
}

const typeNames: Readonly<Record<string, string>> = { array: 'a list', object: 'an object' };

// zod/mini has no texts for wrong types.
function problemOf(issue: SchemaIssue & { readonly code?: unknown; readonly expected?: unknown }): string {
  if (issue.code !== 'invalid_type') return issue.message;
  return `must be ${typeNames[String(issue.expected)] ?? `a ${issue.expected}`}`;
}

function joinPath(start: string, { path = [] }: SchemaIssue): string {
  const keys = path.map((part) => (typeof part === 'object' ? part.key : part));
  const steps = keys.map((key) => (typeof key === 'number' ? `[${key}]` : `.${String(key)}`));
  return (start + steps.join('')).replace(/^\./, '');
}
