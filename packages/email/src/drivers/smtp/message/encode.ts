import type { TaskContext } from '@org/core/driver';
import {
  type EmailAddress,
  type MessageHeader,
  type PreparedMessage,
  type RawMail,
  recipientsOf,
} from '../../../driver.ts';
import { composeMail } from '../connection/nodemailer.ts';
import { convertHeaderText, requireShortLines } from './header-lines.ts';
import type { SmtpEnvelope } from './mail.ts';
import { serialize } from './serialize.ts';

/** The identity of a message, the same for all attempts: a doubled mail is recognised by its id. */
export interface MessageIdentity {
  readonly messageId: string;
  readonly requestId: string;
  readonly at: Date;
}

/** Without an own one, the `Message-ID` follows from the idempotency key: a repeated call has the same. */
export async function createIdentity(
  message: PreparedMessage,
  { idempotencyKey, requestId, nowMs }: Pick<TaskContext, 'idempotencyKey' | 'requestId' | 'nowMs'>,
): Promise<MessageIdentity> {
  const at = message.date ?? new Date(nowMs);
  const own = message.messageId;
  if (own !== undefined) return { messageId: `<${own}>`, requestId, at };
  const written = message.raw && headerOf(message.raw, 'message-id');
  if (written !== undefined) return { messageId: written, requestId, at };
  const address = message.from?.address ?? '';
  const domain = address.slice(address.lastIndexOf('@') + 1);
  const id = idempotencyKey === undefined ? requestId : await hash(`${address} ${idempotencyKey}`);
  return { messageId: `<${id}@${domain}>`, requestId, at };
}

// A key may have any length, and may contain text that the recipient must not see.
async function hash(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return Buffer.from(digest).toString('hex').slice(0, 32);
}

/** Each recipient once; `Bcc` is only here, never in the message. */
export function convertToSmtpEnvelope(message: PreparedMessage): SmtpEnvelope {
  const from = message.envelopeFrom ?? message.from?.address ?? '';
  return { from, to: [...new Set(recipientsOf(message))] };
}

/**
 * Is an address of envelope or header fields outside ASCII? Names are encoded, and domains are ASCII
 * already.
 */
export function isInternational(message: PreparedMessage): boolean {
  const { from, sender, envelopeFrom = '', to, cc, bcc, replyTo, raw } = message;
  const all = [from, sender, ...to, ...cc, ...bcc, ...replyTo].map((mailbox) => mailbox?.address ?? '');
  return (
    [envelopeFrom, ...all].some((address) => /\P{ASCII}/u.test(address)) ||
    raw?.headers.some(({ value }) => /\P{ASCII}/u.test(value)) === true
  );
}

/** Bytes above 127 need a server with 8BITMIME. */
export function isAscii(bytes: Uint8Array): boolean {
  return bytes.every((byte) => byte < 0x80);
}

/** A finished message as it is. A server that takes mail adds a missing Message-ID or Date, and so do we. */
function completeRaw(raw: RawMail, { messageId, at }: MessageIdentity): Buffer {
  const date = `Date: ${at.toUTCString().replace('GMT', '+0000')}\r\n`;
  const missing = [
    headerOf(raw, 'message-id') === undefined ? `Message-ID: ${messageId}\r\n` : '',
    headerOf(raw, 'date') === undefined ? date : '',
  ];
  return Buffer.concat([Buffer.from(missing.join('')), raw.bytes]);
}

function headerOf({ headers }: RawMail, wanted: string): string | undefined {
  return headers.find(({ name }) => name.toLowerCase() === wanted)?.value;
}

/**
 * The message as it goes over the wire (RFC 5322, MIME).
 *
 * @throws InvalidInputError for a header line that cannot be folded
 */
export function convertToMime(
  message: PreparedMessage,
  identity: MessageIdentity,
  moreHeaders: readonly MessageHeader[] = [],
): Buffer {
  const bytes =
    message.raw === undefined ? compose(message, identity, moreHeaders) : completeRaw(message.raw, identity);
  requireShortLines(bytes);
  return bytes;
}

function compose(
  message: PreparedMessage,
  { messageId, requestId, at }: MessageIdentity,
  moreHeaders: readonly MessageHeader[],
): Buffer {
  const composed = composeMail({
    ...convertToComposerMail(message, moreHeaders),
    messageId,
    date: at,
    baseBoundary: requestId,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return serialize(composed);
}

/** RFC 5322, appendix A.1.3: a group without members names nobody. */
const undisclosed = 'Undisclosed recipients:;';

function convertToComposerMail(
  message: PreparedMessage,
  moreHeaders: readonly MessageHeader[],
): Record<string, unknown> {
  const { from, sender, to, cc, replyTo, subject = '', text, html, headers, attachments } = message;
  return {
    from: from && convertToMailbox(from),
    ...(sender === undefined ? {} : { sender: convertToMailbox(sender) }),
    to: to.length + cc.length === 0 ? undisclosed : to.map(convertToMailbox),
    ...(cc.length > 0 ? { cc: cc.map(convertToMailbox) } : {}),
    ...(replyTo.length > 0 ? { replyTo: replyTo.map(convertToMailbox) } : {}),
    subject: convertHeaderText('Subject', subject),
    ...(text === undefined ? {} : { text }),
    ...(html === undefined ? {} : { html }),
    alternatives: message.alternatives.map(({ contentType, content }) => ({ contentType, content })),
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
