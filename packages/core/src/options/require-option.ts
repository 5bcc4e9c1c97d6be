import { wrongOption } from '../errors/wrong-option.ts';
import { wrongKind } from './kind-of.ts';

/** Checks that an optional object has `method`, like the objects of `factory`. @throws ConfigurationError */
export function requireMethod(option: string, value: unknown, method: string, factory: string): void {
  if (value !== undefined && typeof (value as Record<string, unknown> | null)?.[method] !== 'function')
    throw wrongOption(`${option} must be an object with a method ${method}, like the result of ${factory}.`);
}

/**
 * Checks the `signal` of a call. @public
 *
 * @throws ConfigurationError for another object, such as the AbortController itself
 */
export function requireSignal(signal: unknown): void {
  if (signal === undefined || typeof Object(signal).throwIfAborted === 'function') return;
  const hint = Object(signal).signal === undefined ? '' : ': pass its signal';
  throw wrongOption(`signal must be an AbortSignal, not ${wrongKind(signal)}${hint}.`);
}

/** @throws ConfigurationError */
export function requireFunction(option: string, value: unknown): void {
  if (value !== undefined && typeof value !== 'function') throw wrongOption(`${option} must be a function.`);
}
