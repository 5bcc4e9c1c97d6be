import { perMinute } from '@org/core';
import { type EmailCapabilities, mebibyte, usualMessage } from '../../driver.ts';
import type { MailerSendMessageOptions } from './options.ts';

/** developers.mailersend.com, "Rate limits". */
export const mailersendLimitGroups = { send: [perMinute(120)], other: [perMinute(60)] };

const hourMs = 3_600_000;

/**
 * developers.mailersend.com, "Email". Its bulk endpoint answers one id for the whole request, and neither ids
 * nor refusals of the messages: it is not a `batch`.
 */
export const mailersendCapabilities = {
  // A template of MailerSend has no subject: creating one would lose it.
  templates: ['get', 'list', 'delete'],
  contacts: false,
  suppressions: ['list', 'add', 'remove'],
  // An entry of the activity does not say which message it is about.
  messages: ['get', 'cancel'],
  webhooks: ['parse', 'handler', 'create', 'list', 'delete'],
  inbound: 'mailersend',
  request: true,
  message: {
    ...usualMessage,
    repeatedHeaders: true,
    replyTo: 'one',
    template: true,
    templateVariables: 'json',
    tags: true,
    metadata: false,
    sendAt: true,
    tracking: ['opens', 'clicks'],
  },
  idempotency: 'none',
  limits: {
    maxTo: 50,
    maxCc: 10,
    maxBcc: 10,
    maxAttachmentBytes: 25 * mebibyte,
    maxScheduleMs: 72 * hourMs,
  },
} as const satisfies EmailCapabilities;

/** The capabilities of MailerSend, as a type. @public */
export interface MailerSendCapabilities extends Readonly<typeof mailersendCapabilities> {
  readonly providerOptions?: { readonly mailersend?: MailerSendMessageOptions | undefined };
}
