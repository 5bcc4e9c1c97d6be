import { headerKey } from '@org/core';
import { type OptionNames, refuseUnknown } from '@org/core/basics';
import { httpDriver, meantOption } from '@org/core/driver';
import {
  defineEmailDriver,
  type EmailDriver,
  emailWebhooks,
  type HttpEmailOptions,
  httpEmailService,
  type WebhookSecretOptions,
} from '../../driver.ts';
import { batchKey, type PostmarkCapabilities, postmarkCapabilities, postmarkLimits } from './limits.ts';

const postmarkNames: OptionNames<PostmarkOptions> = {
  apiKey: 0,
  baseUrl: 0,
  dangerouslyAllowHttp: 0,
  auth: 0,
  webhookSecret: 0,
};

export type { PostmarkCapabilities } from './limits.ts';
export type { PostmarkMessageOptions } from './options.ts';

/** The token and the address of Postmark. @public */
export interface PostmarkOptions extends HttpEmailOptions, WebhookSecretOptions {}

/**
 * Sends through Postmark's API (https://postmarkapp.com/developer, as of 2026), with templates, message
 * streams, suppressions, messages and webhooks.
 *
 * Delivery: at most once. Postmark has no idempotency keys: an attempt without a response is not repeated,
 * and its outcome is `unknown`. @public
 *
 * @example
 * const email = createEmailClient({ driver: postmark() }); // POSTMARK_API_KEY, else EMAIL_API_KEY
 */
export function postmark(options: PostmarkOptions = {}): EmailDriver<PostmarkCapabilities> {
  refuseUnknown(options, postmarkNames, 'postmark()', meantOption);
  const definition = {
    name: 'postmark',
    baseUrl: 'https://api.postmarkapp.com',
    auth: headerKey('X-Postmark-Server-Token'),
    limits: postmarkLimits,
    headers: { accept: 'application/json' },
  };
  const service = httpEmailService(definition, options);
  const driver = httpDriver({ service, operations: load, capabilities: postmarkCapabilities });
  return defineEmailDriver(driver, {
    batchKey,
    webhooks: emailWebhooks('POSTMARK_WEBHOOK_SECRET', options, load),
  });
}

const load = () => import('./operations.ts');
