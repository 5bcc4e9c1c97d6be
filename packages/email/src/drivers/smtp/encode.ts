import type { EmailAddress } from '../../model/address.ts';
import type { PreparedMessage } from '../../model/message.ts';
import type { SmtpEnvelope } from './connection.ts';
import type { Nodemailer } from './nodemailer.ts';

/** What identifies a message: made once for all its attempts, so that a doubled mail can be told by its id. */
export interface MessageIdentity {
  readonly requestId: string;
  readonly at: Date;
}

/** Who the mail goes to, each once; `Bcc` is only here, never in the message. */
export function convertToSmtpEnvelope(message: PreparedMessage): SmtpEnvelope {
  return { from: message.from?.address ?? '', to: [...new Set(recipientsOf(message))] };
}

/** Every recipient's address, in the order of `to`, `cc`, `bcc`. */
export function recipientsOf({ to, cc, bcc }: PreparedMessage): string[] {
  return [...to, ...cc, ...bcc].map(({ address }) => address);
}

/** `<id@domain>` with the sender's domain. */
export function messageIdOf(message: PreparedMessage, { requestId }: MessageIdentity): string {
  const address = message.from?.address ?? '';
  return `<${requestId}@${address.slice(address.lastIndexOf('@') + 1)}>`;
}

/** The message as it goes over the wire (RFC 5322, MIME). */
export function convertToMime(
  { MailComposer }: Nodemailer,
  message: PreparedMessage,
  identity: MessageIdentity,
): Promise<Uint8Array> {
  const composer = new MailComposer({
    ...convertToComposerMail(message),
    messageId: messageIdOf(message, identity),
    date: identity.at,
    baseBoundary: identity.requestId,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return new Promise((resolve, reject) => {
    composer.compile().build((error, bytes) => {
      if (error) reject(error);
      else resolve(bytes);
    });
  });
}

function convertToComposerMail(message: PreparedMessage): Record<string, unknown> {
  const { from, to, cc, replyTo, subject, text, html, headers, attachments } = message;
  return {
    from: from && convertToMailbox(from),
    to: to.map(convertToMailbox),
    ...(cc.length > 0 ? { cc: cc.map(convertToMailbox) } : {}),
    ...(replyTo.length > 0 ? { replyTo: replyTo.map(convertToMailbox) } : {}),
    subject,
    ...(text === undefined ? {} : { text }),
    ...(html === undefined ? {} : { html }),
    headers: headers.map(({ name, value }) => ({ key: name, value })),
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
