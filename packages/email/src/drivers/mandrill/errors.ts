import type { Classify } from '@org/core';
import { lookUp } from '../../driver.ts';
import { classifyByCodes, emailFailureKinds } from '../../tables/index.ts';

/** transactional.openapi.json: the names of errors. */
export const kinds = {
  Invalid_Key: 'authentication',
  PaymentRequired: 'quota-exceeded',
  Unknown_Subaccount: 'not-found',
  Unknown_Template: 'not-found',
  ValidationError: 'bad-request',
  RequestLimitExceeded: 'rate-limit',
} as const;

const byName = classifyByCodes({ code: 'name', message: 'message', kinds });

/** What an unsuccessful response means. A refusal may have a 500, too: its name decides. */
export const classify: Classify = (response, context) => {
  const failure = byName(response, context);
  const kind = failure?.status === 500 ? lookUp(kinds, failure.providerCode) : undefined;
  return failure && kind ? { ...failure, ...emailFailureKinds[kind] } : failure;
};
