import { perMinute } from '@org/core';
import type { BatchKey } from '../../driver.ts';
import type { EmailCapabilities } from '../../model/capabilities.ts';
import { utf8Length } from '../../model/text.ts';
import type { PostmarkMessageOptions } from './options.ts';

/** Postmark publishes no rate. */
export const postmarkLimits = [perMinute(1_000)];

const mebibyte = 1024 * 1024;

/** postmarkapp.com/developer: Email API, Templates API, Suppressions API, Webhooks API. */
export const postmarkCapabilities = {
  templates: ['create', 'get', 'list', 'update', 'delete', 'render'],
  contacts: false,
  suppressions: true,
  messages: true,
  webhooks: ['parse', 'handler', 'create', 'list', 'delete'],
  batch: 500,
  request: true,
  message: {
    cc: true,
    bcc: true,
    text: 'alone',
    replyTo: 'many',
    headers: true,
    attachments: true,
    inlineAttachments: true,
    template: true,
    templateVariables: 'json',
    tags: true,
    metadata: true,
    sendAt: false,
    visibility: 'shared',
    internationalLocalPart: false,
    tracking: ['opens', 'clicks'],
    stream: true,
  },
  idempotency: 'none',
  limits: { maxRecipients: 50, maxAttachmentBytes: 10 * mebibyte, maxTags: 1 },
} as const satisfies EmailCapabilities;

/** The capabilities of Postmark, as a type. @public */
export interface PostmarkCapabilities extends Readonly<typeof postmarkCapabilities> {
  readonly providerOptions?: { readonly postmark?: PostmarkMessageOptions | undefined };
}

// A batch has at most 500 messages and 50 MB: with this size, 500 messages always fit.
const maxBatchedBytes = 100_000;

/** Messages with a template have an endpoint of their own; large ones go alone. */
export const batchKey: BatchKey = ({ template, html = '', text = '', attachments }) => {
  const fileBytes = attachments.reduce((sum, { content }) => sum + content.length, 0);
  if (utf8Length(html) + utf8Length(text) + (fileBytes * 4) / 3 > maxBatchedBytes) return undefined;
  return template === undefined ? 'content' : 'template';
};
