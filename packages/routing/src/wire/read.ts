import { type Issue, ResponseFormatError } from '@org/core';
import * as z from 'zod/mini';
import type { Coordinate } from '../model/position.ts';

/** A check of a list's length. zod's own checks of lengths weigh more. @internal */
export function atLeast(length: number) {
  return z.refine<readonly unknown[]>((list) => list.length >= length, `must have at least ${length} items`);
}

/** An index into a list. @internal */
export const listIndex = z
  .number()
  .check(
    z.refine((index) => Number.isSafeInteger(index) && index >= 0, 'must be a whole number of at least 0'),
  );

/** A longitude and a latitude, with or without an elevation. @internal */
export const coordinate = z.custom<Coordinate>(isCoordinate, 'must be a position of two or three numbers');

export function isCoordinate(value: unknown): value is Coordinate {
  return Array.isArray(value) && (value.length === 2 || value.length === 3) && value.every(Number.isFinite);
}

/**
 * The value of a response, read by a schema.
 *
 * @throws ResponseFormatError that names the paths, never the values: these may be personal.
 * @internal
 */
export function read<Wire>(schema: z.ZodMiniType<Wire>, value: unknown, path = ''): Wire {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  throw formatError(
    result.error.issues.map((issue) => ({ path: joinPath(path, issue.path), message: problemOf(issue) })),
  );
}

/** The value, or `undefined` if it has another form: for the bodies of errors, whose form is not documented. @internal */
export function readIfFits<Wire>(schema: z.ZodMiniType<Wire>, value: unknown): Wire | undefined {
  return schema.safeParse(value).data;
}

/**
 * Checks that a response has one item for each place of the request. With any other number nobody can tell
 * which item belongs to which place.
 *
 * @throws ResponseFormatError
 * @internal
 */
export function requireEach(items: readonly unknown[] | undefined, path: string, count: number): void {
  if (items === undefined || items.length === count) return;
  throw unexpectedResponse(path, `has ${items.length} items for ${count} places`);
}

/** The error of a response that is not in the documented form. @internal */
export function unexpectedResponse(path: string, problem: string): ResponseFormatError {
  return formatError([{ path, message: problem }]);
}

const maxIssues = 20;

function formatError(issues: readonly Issue[]): ResponseFormatError {
  const [first] = issues;
  const found = `${first?.path ?? ''} ${first?.message ?? ''}`.trim();
  return new ResponseFormatError({
    message:
      `The response is not in the documented form: ${found}. ` +
      'Check baseUrl and the version of the service.',
    outcome: 'sent',
    issues: issues.slice(0, maxIssues),
  });
}

const typeNames: Readonly<Record<string, string>> = { array: 'a list', object: 'an object' };

function problemOf(issue: z.core.$ZodIssue): string {
  if (issue.code !== 'invalid_type') return issue.message;
  return `must be ${typeNames[issue.expected] ?? `a ${issue.expected}`}`;
}

function joinPath(start: string, path: readonly PropertyKey[]): string {
  const steps = path.map((key) => (typeof key === 'number' ? `[${key}]` : `.${String(key)}`));
  return (start + steps.join('')).replace(/^\./, '');
}
