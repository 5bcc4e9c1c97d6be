import type { ServiceDefinition } from '@org/core';
import { type OptionNames, refuseUnknown } from '@org/core/basics';
import { meantOption } from '@org/core/driver';
import { type HttpEmailOptions, httpEmailService, type WebhookSecretOptions } from '../../driver.ts';
import { plunkLimits } from './limits.ts';

const plunkNames: OptionNames<PlunkOptions> = {
  apiKey: 0,
  baseUrl: 0,
  dangerouslyAllowHttp: 0,
  auth: 0,
  webhookSecret: 0,
};

/** The address and the key of a Plunk. @public */
export interface PlunkOptions extends HttpEmailOptions, WebhookSecretOptions {}

export function plunkService(options: PlunkOptions): ServiceDefinition {
  refuseUnknown(options, plunkNames, 'plunk()', meantOption);
  const definition = {
    name: 'plunk',
    baseUrl: 'https://next-api.useplunk.com',
    limits: plunkLimits,
    requestIdHeaders: ['x-request-id'],
  };
  return httpEmailService(definition, options);
}
