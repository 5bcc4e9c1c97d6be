import { type CallOptions, UnsupportedError } from '@org/core';
import { fitMessage } from '../content/fit-message.ts';
import { loadDraft } from '../content/load-content.ts';
import type { SenderParts } from '../content/sender-parts.ts';
import { completeRaw } from '../mime/complete-raw.ts';
import { needsMime } from '../mime/needs-mime.ts';
import { composeMail, type MailIdentity } from '../mime/write-mail.ts';
import { formatMailbox } from '../model/address.ts';
import { type EmailCapabilities, methodsOf } from '../model/capabilities.ts';
import type { LossyMapping } from '../model/fit/lossy.ts';
import { readMessage } from '../model/message/read-message.ts';
import type { EmailMessage, PreparedMessage } from '../model/message.ts';
import type { RenderedTemplate } from '../model/resources/template.ts';
import { renderTemplate } from './render-template.ts';

/** A message as its recipients would see it. @public */
export interface MessagePreview {
  readonly from?: string | undefined;
  readonly to: readonly string[];
  readonly cc: readonly string[];
  readonly bcc: readonly string[];
  readonly replyTo: readonly string[];
  readonly subject?: string | undefined;
  readonly html?: string | undefined;
  readonly text?: string | undefined;
  readonly headers: Readonly<Record<string, string>>;
  readonly attachments: readonly AttachmentPreview[];
  /**
   * The whole message as an `.eml` file (RFC 5322), without blind copies. The service composes its own:
   * boundaries, encodings and ids differ. It is `message.raw` where that was given, with a `Message-ID` and a
   * `Date` where it has none.
   */
  readonly raw: Uint8Array;
  /** What the service could not carry as it is. */
  readonly lossy: readonly LossyMapping[];
}

/** An attachment without its content. @public */
export interface AttachmentPreview {
  readonly filename: string;
  readonly contentType: string;
  readonly bytes: number;
  readonly contentId?: string | undefined;
}

/** Does what `send` does before it sends; a template's placeholders are filled here. */
export async function previewMessage(
  parts: SenderParts,
  input: EmailMessage,
  options: CallOptions,
): Promise<MessagePreview> {
  // Which of several services sends it is not known: the message fits each.
  const own = { ...parts, fits: { ...parts.fits, allow: parts.capabilities } };
  const { message, lossy } = await fitMessage(
    own,
    readMessage(input),
    { ...options, onLossy: 'allow' },
    loadDraft,
  );
  const content = message.template === undefined ? message : await fillTemplate(parts, message, options);
  const { runtime } = parts;
  // A recipient of individual mails sees no other.
  const to = message.visibility === 'individual' ? message.to.slice(0, 1) : message.to;
  const id = runtime.randomUUID();
  const domain = message.from?.address.split('@').at(-1) ?? 'localhost';
  const identity = {
    messageId: message.messageId ?? `${id}@${domain}`,
    date: new Date(runtime.now()),
    boundary: id,
    provider: parts.provider,
    operation: 'preview',
  };
  return {
    raw: bytesOf({ ...message, ...content, to }, identity, parts.capabilities),
    from: message.from && formatMailbox(message.from),
    to: to.map(formatMailbox),
    cc: message.cc.map(formatMailbox),
    bcc: message.bcc.map(formatMailbox),
    replyTo: message.replyTo.map(formatMailbox),
    subject: content.subject,
    html: content.html,
    text: content.text,
    headers: Object.fromEntries(message.headers.map(({ name, value }) => [name, value])),
    attachments: message.attachments.map(({ filename, contentType, content: bytes, contentId }) => ({
      filename,
      contentType,
      bytes: bytes.length,
      ...(contentId === undefined ? {} : { contentId }),
    })),
    lossy,
  };
}

/** @throws InvalidInputError for what `send` refuses, where the driver writes the mail itself */
function bytesOf(
  message: PreparedMessage,
  identity: MailIdentity,
  { message: { mime } }: EmailCapabilities,
): Uint8Array {
  if (message.raw !== undefined) return completeRaw(message.raw, identity).bytes;
  const { bytes, refusal } = composeMail(message, identity);
  const isWritten = mime === 'always' || (mime === 'needed' && needsMime(message));
  if (isWritten && refusal !== undefined) throw refusal;
  return bytes;
}

async function fillTemplate(
  { session, provider, capabilities }: SenderParts,
  { template, subject, html, text }: PreparedMessage,
  options: CallOptions,
): Promise<RenderedTemplate> {
  const { templateLanguage: language } = capabilities;
  if (language === undefined || !methodsOf(capabilities, 'templates').includes('get'))
    throw new UnsupportedError({
      message: `${provider} has no preview of templates: their language is not known here.`,
      provider,
      operation: 'preview',
      outcome: 'not-sent',
    });
  const stored = await session.execute('template.get', template?.id ?? '', options);
  const variables = template?.variables ?? new Map();
  const fill = (part: string | undefined, isHtml: boolean) =>
    part === undefined ? undefined : renderTemplate(part, variables, { language, isHtml });
  return {
    subject: fill(subject ?? stored.subject, false),
    html: fill(html ?? stored.html, true),
    text: fill(text ?? stored.text, false),
  };
}
