import type { ConfigurationError } from '../errors/caller-errors.ts';
import { wrongOption } from '../errors/wrong-option.ts';
import type { PermitRequest } from './limiter.ts';

export function isCost(cost: number): boolean {
  return Number.isSafeInteger(cost) && cost > 0;
}

/** The error of an invalid request; `undefined` when it is valid. */
export function checkRequest({ cost = 1, maxWaitMs = 0 }: PermitRequest): ConfigurationError | undefined {
  if (!isCost(cost)) return wrongOption(`cost must be a whole number of at least 1, not ${cost}.`);
  if (typeof maxWaitMs !== 'number' || Number.isNaN(maxWaitMs))
    return wrongOption(`maxWaitMs must be a number of milliseconds, not ${maxWaitMs}.`);
  return undefined;
}
