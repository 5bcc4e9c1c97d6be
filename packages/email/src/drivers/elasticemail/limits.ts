import { maxConcurrency } from '@org/core';
import { type EmailCapabilities, mebibyte, type PreparedMessage, usualMessage } from '../../driver.ts';
import type { ElasticEmailMessageOptions } from './options.ts';

/** "The API has a limit of 20 concurrent connections": the OpenAPI document. */
export const elasticEmailLimits = [maxConcurrency(20)];

const dayMs = 86_400_000;

/** The OpenAPI document of the API v4 (March 2026). It publishes no size of a bulk request: 1000 is ours. */
export const elasticEmailCapabilities = {
  templates: true,
  contacts: true,
  lists: ['create', 'get', 'list', 'update', 'delete', 'members', 'addMembers', 'removeMembers'],
  suppressions: true,
  messages: true,
  webhooks: true,
  batch: 1_000,
  request: true,
  message: {
    ...usualMessage,
    replyTo: 'one',
    inlineAttachments: false,
    template: true,
    templateVariables: 'text',
    tags: true,
    metadata: true,
    sendAt: true,
    envelopeFrom: true,
    tracking: ['opens', 'clicks'],
  },
  idempotency: 'none',
  limits: { maxTags: 1, maxAttachmentBytes: 20 * mebibyte, maxScheduleMs: 35 * dayMs },
} as const satisfies EmailCapabilities;

/** The capabilities of Elastic Email, as a type. @public */
export interface ElasticEmailCapabilities extends Readonly<typeof elasticEmailCapabilities> {
  readonly providerOptions?: { readonly elasticemail?: ElasticEmailMessageOptions | undefined };
}

/** Can the message go through the bulk endpoint? It has no names of recipients, and no copies. */
export function isBulk({ to, cc, bcc, visibility }: PreparedMessage): boolean {
  return (
    visibility === 'individual' && cc.length + bcc.length === 0 && to.every(({ name }) => name === undefined)
  );
}

/** One bulk request carries one mail to many: each with own variables of the template. */
export function elasticEmailBatchKey(message: PreparedMessage): string | undefined {
  const { from, replyTo, envelopeFrom, subject, html, text, headers, template } = message;
  const { tags, metadata, tracking, sendAt, attachments, providerOptions } = message;
  if (!isBulk(message) || attachments.length > 0 || providerOptions.has('elasticemail')) return undefined;
  const content = [from, replyTo, envelopeFrom, subject, html, text, headers, template?.id];
  return JSON.stringify([...content, tags, [...metadata], tracking, sendAt]);
}
