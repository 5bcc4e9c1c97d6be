import { type Issue, PayloadTooLargeError, UnsupportedError } from '@org/core';
import type { EmailCapabilities, MessageCapabilities } from './capabilities.ts';
import type { PreparedMessage } from './message.ts';

/** A part of a message that the service cannot carry unchanged, and its replacement. @public */
export interface LossyMapping {
  /** The field of the message, or `idempotencyKey`. */
  readonly field: string;
  /** Dropped, moved to another field, or replaced by a similar one. */
  readonly action: 'dropped' | 'merged' | 'approximated';
  /** The change, in words. */
  readonly detail: string;
}

/**
 * The answer to a loss: refuse before anything is sent, send and warn on the console, or send. The result
 * lists the loss in `lossy`.
 *
 * @public
 */
export type OnLossy = 'error' | 'warn' | 'allow';

interface Rule extends LossyMapping {
  readonly applies: (message: PreparedMessage, can: MessageCapabilities) => boolean;
  /** The fields that change. */
  readonly degrade: (message: PreparedMessage) => Partial<PreparedMessage>;
}

/** Copies become separate mails, whose recipients see no other address. */
const merged = (field: 'cc' | 'bcc', detail: string): Rule => ({
  field,
  action: 'merged',
  detail,
  applies: (message, can) => message[field].length > 0 && !can[field],
  degrade: (message) => ({ to: [...message.to, ...message[field]], [field]: [], visibility: 'individual' }),
});

const dropped = (
  field: keyof PreparedMessage,
  detail: string,
  applies: Rule['applies'],
  degrade: Rule['degrade'],
): Rule => ({ field, action: 'dropped', detail, applies, degrade });

const rules: readonly Rule[] = [
  merged('cc', 'copies are sent as separate mails'),
  merged('bcc', 'blind copies are sent as separate mails'),
  {
    field: 'text',
    action: 'approximated',
    detail: 'a text without HTML is sent as preformatted HTML',
    applies: ({ text, html }, can) => text !== undefined && html === undefined && can.text !== 'alone',
    degrade: ({ text = '' }) => ({
      html: `<pre style="white-space:pre-wrap;font:inherit">${escapeHtml(text)}</pre>`,
      text: undefined,
    }),
  },
  dropped(
    'text',
    'the service makes the text part itself, from the HTML',
    ({ text, html }, can) => text !== undefined && html !== undefined && can.text === 'none',
    () => ({ text: undefined }),
  ),
  dropped(
    'replyTo',
    'only the first reply address is kept',
    ({ replyTo }, can) => replyTo.length > 1 && can.replyTo === 'one',
    ({ replyTo }) => ({ replyTo: replyTo.slice(0, 1) }),
  ),
  dropped(
    'headers',
    'the service accepts no headers',
    ({ headers }, can) => headers.length > 0 && !can.headers,
    () => ({ headers: [] }),
  ),
  dropped(
    'tags',
    'the service has no tags',
    ({ tags }, can) => tags.length > 0 && !can.tags,
    () => ({ tags: [] }),
  ),
  dropped(
    'metadata',
    'the service does not return metadata',
    ({ metadata }, can) => metadata.size > 0 && !can.metadata,
    () => ({ metadata: new Map() }),
  ),
];

/** The losses of this message with this driver, and the message without them. */
export function decideLossy(
  message: PreparedMessage,
  { message: can }: EmailCapabilities,
): { readonly message: PreparedMessage; readonly lossy: readonly LossyMapping[] } {
  let fitted = message;
  const lossy: LossyMapping[] = [];
  for (const { field, action, detail, applies, degrade } of rules) {
    if (!applies(message, can)) continue;
    fitted = { ...fitted, ...degrade(fitted) };
    lossy.push({ field, action, detail });
  }
  return { message: fitted, lossy };
}

/**
 * A key for a service without keys is reported and is never an error: the same call may go to several
 * services.
 */
export function findUnusedKey(key: string | undefined, { idempotency }: EmailCapabilities): LossyMapping[] {
  if (key === undefined || idempotency !== 'none') return [];
  const detail = 'the service does not recognise a repeated call, which is a second mail';
  return [{ field: 'idempotencyKey', action: 'dropped', detail }];
}

/** The error of a loss that the caller does not allow. */
export function lossyError(lossy: readonly LossyMapping[], provider: string): UnsupportedError {
  const fields = lossy.map(({ field }) => `\`${field}\``).join(', ');
  const details = lossy.map(({ detail }) => detail).join(', and ');
  return new UnsupportedError({
    message:
      `${provider} cannot carry ${fields} as it is. Leave it out or use another driver; ` +
      `with onLossy: 'allow', ${details}.`,
    provider,
    outcome: 'not-sent',
    issues: lossy.map(({ field, detail }) => ({ path: field, message: detail })),
  });
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

const nonAsciiLocalPart = /\P{ASCII}.*@/u;

/**
 * Checks the parts that `onLossy` cannot save: without them it would be another message.
 *
 * @throws UnsupportedError, PayloadTooLargeError
 */
export function checkSupport(
  message: PreparedMessage,
  capabilities: EmailCapabilities,
  provider: string,
): void {
  const common = { provider, outcome: 'not-sent' } as const;
  const issues = findUnsupported(message, capabilities);
  const [first] = issues;
  if (first !== undefined) {
    const text = `${provider} cannot send this message: \`${first.path}\` ${first.message}.`;
    throw new UnsupportedError({ ...common, message: text, issues });
  }
  const excess = findExcess(message, capabilities);
  if (excess !== undefined)
    throw new PayloadTooLargeError({
      ...common,
      message: `${provider} takes ${excess.message}.`,
      issues: [excess],
    });
}

function findUnsupported(message: PreparedMessage, { message: can }: EmailCapabilities): Issue[] {
  const issues: Issue[] = [];
  const refuse = (path: string, text: string) => void issues.push({ path, message: text });
  const { template, sendAt, attachments, to, cc, visibility } = message;
  if (template !== undefined && !can.template)
    refuse('template', 'is not possible: the service stores no templates');
  if (sendAt !== undefined && !can.sendAt)
    refuse('sendAt', 'is not possible: the service does not send later');
  if (attachments.length > 0 && !can.attachments) refuse('attachments', 'are not possible');
  const inline = attachments.findIndex(({ disposition }) => disposition === 'inline');
  if (inline !== -1 && !can.inlineAttachments) refuse(`attachments[${inline}]`, 'cannot be inline');
  const isShared = visibility === 'shared' && to.length + cc.length > 1;
  if (isShared && can.visibility === 'individual')
    refuse('recipientVisibility', "cannot be 'shared': every recipient gets a separate mail");
  const international = can.internationalLocalPart ? undefined : findInternational(message);
  if (international !== undefined)
    refuse(international, 'has a non-ASCII part before the @, which the service refuses');
  return issues;
}

/** The path of the first address with a local part outside ASCII. */
function findInternational(message: PreparedMessage): string | undefined {
  for (const key of ['to', 'cc', 'bcc', 'replyTo'] as const) {
    const index = message[key].findIndex(({ address }) => nonAsciiLocalPart.test(address));
    if (index !== -1) return `${key}[${index}]`;
  }
  return nonAsciiLocalPart.test(message.from?.address ?? '') ? 'from' : undefined;
}

function findExcess(
  { to, cc, bcc, attachments, visibility }: PreparedMessage,
  { limits }: EmailCapabilities,
): Issue | undefined {
  const { maxRecipients = Infinity, maxAttachments = Infinity, maxAttachmentBytes = Infinity } = limits;
  const recipients = visibility === 'shared' ? to.length + cc.length + bcc.length : 1;
  const bytes = attachments.reduce((sum, { content }) => sum + content.length, 0);
  if (recipients > maxRecipients)
    return { path: 'to', message: `at most ${maxRecipients} recipients for one mail` };
  if (attachments.length > maxAttachments)
    return { path: 'attachments', message: `at most ${maxAttachments} attachments` };
  if (bytes > maxAttachmentBytes)
    return { path: 'attachments', message: `at most ${maxAttachmentBytes} bytes of attachments` };
  return undefined;
}
