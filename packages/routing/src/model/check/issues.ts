import { InvalidInputError, type Issue } from '@org/core';
import { fieldHint, isRecord, wrongKind } from '@org/core/driver';
import { foreignWords } from './foreign-words.ts';

/** Adds one thing that is wrong with a request. */
export type AddIssue = (path: string, message: string) => void;

/** Adds what is wrong with the value at the path. */
export type Check = (value: unknown, path: string, add: AddIssue) => void;

/**
 * Throws an `InvalidInputError` that names everything that is wrong with a request. It never holds values:
 * they may be personal.
 */
export function requireValid(operation: string, request: unknown, check: Check): void {
  const issues: Issue[] = [];
  check(request, '', (path, message) => issues.push({ path, message }));
  if (issues.length === 0) return;
  const message = messageOf(operation, issues);
  throw new InvalidInputError({ message, operation, outcome: 'not-sent', issues });
}

const maxIssuesInMessage = 3;

function messageOf(operation: string, issues: readonly Issue[]): string {
  const [first] = issues;
  if (first?.path === '') return `The ${operation} request ${first.message}.`;
  const listed = issues.slice(0, maxIssuesInMessage).map(({ path, message }) => `${path} ${message}`.trim());
  const rest = issues.length - listed.length;
  const more = rest > 0 ? `; and ${rest} more` : '';
  const text = `The ${operation} request is not valid: ${listed.join('; ').replaceAll('?;', '?')}${more}`;
  return text.endsWith('?') ? text : `${text}.`;
}

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** An object with these fields and no others: a misspelt option would be ignored silently. */
export function fields(checks: Readonly<Record<string, Check>>): Check {
  return (value, path, add) => {
    const known = Object.keys(checks);
    if (!isRecord(value)) {
      add(path, `must be an object: { ${known.slice(0, 2).join(', ')} }, not ${wrongKind(value)}`);
      return;
    }
    const prefix = path === '' ? '' : `${path}.`;
    for (const key of Object.keys(value)) {
      if (!Object.hasOwn(checks, key) && value[key] !== undefined)
        add(prefix + key, `is not an option; ${fieldHint(key, known, foreignWords)}`);
    }
    for (const [key, check] of Object.entries(checks)) check(value[key], prefix + key, add);
  };
}

export function optional(check: Check): Check {
  return (value, path, add) => {
    if (value !== undefined) check(value, path, add);
  };
}

/** A list of items. Holes are checked too: they would reach the service as `null`. */
export function listOf(check: Check, problem: string, minLength = 0): Check {
  return (value, path, add) => {
    if (!Array.isArray(value) || value.length < minLength) {
      const isGiven = value !== undefined && !Array.isArray(value);
      add(path, isGiven ? `${problem}, not ${wrongKind(value)}` : problem);
      return;
    }
    for (const [index, item] of value.entries()) check(item, `${path}[${index}]`, add);
  };
}

export function oneOf(known: readonly string[]): Check {
  return (value, path, add) => {
    if (!known.includes(value as string)) add(path, `must be one of ${known.join(', ')}`);
  };
}

export function boolean(value: unknown, path: string, add: AddIssue): void {
  if (typeof value !== 'boolean') add(path, 'must be true or false');
}

export function anyObject(value: unknown, path: string, add: AddIssue): void {
  if (!isObject(value)) add(path, `must be an object, not ${wrongKind(value)}`);
}

export function positive(value: unknown, path: string, add: AddIssue): void {
  if (!Number.isFinite(value) || Number(value) <= 0) add(path, 'must be a number above 0');
}

export function atLeastZero(value: unknown, path: string, add: AddIssue): void {
  if (!Number.isFinite(value) || Number(value) < 0) add(path, 'must be a number of at least 0');
}

export function wholeNumber(value: unknown, path: string, add: AddIssue): void {
  if (!Number.isSafeInteger(value) || Number(value) < 0)
    add(path, `must be a whole number of at least 0, not ${wrongKind(value)}`);
}
