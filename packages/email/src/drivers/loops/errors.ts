import type { Classify, OperationContext, ServiceResponse } from '@org/core';
import { IdempotencyConflictError } from '../../driver.ts';
import { classifyByCodes } from '../../tables/index.ts';

const byStatus = classifyByCodes({ message: 'message' });

/** A known key, when this call itself repeats an attempt whose response was lost. */
export const isEarlierAcceptance = ({ status }: ServiceResponse, context: OperationContext): boolean =>
  status === 409 && context.earlierOutcomeUnknown;

/** What an unsuccessful response means. A 409 is about a key of the last 24 hours. */
export const classify: Classify = (response, context) => {
  if (isEarlierAcceptance(response, context)) return undefined;
  const failure = byStatus(response, context);
  if (failure?.status !== 409) return failure;
  const message = 'Loops has accepted a mail with this idempotency key: another mail needs a new key.';
  return { ...failure, type: IdempotencyConflictError, message, outcome: 'sent', replay: 'never' };
};
