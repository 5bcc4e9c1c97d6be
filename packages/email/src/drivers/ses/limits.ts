import { type Constraint, perMinute, perSecond } from '@org/core';
import { type EmailCapabilities, mebibyte, type PreparedMessage, usualMessage } from '../../driver.ts';
import type { SesMessageOptions } from './options.ts';

/**
 * Amazon SES Developer Guide, "Service quotas": 50 recipients of a message; 40 MB of a message in base64.
 * API model `sesv2/2019-09-27` of botocore 1.44.5: everything else.
 */
export const sesCapabilities = {
  templates: ['create', 'get', 'list', 'update', 'delete', 'render'],
  contacts: true,
  lists: ['create', 'get', 'list', 'update', 'delete', 'members', 'addMembers', 'removeMembers'],
  suppressions: true,
  messages: ['get'],
  webhooks: true,
  inbound: 'ses',
  batch: 50,
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
    withoutTo: true,
    raw: true,
    mime: 'needed',
    sender: true,
    alternatives: true,
    tracking: ['opens', 'clicks'],
    stream: true,
  },
  idempotency: 'none',
  limits: { maxRecipients: 50, maxAttachmentBytes: 30 * mebibyte },
} as const satisfies EmailCapabilities;

/** The capabilities of Amazon SES, as a type. @public */
export interface SesCapabilities extends Readonly<Omit<typeof sesCapabilities, 'batch'>> {
  /** One request may have as many recipients as the account may send to in a second. */
  readonly batch: number;
  readonly providerOptions?: { readonly ses?: SesMessageOptions | undefined };
}

/** The operations that the API reference allows once a second, each by itself. */
const slow = [
  'template.create',
  'template.get',
  'template.list',
  'template.replace',
  'template.delete',
  'template.render',
  'message.get',
];

/**
 * The account's sending rate counts recipients; SES publishes none, as it differs by account. Without
 * `maxSendRate`, 1000 requests a minute.
 */
export function sesLimits(maxSendRate: number | undefined) {
  const groups = slow.map((name): [string, readonly Constraint[]] => [name, [perSecond(1)]]);
  const limits = maxSendRate === undefined ? [perMinute(1_000)] : [];
  const send = maxSendRate === undefined ? [] : [perSecond(maxSendRate)];
  return { limits, limitGroups: { ...Object.fromEntries(groups), send } };
}

/** A bulk request has one sender and one template for all; other content and attachments go alone. */
export function sesBatchKey(message: PreparedMessage): string | undefined {
  const { template, attachments, stream, from, replyTo, tracking, providerOptions } = message;
  const { contactList, ...options } = Object(providerOptions.get('ses')) as SesMessageOptions;
  if (template === undefined || attachments.length > 0 || stream !== undefined || contactList !== undefined)
    return undefined;
  const { opens, clicks } = tracking;
  return JSON.stringify([template.id, from, replyTo, opens, clicks, Object.entries(options).sort()]);
}
