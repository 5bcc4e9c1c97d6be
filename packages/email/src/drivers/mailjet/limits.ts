import { perMinute } from '@org/core';
import { type EmailCapabilities, usualMessage } from '../../driver.ts';
import type { MailjetMessageOptions } from './options.ts';

/** Mailjet limits calls by the minute and publishes no number: a safe start. */
export const mailjetLimits = [perMinute(1_000)];

const megabyte = 1_000_000;

/** dev.mailjet.com, guides, "Send API v3.1" (September 2023). */
export const mailjetCapabilities = {
  templates: true,
  contacts: ['upsert', 'get', 'list', 'update', 'delete', 'import', 'importStatus', 'fields', 'createField'],
  lists: ['create', 'get', 'list', 'update', 'delete', 'members', 'addMembers', 'removeMembers'],
  messages: true,
  webhooks: ['parse', 'handler', 'create', 'list', 'delete'],
  inbound: 'mailjet',
  batch: 50,
  request: true,
  message: {
    ...usualMessage,
    replyTo: 'one',
    template: true,
    templateVariables: 'json',
    tags: true,
    metadata: true,
    sendAt: false,
    sender: true,
    tracking: ['opens', 'clicks'],
    sandbox: true,
  },
  idempotency: 'none',
  limits: { maxRecipients: 50, maxAttachmentBytes: 15 * megabyte, maxTags: 1 },
} as const satisfies EmailCapabilities;

/** The capabilities of Mailjet, as a type. @public */
export interface MailjetCapabilities extends Readonly<typeof mailjetCapabilities> {
  readonly providerOptions?: { readonly mailjet?: MailjetMessageOptions | undefined };
}
