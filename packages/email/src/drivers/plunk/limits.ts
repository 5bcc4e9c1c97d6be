import { perMinute } from '@org/core';
import { type EmailCapabilities, mebibyte } from '../../driver.ts';
import type { PlunkMessageOptions } from './options.ts';

/** "1000 requests per minute per project": docs.useplunk.com, API reference, overview. */
export const plunkLimits = [perMinute(1_000)];

/**
 * docs.useplunk.com, API reference, "Send an email". Attachments: 10 files, together 10 MB unless the host
 * sets another limit.
 */
export const plunkCapabilities = {
  templates: ['create', 'get', 'list', 'update', 'delete', 'duplicate', 'usage'],
  templateLanguage: 'plunk',
  contacts: ['upsert', 'get', 'list', 'update', 'delete', 'import', 'importStatus', 'fields', 'deleteField'],
  suppressions: ['check', 'list', 'add'],
  messages: ['events'],
  webhooks: ['parse', 'handler'],
  request: true,
  message: {
    cc: false,
    bcc: false,
    text: 'none',
    replyTo: 'one',
    replyToNames: false,
    headers: true,
    attachments: true,
    inlineAttachments: true,
    template: true,
    tags: false,
    metadata: false,
    sendAt: false,
    visibility: 'individual',
    internationalLocalPart: false,
  },
  idempotency: 'refuse',
  // docs.useplunk.com, guides, "Idempotency"; a self-hosted Plunk may have another window.
  idempotencyWindowMs: 24 * 60 * 60_000,
  limits: { maxAttachments: 10, maxAttachmentBytes: 10 * mebibyte },
} as const satisfies EmailCapabilities;

/** The capabilities of Plunk, as a type. @public */
export interface PlunkCapabilities extends Readonly<typeof plunkCapabilities> {
  readonly providerOptions?: { readonly plunk?: PlunkMessageOptions | undefined };
}
