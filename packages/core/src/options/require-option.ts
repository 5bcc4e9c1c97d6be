import { wrongOption } from '../errors/wrong-option.ts';

/** Checks that an optional object has `method`, like the objects of `factory`. @throws ConfigurationError */
export function requireMethod(option: string, value: unknown, method: string, factory: string): void {
  if (value !== undefined && typeof (value as Record<string, unknown> | null)?.[method] !== 'function')
    throw wrongOption(`${option} must be an object with a method ${method}, like the result of ${factory}.`);
}

/** @throws ConfigurationError */
export function requireFunction(option: string, value: unknown): void {
  if (value !== undefined && typeof value !== 'function') throw wrongOption(`${option} must be a function.`);
}
