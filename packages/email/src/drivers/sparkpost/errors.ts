import type { Classify } from '@org/core';
import { classifyByCodes, emailFailureKinds } from '../../tables/index.ts';

/** developers.sparkpost.com, "Transmissions" and "Errors". */
export const kinds = { '7001': 'sender-not-verified' } as const;

const byCode = classifyByCodes({ code: 'errors.0.code', message: 'errors', kinds });

/** What an unsuccessful response means. A sending limit has a status of its own, 420. */
export const classify: Classify = (response, context) => {
  const failure = byCode(response, context);
  return failure?.status === 420 ? { ...failure, ...emailFailureKinds['quota-exceeded'] } : failure;
};
