import { wrongOption } from '../errors/wrong-option.ts';
import { kindOf } from './kind-of.ts';

/**
 * A number with a special range, which `range` describes in the error message.
 *
 * @throws ConfigurationError when it is not in that range
 */
export function requireNumber(
  name: string,
  value: unknown,
  range: string,
  isInRange: (value: number) => boolean,
): number {
  if (typeof value === 'number' && isInRange(value)) return value;
  throw wrongOption(`${name} must be ${range}, not ${kindOf(value)}.`);
}

/**
 * A whole number of at least `least`, or `fallback` when omitted. Without a fallback, the option is required.
 *
 * @throws ConfigurationError for any other value
 * @public
 */
export function wholeNumberOption(
  name: string,
  value: number | undefined,
  fallback: number | undefined,
  least: number,
): number {
  if (value === undefined && fallback !== undefined) return fallback;
  const isInRange = (given: number) => Number.isSafeInteger(given) && given >= least;
  return requireNumber(name, value, `a whole number of at least ${least}`, isInRange);
}

/**
 * A finite number of at least `least`, or `fallback` when omitted. @public
 *
 * @throws ConfigurationError for any other value
 */
export function numberOption(name: string, value: number | undefined, fallback: number, least = 0): number {
  if (value === undefined) return fallback;
  const isInRange = (given: number) => given >= least && given < Infinity;
  return requireNumber(name, value, `a number of at least ${least}`, isInRange);
}

/**
 * A finite number above 0, or `fallback` when omitted. Without a fallback, the option is required. @public
 *
 * @throws ConfigurationError for any other value
 */
export function positiveOption(name: string, value: number | undefined, fallback?: number): number {
  if (value === undefined && fallback !== undefined) return fallback;
  return requireNumber(name, value, 'a number above 0', (given) => given > 0 && given < Infinity);
}

/**
 * A number above 0, `Infinity` for no limit, or `fallback` when omitted.
 *
 * @throws ConfigurationError for any other value
 */
export function timeLimit(name: string, value: number | undefined, fallback: number): number {
  if (value === undefined) return fallback;
  return requireNumber(name, value, 'a number above 0, or Infinity', (limitMs) => limitMs > 0);
}
