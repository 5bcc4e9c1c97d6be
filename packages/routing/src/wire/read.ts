import { type Coordinate, isCoordinate } from '../model/geometry/position.ts';
import { responseFormatError } from './response-format.ts';
import * as z from './schema.ts';

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

/**
 * The value of a response, read by a schema.
 *
 * @throws ResponseFormatError that names the paths, never the values: these may be personal.
 * @internal
 */
export function read<Wire>(schema: z.ZodMiniType<Wire>, value: unknown, path = ''): Wire {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  throw responseFormatError(
    result.error.issues.map((issue) => ({ path: joinPath(path, issue.path), message: problemOf(issue) })),
  );
}

/**
 * The value, or `undefined` if it has another form: for the bodies of errors, whose form is not documented.
 *
 * @internal
 */
export function readIfFits<Wire>(schema: z.ZodMiniType<Wire>, value: unknown): Wire | undefined {
  return schema.safeParse(value).data;
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
