import type { TaskContext } from '@org/core/driver';
import { recipientsOf } from '../../../driver.ts';
import type { EmailAddress } from '../../../model/address.ts';
import type { MessageHeader } from '../../../model/headers.ts';
import type { PreparedMessage } from '../../../model/message.ts';
import { composeMail } from '../connection/nodemailer.ts';
import { convertHeaderText, requireShortLines } from './header-lines.ts';
import type { SmtpEnvelope } from './mail.ts';

/** The identity of a message, the same for all attempts: a doubled mail is recognised by its id. */
export interface MessageIdentity {
  readonly messageId: string;
  readonly requestId: string;
  readonly at: Date;
}

/** The `Message-ID` follows from the caller's idempotency key: a repeated call has the same one. */
export async function createIdentity(
  message: PreparedMessage,
  { idempotencyKey, requestId, nowMs }: Pick<TaskContext, 'idempotencyKey' | 'requestId' | 'nowMs'>,
): Promise<MessageIdentity> {
  const address = message.from?.address ?? '';
  const domain = address.slice(address.lastIndexOf('@') + 1);
  const id = idempotencyKey === undefined ? requestId : await hash(`${address} ${idempotencyKey}`);
  return { messageId: `<${id}@${domain}>`, requestId, at: new Date(nowMs) };
}

// A key may have any length, and may contain text that the recipient must not see.
async function hash(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return Buffer.from(digest).toString('hex').slice(0, 32);
}

/** Each recipient once; `Bcc` is only here, never in the message. */
export function convertToSmtpEnvelope(message: PreparedMessage): SmtpEnvelope {
  return { from: message.from?.address ?? '', to: [...new Set(recipientsOf(message))] };
}

/**
 * Is an address of envelope or header fields outside ASCII? Names are encoded, and domains are ASCII
 * already.
 */
export function isInternational({ from, to, cc, bcc, replyTo }: PreparedMessage): boolean {
  const all = [...(from === undefined ? [] : [from]), ...to, ...cc, ...bcc, ...replyTo];
  return all.some(({ address }) => /\P{ASCII}/u.test(address));
}

/**
 * The message as it goes over the wire (RFC 5322, MIME).
 *
 * @throws InvalidInputError for a header line that cannot be folded
 */
export async function convertToMime(
  message: PreparedMessage,
  { messageId, requestId, at }: MessageIdentity,
  moreHeaders: readonly MessageHeader[] = [],
): Promise<Uint8Array> {
  const bytes = await composeMail({
    ...convertToComposerMail(message, moreHeaders),
    messageId,
    date: at,
    baseBoundary: requestId,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  requireShortLines(bytes);
  return bytes;
}

function convertToComposerMail(
  message: PreparedMessage,
  moreHeaders: readonly MessageHeader[],
): Record<string, unknown> {
  const { from, to, cc, replyTo, subject = '', text, html, headers, attachments } = message;
  return {
    from: from && convertToMailbox(from),
    to: to.map(convertToMailbox),
    ...(cc.length > 0 ? { cc: cc.map(convertToMailbox) } : {}),
    ...(replyTo.length > 0 ? { replyTo: replyTo.map(convertToMailbox) } : {}),
    subject: convertHeaderText('Subject', subject),
    ...(text === undefined ? {} : { text }),
    ...(html === undefined ? {} : { html }),
    headers: [...headers, ...moreHeaders].map(({ name, value }) => ({
      key: name,
      value: convertHeaderText(name, value),
    })),
    attachments: attachments.map(({ filename, content, contentType, disposition, contentId }) => ({
      filename,
      content: Buffer.from(content.buffer, content.byteOffset, content.byteLength),
      contentType,
      contentDisposition: disposition,
      ...(contentId === undefined ? {} : { cid: contentId }),
    })),
  };
}

function convertToMailbox({ address, name }: EmailAddress): { address: string; name: string } {
  return { address, name: name ?? '' };
}
