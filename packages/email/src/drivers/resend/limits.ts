import { perSecond } from '@org/core';
import { type EmailCapabilities, mebibyte, type PreparedMessage, usualMessage } from '../../driver.ts';
import type { ResendMessageOptions } from './options.ts';

/** Of the whole team, all keys together: resend.com/docs, API reference, "Rate limit". */
export const resendLimits = [perSecond(2)];

/** resend/resend-openapi (August 2026), `POST /emails`; 40 MB for one email. */
export const resendCapabilities = {
  templates: ['create', 'get', 'list', 'update', 'delete', 'duplicate'],
  templateLanguage: 'triple-braces',
  contacts: [
    'upsert',
    'get',
    'list',
    'update',
    'delete',
    'import',
    'importStatus',
    'fields',
    'createField',
    'deleteField',
  ],
  lists: true,
  suppressions: true,
  messages: ['get', 'cancel', 'reschedule'],
  webhooks: ['parse', 'handler', 'create', 'list', 'delete'],
  inbound: 'resend',
  batch: 100,
  request: true,
  message: {
    ...usualMessage,
    replyTo: 'many',
    template: true,
    templateVariables: 'numbers',
    tags: true,
    metadata: true,
    sendAt: true,
    stream: true,
  },
  idempotency: 'replay',
  // resend.com/docs, "Idempotency keys".
  idempotencyWindowMs: 24 * 60 * 60_000,
  limits: { maxTo: 50, maxAttachmentBytes: 40 * mebibyte },
} as const satisfies EmailCapabilities;

/** The capabilities of Resend, as a type. @public */
export interface ResendCapabilities extends Readonly<typeof resendCapabilities> {
  readonly providerOptions?: { readonly resend?: ResendMessageOptions | undefined };
}

/** A batch carries neither attachments nor scheduled messages: `POST /emails/batch`. */
export function resendBatchKey({
  attachments,
  sendAt,
  providerOptions,
}: PreparedMessage): string | undefined {
  const isSingle = attachments.length > 0 || sendAt !== undefined || providerOptions.has('resend');
  return isSingle ? undefined : 'batch';
}
