import { perMinute, perSecond, perWindow } from '@org/core';
import { type BatchKey, type EmailCapabilities, recipientsOf, usualMessage } from '../../driver.ts';
import type { BrevoMessageOptions } from './options.ts';

const hourMs = 3_600_000;

/** developers.brevo.com, "Rate limits", general tier. Sends have the first limit only. */
export const brevoLimits = [perSecond(1_000)];
export const brevoLimitGroups = {
  batch: [perMinute(100)], // "Batch send transactional emails": 6000 per hour, 100 per minute
  smtp: [perWindow(300, hourMs)],
  contacts: [perSecond(10)],
  other: [perWindow(100, hourMs)],
};

/** `sendSmtpEmail` of Brevo's API description (getbrevo/brevo-go, February 2025), and its guides. */
export const brevoCapabilities = {
  templates: true,
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
  lists: ['create', 'get', 'list', 'update', 'delete', 'members', 'addMembers', 'removeMembers'],
  suppressions: ['list', 'add', 'remove'],
  messages: ['get', 'events', 'cancel'],
  webhooks: ['parse', 'handler', 'create', 'list', 'delete'],
  inbound: 'brevo',
  batch: 1_000,
  request: true,
  message: {
    ...usualMessage,
    text: 'with-html',
    replyTo: 'one',
    inlineAttachments: false,
    filenames: 'ascii',
    template: true,
    templateVariables: 'json',
    tags: true,
    metadata: 'visible',
    sendAt: true,
    sandbox: true,
  },
  idempotency: 'dedupe',
  limits: { maxRecipients: 99 }, // of one message version
} as const satisfies EmailCapabilities;

/** The capabilities of Brevo, as a type. @public */
export interface BrevoCapabilities extends Readonly<typeof brevoCapabilities> {
  readonly providerOptions?: { readonly brevo?: BrevoMessageOptions | undefined };
}

// A request has at most 2000 recipients and 1000 KB of params, for at most 1000 versions.
const mostRecipients = 2;
const mostParamsLength = 900;

/**
 * Versions of one request differ in recipients, reply address, subject, content and params. All else is of
 * the whole request.
 */
export const brevoBatchKey: BatchKey = (message) => {
  const { from, headers, attachments, tags, metadata, template, html, text, sendAt, sandbox } = message;
  const { params, ...options } = Object(message.providerOptions.get('brevo')) as BrevoMessageOptions;
  if (attachments.length > 0 || recipientsOf(message).length > mostRecipients) return undefined;
  const values = [...(template?.variables ?? []), params];
  if (JSON.stringify(values).length > mostParamsLength) return undefined;
  const content = [template?.id, html !== undefined, text !== undefined, params !== undefined];
  return JSON.stringify([from, headers, tags, [...metadata], content, sendAt, sandbox, options]);
};
