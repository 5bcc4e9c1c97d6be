import type { ServiceDefinition } from '@org/core';
import { type HttpEmailOptions, httpEmailService, type WebhookSecretOptions } from '../../driver.ts';
import { resendLimits } from './limits.ts';

/** The key (`re_…`), the address and the webhook secret (`whsec_…`) of a Resend team. @public */
export interface ResendOptions extends HttpEmailOptions, WebhookSecretOptions {}

export function resendService(options: ResendOptions): ServiceDefinition {
  const definition = { name: 'resend', baseUrl: 'https://api.resend.com', limits: resendLimits };
  return httpEmailService(definition, options, { webhookSecret: 0 });
}
