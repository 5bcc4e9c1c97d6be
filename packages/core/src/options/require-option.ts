import { wrongOption } from '../errors/wrong-option.ts';

/** An option that is not left out is what one of our factories gives, or does the same. @throws ConfigurationError @internal */
export function requireMethod(option: string, value: unknown, method: string, factory: string): void {
  if (value !== undefined && typeof (value as Record<string, unknown> | null)?.[method] !== 'function')
    throw wrongOption(`${option} must be an object with a method ${method}, like what ${factory} gives.`);
}

/** @throws ConfigurationError @internal */
export function requireFunction(option: string, value: unknown): void {
  if (value !== undefined && typeof value !== 'function') throw wrongOption(`${option} must be a function.`);
}
