import { UnsupportedError } from '@org/core';
import type { EmailCapabilities, EmailLimits, MessageCapabilities } from '../capabilities.ts';
import { withoutRepeats } from '../headers.ts';
import type { PreparedMessage } from '../message.ts';

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
 * lists the loss in `lossy`. @public
 */
export type OnLossy = 'error' | 'warn' | 'allow';

interface Rule extends LossyMapping {
  readonly applies: (message: PreparedMessage, can: MessageCapabilities, limits: EmailLimits) => boolean;
  /** The fields that change. */
  readonly degrade: (
    message: PreparedMessage,
    can: MessageCapabilities,
    limits: EmailLimits,
  ) => Partial<PreparedMessage>;
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

type Absent =
  | 'headers'
  | 'tags'
  | 'metadata'
  | 'sender'
  | 'envelopeFrom'
  | 'messageId'
  | 'date'
  | 'alternatives';

/** A field that the service lacks is left out. */
const absent = (field: Absent, detail: string): Rule =>
  dropped(
    field,
    detail,
    (message, can) => !can[field] && !isEmpty(message[field]),
    (message) => ({ [field]: emptied(message[field]) }),
  );

function isEmpty(value: PreparedMessage[Absent]): boolean {
  if (value instanceof Map) return value.size === 0;
  return Array.isArray(value) ? value.length === 0 : value === undefined;
}

function emptied(value: PreparedMessage[Absent]) {
  if (value instanceof Map) return new Map();
  return Array.isArray(value) ? [] : undefined;
}

const rules: readonly Rule[] = [
  merged('cc', 'copies are sent as separate mails'),
  merged('bcc', 'blind copies are sent as separate mails'),
  {
    field: 'text',
    action: 'approximated',
    detail: 'a text without HTML is sent as preformatted HTML',
    applies: ({ text, html }, can) =>
      text !== undefined && html === undefined && (can.text === 'none' || can.text === 'with-html'),
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
    'text',
    'the service sends HTML or text, and keeps the HTML',
    ({ text, html }, can) => text !== undefined && html !== undefined && can.text === 'either',
    () => ({ text: undefined }),
  ),
  dropped(
    'replyTo',
    'only the first reply address is kept',
    ({ replyTo }, can) => replyTo.length > 1 && can.replyTo === 'one',
    ({ replyTo }) => ({ replyTo: replyTo.slice(0, 1) }),
  ),
  dropped(
    'replyTo',
    'the names of reply addresses are left out',
    ({ replyTo }, can) => can.replyToNames === false && replyTo.some(({ name }) => name !== undefined),
    ({ replyTo }) => ({ replyTo: replyTo.map(({ address }) => ({ address })) }),
  ),
  absent('headers', 'the service accepts no headers'),
  dropped(
    'headers',
    'the service takes each header once, and the first is kept',
    ({ headers }, can) =>
      headers.length > 1 && can.repeatedHeaders !== true && withoutRepeats(headers).length < headers.length,
    ({ headers }) => ({ headers: withoutRepeats(headers) }),
  ),
  absent('tags', 'the service has no tags'),
  dropped(
    'tags',
    'the service takes fewer tags, and the first are kept',
    ({ tags }, can, { maxTags = Infinity }) => can.tags && tags.length > maxTags,
    ({ tags }, _can, { maxTags }) => ({ tags: tags.slice(0, maxTags) }),
  ),
  absent('metadata', 'the service does not return metadata'),
  absent('sender', 'the service writes no Sender header'),
  absent('envelopeFrom', 'the service chooses the reverse path itself'),
  absent('messageId', 'the service makes the Message-ID itself'),
  absent('date', 'the service writes the Date itself'),
  absent('alternatives', 'the service carries HTML and text only'),
  dropped(
    'tracking',
    'the service tracks as its own settings say',
    ({ tracking }, { tracking: can = [] }) => trackingSwitches(tracking).some((name) => !can.includes(name)),
    ({ tracking }, { tracking: can = [] }) => ({
      tracking: Object.fromEntries(
        Object.entries(tracking).filter(([name]) => can.some((own) => own === name)),
      ),
    }),
  ),
];

function trackingSwitches(tracking: PreparedMessage['tracking']): ('opens' | 'clicks')[] {
  return (['opens', 'clicks'] as const).filter((name) => tracking[name] !== undefined);
}

/** The losses of this message with this driver, and the message without them. */
export function decideLossy(
  message: PreparedMessage,
  { message: can, limits }: EmailCapabilities,
): { readonly message: PreparedMessage; readonly lossy: readonly LossyMapping[] } {
  let fitted = message;
  const lossy: LossyMapping[] = [];
  for (const { field, action, detail, applies, degrade } of rules) {
    if (!applies(message, can, limits)) continue;
    fitted = { ...fitted, ...degrade(fitted, can, limits) };
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

/** Metadata that recipients can read is reported, and is valid: the service has no other place for it. */
export function findVisibleMetadata(
  { metadata }: PreparedMessage,
  { message: can }: EmailCapabilities,
): LossyMapping[] {
  if (metadata.size === 0 || can.metadata !== 'visible') return [];
  return [
    { field: 'metadata', action: 'approximated', detail: 'it is in a header that recipients can read' },
  ];
}

/** File names that the service damages are written in ASCII, which is reported and is valid. */
export function findRenamedFiles(
  { attachments }: PreparedMessage,
  { message: can }: EmailCapabilities,
): LossyMapping[] {
  if (can.filenames !== 'ascii' || attachments.every(({ filename }) => !/\P{ASCII}/u.test(filename)))
    return [];
  return [{ field: 'attachments', action: 'approximated', detail: 'file names are written in ASCII' }];
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
