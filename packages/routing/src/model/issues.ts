import { InvalidInputError, type Issue } from '@org/core';

/**
 * Everything that is wrong with a request, for one error that names it all. Never holds values: they may be
 * personal.
 */
export class IssueList {
  readonly #issues: Issue[] = [];

  add(path: string, message: string): void {
    this.#issues.push({ path, message });
  }

  /** Throws an `InvalidInputError` if anything was added. */
  throwIfAny(operation: string): void {
    const issues = this.#issues;
    if (issues.length === 0) return;
    throw new InvalidInputError({
      message: messageOf(operation, issues),
      operation,
      outcome: 'not-sent',
      issues,
    });
  }
}

const maxIssuesInMessage = 3;

function messageOf(operation: string, issues: readonly Issue[]): string {
  const listed = issues.slice(0, maxIssuesInMessage).map(({ path, message }) => `${path} ${message}`.trim());
  const rest = issues.length - listed.length;
  const more = rest > 0 ? `; and ${rest} more` : '';
  return `The ${operation} request is not valid: ${listed.join('; ')}${more}.`;
}

/** The fields of a request before they are checked. */
export type Fields = Readonly<Record<string, unknown>>;

/** Throws an `InvalidInputError` that names everything that is wrong with a request. */
export function requireValid(
  operation: string,
  request: unknown,
  known: readonly string[],
  check: (request: Fields, issues: IssueList) => void,
): void {
  const issues = new IssueList();
  if (isObject(request)) {
    checkKeys(request, known, '', issues);
    check(request, issues);
  } else issues.add('', 'must be an object');
  issues.throwIfAny(operation);
}

export function isObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Checks every item with its path, also the holes of a list: they would reach the service as `null`. */
export function checkEach(
  list: readonly unknown[],
  path: string,
  check: (item: unknown, path: string) => void,
): void {
  for (const [index, item] of list.entries()) check(item, `${path}[${index}]`);
}

/** Without it a misspelt option would be ignored silently. */
export function checkKeys(value: Fields, known: readonly string[], path: string, issues: IssueList): void {
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

export function checkProviderOptions(value: unknown, issues: IssueList): void {
  if (value !== undefined && !isObject(value)) issues.add('providerOptions', 'must be an object');
}
