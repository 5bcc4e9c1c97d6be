import { headerKey, type ServiceDefinition } from '@org/core';
import { type OptionNames, refuseUnknown } from '@org/core/basics';
import { meantOption } from '@org/core/driver';
import { type HttpEmailOptions, httpEmailService, type WebhookSecretOptions } from '../../driver.ts';
import { postmarkLimits } from './limits.ts';

const postmarkNames: OptionNames<PostmarkOptions> = {
  apiKey: 0,
  baseUrl: 0,
  dangerouslyAllowHttp: 0,
  auth: 0,
  webhookSecret: 0,
};

/** The token and the address of Postmark. @public */
export interface PostmarkOptions extends HttpEmailOptions, WebhookSecretOptions {}

export function postmarkService(options: PostmarkOptions): ServiceDefinition {
  refuseUnknown(options, postmarkNames, 'postmark()', meantOption);
  const definition = {
    name: 'postmark',
    baseUrl: 'https://api.postmarkapp.com',
    auth: headerKey('X-Postmark-Server-Token'),
    limits: postmarkLimits,
    headers: { accept: 'application/json' },
  };
  return httpEmailService(definition, options);
}
