import { wrongOption } from '../errors/wrong-option.ts';

/**
 * Returns `value`, or `fallback` when omitted. @throws ConfigurationError unless it is a finite number of at
 * least 0
 */
export function numberOption(name: string, value: number | undefined, fallback: number): number {
  if (value === undefined) return fallback;
  if (!Number.isFinite(value) || value < 0)
    throw wrongOption(`${name} must be a number of at least 0, not ${value}.`);
  return value;
}

/**
 * Returns `value`, or `fallback` when omitted. Without a `fallback`, the value is required.
 *
 * @throws ConfigurationError unless it is a whole number of at least `least`
 */
export function wholeNumber(
  name: string,
  value: number | undefined,
  fallback: number | undefined,
  least: number,
): number {
  if (value === undefined && fallback !== undefined) return fallback;
  if (value === undefined || !Number.isSafeInteger(value) || value < least) {
    throw wrongOption(`${name} must be a whole number of at least ${least}, not ${value}.`);
  }
  return value;
}

/** Returns an optional number of milliseconds. @throws ConfigurationError unless it is more than 0 */
export function positive(name: string, value: number | undefined): number | undefined {
  if (value === undefined) return undefined;
  if (typeof value !== 'number' || !(value > 0))
    throw wrongOption(`${name} must be a positive number of milliseconds, not ${value}.`);
  return value;
}

/** @throws ConfigurationError unless `value` is a finite number above 0 */
export function requirePositive(name: string, value: number): void {
  if (!Number.isFinite(value) || value <= 0)
    throw wrongOption(`${name} must be a positive number, not ${value}.`);
}
