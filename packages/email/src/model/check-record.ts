import { InvalidInputError, type Issue } from '@org/core';
import { memberPath, reportUnknownFields } from './known-fields.ts';
import type { Report } from './report.ts';

/** Says in words what is wrong with a value; `undefined` when nothing is. */
export type FieldCheck = (value: unknown) => string | undefined;

/** How each field of a record is checked. A field that is left out is nobody's fault, unless it is required. */
export type FieldChecks<Input> = { readonly [Field in keyof Input]-?: FieldCheck };

/**
 * Checks what a caller wants stored, before anything is sent.
 *
 * @throws InvalidInputError with an issue for everything that is wrong
 */
export function checkRecord<Input extends object>(
  what: string,
  input: unknown,
  checks: FieldChecks<Input>,
  required: readonly (keyof Input & string)[],
): void {
  const issues: Issue[] = [];
  const report: Report = (path, message) => void issues.push({ path, message });
  if (typeof input !== 'object' || input === null || Array.isArray(input)) report('', 'must be an object');
  else {
    reportUnknownFields(input, Object.keys(checks), '', report);
    for (const [field, check] of Object.entries<FieldCheck>(checks)) {
      const value: unknown = Object.hasOwn(input, field) ? Reflect.get(input, field) : undefined;
      const problem = value === undefined ? undefined : check(value);
      if (problem !== undefined) report(field, problem);
      if (value === undefined && required.some((name) => name === field)) report(field, 'is missing');
    }
  }
  const [first] = issues;
  if (first === undefined) return;
  const more = issues.length > 1 ? ` (and ${issues.length - 1} more, see issues)` : '';
  const where = first.path === '' ? 'it' : `\`${first.path}\``;
  throw new InvalidInputError({
    message: `The ${what} is not valid: ${where} ${first.message}${more}.`,
    issues,
    outcome: 'not-sent',
  });
}

export const isText: FieldCheck = (value) => (typeof value === 'string' ? undefined : 'must be a text');

export const isFilledText: FieldCheck = (value) =>
  typeof value === 'string' && value.trim() !== '' ? undefined : 'must be a text that is not blank';

export const isBoolean: FieldCheck = (value) =>
  typeof value === 'boolean' ? undefined : 'must be true or false';

export const isPageSize: FieldCheck = (value) =>
  Number.isSafeInteger(value) && Number(value) > 0 ? undefined : 'must be a whole number of at least 1';

/** Plain values by name. `NaN` would reach the service as `null`, which removes what is there. */
export const areFields: FieldCheck = (value) => {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return 'must be an object';
  for (const [name, item] of Object.entries(value)) {
    const isPlain = item === undefined || item === null || ['string', 'boolean'].includes(typeof item);
    if (!isPlain && !(typeof item === 'number' && Number.isFinite(item)))
      return `has a value that is no text, finite number, boolean or null: ${memberPath('fields', name)}`;
  }
  return undefined;
};
