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

/** Adds what is wrong with the value at the path. */
export type Check = (value: unknown, path: string, issues: IssueList) => void;

/** Throws an `InvalidInputError` that names everything that is wrong with a request. */
export function requireValid(operation: string, request: unknown, check: Check): void {
  const issues = new IssueList();
  check(request, '', issues);
  issues.throwIfAny(operation);
}

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** An object with these fields and no others: a misspelt option would be ignored silently. */
export function fields(checks: Readonly<Record<string, Check>>): Check {
  return (value, path, issues) => {
    if (!isObject(value)) {
      issues.add(path, 'must be an object');
      return;
    }
    const prefix = path === '' ? '' : `${path}.`;
    for (const key of Object.keys(value)) {
      if (!Object.hasOwn(checks, key))
        issues.add(prefix + key, `is not an option; known are ${Object.keys(checks).join(', ')}`);
    }
    for (const [key, check] of Object.entries(checks)) check(value[key], prefix + key, issues);
  };
}

export function optional(check: Check): Check {
  return (value, path, issues) => {
    if (value !== undefined) check(value, path, issues);
  };
}

/** A list of items. Holes are checked too: they would reach the service as `null`. */
export function listOf(check: Check, problem: string, minLength = 0): Check {
  return (value, path, issues) => {
    if (!Array.isArray(value) || value.length < minLength) {
      issues.add(path, problem);
      return;
    }
    for (const [index, item] of value.entries()) check(item, `${path}[${index}]`, issues);
  };
}

export function oneOf(known: readonly string[]): Check {
  return (value, path, issues) => {
    if (!known.includes(value as string)) issues.add(path, `must be one of ${known.join(', ')}`);
  };
}

export function boolean(value: unknown, path: string, issues: IssueList): void {
  if (typeof value !== 'boolean') issues.add(path, 'must be true or false');
}

export function anyObject(value: unknown, path: string, issues: IssueList): void {
  if (!isObject(value)) issues.add(path, 'must be an object');
}

export function positive(value: unknown, path: string, issues: IssueList): void {
  if (typeof value !== 'number' || !Number.isFinite(value) || value <= 0)
    issues.add(path, 'must be a number above 0');
}

export function wholeNumber(value: unknown, path: string, issues: IssueList): void {
  if (!Number.isSafeInteger(value) || Number(value) < 0)
    issues.add(path, 'must be a whole number of at least 0');
}
