import { perMinute } from '@org/core';
import { type EmailCapabilities, mebibyte, usualMessage } from '../../driver.ts';
import type { PostmarkMessageOptions } from './options.ts';

/** Postmark publishes no rate. */
export const postmarkLimits = [perMinute(1_000)];

/** postmarkapp.com/developer: Email API, Templates API, Suppressions API, Webhooks API. */
export const postmarkCapabilities = {
  templates: ['create', 'get', 'list', 'update', 'delete', 'render'],
  contacts: false,
  suppressions: true,
  messages: true,
  webhooks: ['parse', 'handler', 'create', 'list', 'delete'],
  inbound: 'postmark',
  batch: 500,
  request: true,
  message: {
    ...usualMessage,
    repeatedHeaders: true,
    replyTo: 'many',
    template: true,
    templateVariables: 'json',
    tags: true,
    metadata: true,
    sendAt: false,
    tracking: ['opens', 'clicks'],
    stream: true,
  },
  idempotency: 'none',
  limits: {
    maxRecipients: 50,
    maxAttachmentBytes: 10 * mebibyte,
    maxTags: 1,
    maxBatchBytes: 50_000_000,
  },
} as const satisfies EmailCapabilities;

/** The capabilities of Postmark, as a type. @public */
export interface PostmarkCapabilities extends Readonly<typeof postmarkCapabilities> {
  readonly providerOptions?: { readonly postmark?: PostmarkMessageOptions | undefined };
}
