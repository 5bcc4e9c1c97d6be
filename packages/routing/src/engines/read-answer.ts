import { ResponseFormatError } from '@org/core';
import * as z from 'zod/mini';

/**
 * The answer in the shape a service promises. Throws a `ResponseFormatError` that says where it differs,
 * never what it holds.
 */
export function readAnswer<Type extends z.ZodMiniType>(schema: () => Type, value: unknown): z.infer<Type> {
  const result = z.safeParse(schema(), value);
  if (result.success) return result.data;
  const issues = result.error.issues.map(({ path, code }) => ({
    path: path.map(String).join('.'),
    message: code,
  }));
  throw badAnswer(issues);
}

/** A list with one item for each place that was sent: shorter or longer, nobody knows which item is whose. */
export function requireEach(list: readonly unknown[] | undefined, path: string, count: number): void {
  if (list === undefined || list.length === count) return;
  throw badAnswer([{ path, message: `${list.length} places for ${count}` }]);
}

/** A table of the expected size, checked by hand: a schema would take its time over thousands of cells. */
export function readTable(
  value: unknown,
  path: string,
  size: { readonly rows: number; readonly columns: number },
): (number | null)[][] {
  if (!Array.isArray(value) || value.length !== size.rows)
    throw badAnswer([{ path, message: 'wrong number of rows' }]);
  for (const [index, row] of value.entries()) {
    if (!Array.isArray(row) || row.length !== size.columns || !row.every(isCell)) {
      throw badAnswer([
        { path: `${path}[${index}]`, message: 'not a row of numbers of the expected length' },
      ]);
    }
  }
  return value;
}

function isCell(value: unknown): boolean {
  return value === null || (typeof value === 'number' && Number.isFinite(value));
}

/** The error of an answer that is not what it should be. */
export function badAnswer(
  issues: readonly { readonly path: string; readonly message: string }[],
): ResponseFormatError {
  const places = issues
    .slice(0, 3)
    .map(({ path, message }) => (path === '' ? message : `${path}: ${message}`));
  return new ResponseFormatError({
    message: `The response is not in the documented form (${places.join('; ')}). Check baseUrl and the version of the service.`,
    outcome: 'sent',
    issues: issues.slice(0, 20),
  });
}
