import { wrongOption } from '../errors/wrong-option.ts';

/** @throws ConfigurationError for anything but a number of at least 0 */
export function numberOption(name: string, value: number | undefined, fallback: number): number {
  if (value === undefined) return fallback;
  if (!Number.isFinite(value) || value < 0)
    throw wrongOption(`${name} must be a number of at least 0, not ${value}.`);
  return value;
}

/** @throws ConfigurationError for anything but a whole number of at least `least`; without a `fallback` there has to be one */
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

/** The number, if it is one to wait for. @throws ConfigurationError */
export function positive(name: string, value: number | undefined): number | undefined {
  if (value === undefined) return undefined;
  if (typeof value !== 'number' || !(value > 0))
    throw wrongOption(`${name} must be a positive number of milliseconds, not ${value}.`);
  return value;
}

/** @throws ConfigurationError for anything but a finite number above 0 */
export function requirePositive(name: string, value: number): void {
  if (!Number.isFinite(value) || value <= 0)
    throw wrongOption(`${name} must be a positive number, not ${value}.`);
}
