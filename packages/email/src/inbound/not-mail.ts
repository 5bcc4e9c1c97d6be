import { InvalidInputError } from '@org/core';

/** The error for a body that has the service's form and not its fields. */
export function notMail(problem: string): InvalidInputError {
  return new InvalidInputError({ message: `The inbound mail ${problem}.`, issues: [], outcome: 'not-sent' });
}
