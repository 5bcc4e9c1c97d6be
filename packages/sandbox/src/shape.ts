// Shapes of stored values: a check returns what is wrong, as ` must be a text`, or `undefined`.
import { isRecord } from '@org/core/driver';

export type Check = (value: unknown) => string | undefined;

const is =
  (what: string, accepts: (value: unknown) => boolean): Check =>
  (value) =>
    accepts(value) ? undefined : ` must be ${what}`;

export const text = is('a text', (value) => typeof value === 'string');
export const flag = is('true or false', (value) => typeof value === 'boolean');
export const whole = is('a whole number', (value) => Number.isSafeInteger(value));
export const number = is('a number', (value) => Number.isFinite(value));
/** Epoch milliseconds that a `Date` can hold. */
export const instant = is(
  'epoch milliseconds',
  (value) => Math.abs(Number(value)) <= 8.64e15 && number(value) === undefined,
);
/** Of any fields. */
export const object = is('an object', isRecord);

export function oneOf(...values: readonly unknown[]): Check {
  return is(`one of ${values.join(', ')}`, (value) => values.includes(value));
}

export function optional(check: Check): Check {
  return (value) => (value === undefined ? undefined : check(value));
}

export function listOf(check: Check): Check {
  return (value) => {
    if (!Array.isArray(value)) return ' must be a list';
    for (const [at, item] of value.entries()) {
      const problem = check(item);
      if (problem !== undefined) return `[${at}]${problem}`;
    }
    return undefined;
  };
}

export const texts = listOf(text);

/** The given fields, and any others. */
export function fields(shape: Readonly<Record<string, Check>>): Check {
  const checks = Object.entries(shape);
  return (value) => {
    const wrong = object(value);
    if (wrong !== undefined) return wrong;
    for (const [name, check] of checks) {
      const problem = check((value as Readonly<Record<string, unknown>>)[name]);
      if (problem !== undefined) return `.${name}${problem}`;
    }
    return undefined;
  };
}

/** Any names, with values of one kind. */
export function namesWith(check: Check): Check {
  return (value) =>
    object(value) ??
    fields(Object.fromEntries(Object.keys(value as object).map((name) => [name, check])))(value);
}
