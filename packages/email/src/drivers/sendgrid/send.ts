import { readNamedRate } from '@org/core/headers';
import { composites } from '../../driver.ts';
import { composedSendDriver, webhookPart } from '../../light/kit.ts';
import type { SendDriver } from '../../light/names.ts';
import { classify } from './errors.ts';
import { type SendGridCapabilities, sendGridCapabilities } from './limits.ts';
import { mailOperations } from './mail.ts';
import { send } from './send-program.ts';
import { type SendGridOptions, sendGridService } from './service.ts';
import { webhookScheme } from './webhooks.ts';

export type * from '../../light/names.ts';
export { createEmailClient, lateContent } from '../../light/names.ts';
export type { SendGridCapabilities } from './limits.ts';
export type { SendGridMessageOptions } from './options.ts';
export type { SendGridOptions } from './service.ts';

const rateHeaders = {
  limit: 'x-ratelimit-limit',
  remaining: 'x-ratelimit-remaining',
  reset: 'x-ratelimit-reset',
  resetUnit: 'epoch-seconds',
} as const;

/**
 * `sendgrid()` of `@org/email/sendgrid` that only sends: for `createEmailClient` of this entry. @public
 *
 * @example
 * const email = createEmailClient({ driver: sendgrid() });
 */
export function sendgrid(options: SendGridOptions = {}): SendDriver<SendGridCapabilities, 'sendgrid'> {
  return composedSendDriver(sendGridService(options), options, {
    ...composites(mailOperations, { unsafe: { send } }),
    requests: mailOperations,
    classify,
    readRates: ({ headers }, clock) => readNamedRate(headers, rateHeaders, clock),
    capabilities: sendGridCapabilities,
  });
}

/** Receives the service's webhooks: `createEmailClient({ driver: sendgrid(), use: webhooks })`. @public */
export const webhooks = /* @__PURE__ */ webhookPart('sendgrid', webhookScheme);
