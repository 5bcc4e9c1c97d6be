import {
  type EmailCapabilities,
  mebibyte,
  type PreparedMessage,
  recipientsOf,
  usualMessage,
} from '../../driver.ts';
import type { SendGridMessageOptions } from './options.ts';

const hourMs = 3_600_000;

/**
 * twilio/sendgrid-oai (January 2026): `tsg_mail_v3` and the descriptions of the other parts. Contacts and
 * members of lists have no list: the API shows a sample of 50.
 */
export const sendGridCapabilities = {
  templates: ['create', 'get', 'list', 'update', 'delete', 'duplicate'],
  contacts: ['upsert', 'get', 'delete', 'import', 'importStatus', 'fields', 'createField', 'deleteField'],
  lists: ['create', 'get', 'list', 'update', 'delete', 'addMembers', 'removeMembers'],
  suppressions: true,
  messages: ['get', 'events', 'cancel'],
  webhooks: ['parse', 'handler', 'create', 'list', 'delete'],
  inbound: 'sendgrid',
  batch: 1_000,
  request: true,
  message: {
    ...usualMessage,
    replyTo: 'many',
    alternatives: true,
    template: true,
    templateVariables: 'json',
    tags: true,
    metadata: true,
    sendAt: true,
    tracking: ['opens', 'clicks'],
    stream: true,
    sandbox: true,
  },
  idempotency: 'none',
  limits: {
    maxRecipients: 1_000,
    maxTags: 10,
    maxScheduleMs: 72 * hourMs,
    maxAttachmentBytes: 30 * mebibyte,
  },
} as const satisfies EmailCapabilities;

/** The capabilities of SendGrid, as a type. @public */
export interface SendGridCapabilities extends Readonly<typeof sendGridCapabilities> {
  readonly providerOptions?: { readonly sendgrid?: SendGridMessageOptions | undefined };
}

/**
 * One request carries one content to up to 1000 recipients: each with an own subject, own headers, variables
 * and metadata.
 */
export function sendGridBatchKey(message: PreparedMessage): string | undefined {
  const { from, replyTo, html, text, alternatives, template, tags, tracking, stream, providerOptions } =
    message;
  const isSingle =
    message.sendAt !== undefined ||
    message.sandbox ||
    message.attachments.length > 0 ||
    providerOptions.has('sendgrid') ||
    recipientsOf(message).length > 1;
  if (isSingle) return undefined;
  return JSON.stringify([from, replyTo, html, text, alternatives, template?.id, tags, tracking, stream]);
}
