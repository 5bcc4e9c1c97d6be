import type { ServiceDefinition } from '@org/core';
import { type HttpEmailOptions, httpEmailService, type WebhookSecretOptions } from '../../driver.ts';
import { plunkLimits } from './limits.ts';

/** The address and the key of a Plunk. @public */
export interface PlunkOptions extends HttpEmailOptions, WebhookSecretOptions {}

export function plunkService(options: PlunkOptions): ServiceDefinition {
  const definition = {
    name: 'plunk',
    baseUrl: 'https://next-api.useplunk.com',
    limits: plunkLimits,
    requestIdHeaders: ['x-request-id'],
  };
  return httpEmailService(definition, options, { webhookSecret: 0 });
}
