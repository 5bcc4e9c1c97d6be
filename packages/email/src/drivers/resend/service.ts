import type { ServiceDefinition } from '@org/core';
import { type OptionNames, refuseUnknown } from '@org/core/basics';
import { meantOption } from '@org/core/driver';
import { type HttpEmailOptions, httpEmailService, type WebhookSecretOptions } from '../../driver.ts';
import { resendLimits } from './limits.ts';

const names: OptionNames<ResendOptions> = {
  apiKey: 0,
  baseUrl: 0,
  dangerouslyAllowHttp: 0,
  auth: 0,
  webhookSecret: 0,
};

/** The key (`re_…`), the address and the webhook secret (`whsec_…`) of a Resend team. @public */
export interface ResendOptions extends HttpEmailOptions, WebhookSecretOptions {}

export function resendService(options: ResendOptions): ServiceDefinition {
  refuseUnknown(options, names, 'resend()', meantOption);
  const definition = { name: 'resend', baseUrl: 'https://api.resend.com', limits: resendLimits };
  return httpEmailService(definition, options);
}
