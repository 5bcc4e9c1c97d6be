import { perMinute } from '@org/core';
import { type BatchKey, type EmailCapabilities, mebibyte, usualMessage } from '../../driver.ts';
import { needsMime } from '../../mime/index.ts';
import type { MailgunMessageOptions } from './options.ts';

/** Mailgun publishes no rate for messages. */
export const mailgunLimits = [perMinute(1_000)];

/** documentation.mailgun.com, Webhooks API: 300 requests a minute for an account. */
export const mailgunLimitGroups = { webhooks: [perMinute(300)] };

const dayMs = 86_400_000;

/** documentation.mailgun.com, API reference: Messages, Templates, Mailing Lists, Suppressions, Events. */
export const mailgunCapabilities = {
  templates: true,
  contacts: false,
  lists: ['create', 'get', 'list', 'update', 'delete', 'members', 'addMembers', 'removeMembers'],
  suppressions: true,
  messages: true,
  webhooks: ['parse', 'handler', 'create', 'list', 'delete'],
  inbound: 'mailgun',
  batch: 1_000,
  request: true,
  message: {
    ...usualMessage,
    raw: true,
    mime: 'needed',
    sender: true,
    alternatives: true,
    replyTo: 'many',
    template: true,
    templateVariables: 'json',
    tags: true,
    metadata: 'visible',
    sendAt: true,
    tracking: ['opens', 'clicks'],
    sandbox: true,
  },
  idempotency: 'none',
  limits: {
    maxRecipients: 1_000,
    maxAttachmentBytes: 25 * mebibyte,
    maxScheduleMs: 3 * dayMs,
    // The variables of a batch have one place for each address.
    maxBatchPerAddress: 1,
  },
} as const satisfies EmailCapabilities;

/** The capabilities of Mailgun, as a type. @public */
export interface MailgunCapabilities extends Readonly<typeof mailgunCapabilities> {
  readonly providerOptions?: { readonly mailgun?: MailgunMessageOptions | undefined };
}

/** The capabilities of a plan that stores scheduled messages longer. */
export function capabilitiesFor(maxScheduleDays = 3): typeof mailgunCapabilities {
  const limits = { ...mailgunCapabilities.limits, maxScheduleMs: maxScheduleDays * dayMs };
  return { ...mailgunCapabilities, limits };
}

// Mailgun does not find the variables of other addresses, and the mail arrives with `To: %recipient%`
// (github.com/mailgun/mailgun.js/issues/413).
const usualLocalPart = /^[\w.-]+@/;

/**
 * A batch is one message whose recipients get separate mails (`recipient-variables`). Mailgun then also fills
 * `%recipient…%`, which must arrive as written.
 */
export const batchKey: BatchKey = (message) => {
  const { to, cc, bcc, attachments, raw, ...content } = message;
  if (raw !== undefined || needsMime(message)) return undefined;
  if (to.length !== 1 || cc.length + bcc.length + attachments.length > 0) return undefined;
  if (!to.every(({ address }) => usualLocalPart.test(address))) return undefined;
  const key = JSON.stringify(content, (_name, value) => (value instanceof Map ? [...value] : value));
  return key.includes('%recipient') ? undefined : key;
};
