import { httpDriver } from '@org/core/driver';
import { defineEmailDriver, type EmailDriver, emailWebhooks } from '../../driver.ts';
import { type PostmarkCapabilities, postmarkCapabilities } from './limits.ts';
import { type PostmarkOptions, postmarkService } from './service.ts';

export type { PostmarkCapabilities } from './limits.ts';
export type { PostmarkMessageOptions } from './options.ts';
export type { PostmarkOptions } from './service.ts';

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
  const service = postmarkService(options);
  const driver = httpDriver({ service, operations: load, capabilities: postmarkCapabilities });
  return defineEmailDriver(driver, {
    // Messages with a template have a separate endpoint.
    batchKey: ({ template }) => (template === undefined ? 'content' : 'template'),
    webhooks: emailWebhooks('POSTMARK_WEBHOOK_SECRET', options, load),
  });
}

const load = () => import('./operations.ts');
