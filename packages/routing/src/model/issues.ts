import { InvalidInputError, type Issue } from '@org/core';

/**
 * Collects everything that is wrong with a request, so that one error can tell it all. Never holds values:
 * they may be personal.
 */
export interface IssueList {
  add(path: string, message: string): void;
  /** Throws an `InvalidInputError` when anything was added. */
  throwIfAny(operation: string): void;
}

export function createIssueList(): IssueList {
  const issues: Issue[] = [];
  return {
    add: (path, message) => void issues.push({ path, message }),
    throwIfAny: (operation) => {
      if (issues.length === 0) return;
      throw new InvalidInputError({
        message: summary(operation, issues),
        operation,
        outcome: 'not-sent',
        issues,
      });
    },
  };
}

const maxIssuesInMessage = 3;

function summary(operation: string, issues: readonly Issue[]): string {
  const told = issues.slice(0, maxIssuesInMessage).map(({ path, message }) => `${path} ${message}`.trim());
  const rest = issues.length - told.length;
  return `The ${operation} request is not valid: ${told.join('; ')}${rest > 0 ? `; and ${rest} more` : ''}.`;
}

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Every item with its path, the holes of a list too: they would reach the service as `null`. */
export function checkEach(
  list: readonly unknown[],
  path: string,
  check: (item: unknown, path: string) => void,
): void {
  for (const [index, item] of list.entries()) check(item, `${path}[${index}]`);
}

/** A misspelt option would otherwise be ignored without a word. */
export function checkKeys(
  value: Readonly<Record<string, unknown>>,
  known: readonly string[],
  path: string,
  issues: IssueList,
): void {
  for (const key of Object.keys(value)) {
    if (!known.includes(key)) {
      issues.add(path === '' ? key : `${path}.${key}`, `is not an option; known are ${known.join(', ')}`);
    }
  }
}

export function checkNumber(
  value: unknown,
  path: string,
  range: { readonly min: number; readonly exclusive?: boolean; readonly integer?: boolean },
  issues: IssueList,
): void {
  if (value === undefined) return;
  const { min, exclusive = false, integer = false } = range;
  const fits =
    typeof value === 'number' &&
    Number.isFinite(value) &&
    (exclusive ? value > min : value >= min) &&
    (!integer || Number.isSafeInteger(value));
  if (!fits)
    issues.add(
      path,
      `must be a ${integer ? 'whole number' : 'number'} ${exclusive ? 'above' : 'of at least'} ${min}`,
    );
}

export function checkBoolean(value: unknown, path: string, issues: IssueList): void {
  if (value !== undefined && typeof value !== 'boolean') issues.add(path, 'must be true or false');
}

export function checkOneOf(value: unknown, path: string, known: readonly string[], issues: IssueList): void {
  if (value !== undefined && !known.includes(value as string))
    issues.add(path, `must be one of ${known.join(', ')}`);
}
