import { headerKey, type ServiceDefinition } from '@org/core';
import { type HttpEmailOptions, httpEmailService, type WebhookSecretOptions } from '../../driver.ts';
import { postmarkLimits } from './limits.ts';

/** The token and the address of Postmark. @public */
export interface PostmarkOptions extends HttpEmailOptions, WebhookSecretOptions {}

export function postmarkService(options: PostmarkOptions): ServiceDefinition {
  const definition = {
    name: 'postmark',
    baseUrl: 'https://api.postmarkapp.com',
    auth: headerKey('X-Postmark-Server-Token'),
    limits: postmarkLimits,
    headers: { accept: 'application/json' },
  };
  return httpEmailService(definition, options, { webhookSecret: 0 });
}
