import { sendDriver, webhookPart } from '../../light/kit.ts';
import type { SendDriver } from '../../light/names.ts';
import { classifyPostmarkFailure as classify } from './errors.ts';
import { type PostmarkCapabilities, postmarkCapabilities } from './limits.ts';
import { sendRequest as send } from './send-request.ts';
import { type PostmarkOptions, postmarkService } from './service.ts';
import { webhookScheme } from './webhooks.ts';

export type * from '../../light/names.ts';
export { createEmailClient, lateContent } from '../../light/names.ts';
export type { PostmarkCapabilities } from './limits.ts';
export type { PostmarkMessageOptions } from './options.ts';
export type { PostmarkOptions } from './service.ts';

/**
 * `postmark()` of `@org/email/postmark` that only sends: for `createEmailClient` of this entry. @public
 *
 * @example
 * const email = createEmailClient({ driver: postmark() });
 */
export function postmark(options: PostmarkOptions = {}): SendDriver<PostmarkCapabilities, 'postmark'> {
  return sendDriver(postmarkService(options), options, {
    send,
    classify,
    capabilities: postmarkCapabilities,
  });
}

/** Receives the service's webhooks: `createEmailClient({ driver: postmark(), use: webhooks })`. @public */
export const webhooks = /* @__PURE__ */ webhookPart('postmark', webhookScheme);
