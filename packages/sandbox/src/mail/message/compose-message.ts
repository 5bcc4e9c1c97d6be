import { encode as encodeBase64, wrap as wrapBase64 } from 'nodemailer/lib/base64';
import MailComposer from 'nodemailer/lib/mail-composer';
import type MimeNode from 'nodemailer/lib/mime-node';
import { encode as encodeQuoted, wrap as wrapQuoted } from 'nodemailer/lib/qp';
import type { MailAddress } from './parse-message.ts';

/** An attachment. */
export interface ComposedAttachment {
  readonly filename: string;
  readonly content: Uint8Array;
  readonly contentType: string;
  readonly disposition: 'attachment' | 'inline';
  readonly contentId?: string;
}

/** A rendered message. */
export interface Composition {
  /** The Message-ID, or its local part. */
  readonly id: string;
  readonly from: MailAddress;
  readonly to: readonly MailAddress[];
  readonly cc?: readonly MailAddress[] | undefined;
  readonly replyTo?: string | undefined;
  readonly subject: string;
  readonly html?: string | undefined;
  readonly text?: string | undefined;
  /** The content in further forms. */
  readonly alternatives?: readonly { readonly contentType: string; readonly content: string }[] | undefined;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly attachments: readonly ComposedAttachment[];
  readonly date: Date;
}

/** Builds the MIME message of a mail service. */
export function composeMessage(composition: Composition): Uint8Array {
  const composer = new MailComposer({
    messageId: `<${composition.id.includes('@') ? composition.id : `${composition.id}@mail.localhost`}>`,
    date: composition.date,
    from: toMailbox(composition.from),
    to: composition.to.map(toMailbox),
    ...(composition.cc === undefined ? undefined : { cc: composition.cc.map(toMailbox) }),
    ...(composition.replyTo === undefined ? undefined : { replyTo: composition.replyTo }),
    subject: composition.subject.replace(/[\r\n]+/g, ' '),
    ...(composition.html === undefined ? undefined : { html: composition.html }),
    ...(composition.text === undefined ? undefined : { text: composition.text }),
    alternatives: [...(composition.alternatives ?? [])],
    headers: composition.headers
      .filter(([name]) => !isStructural(name))
      .map(([key, value]) => ({ key, value })),
    attachments: composition.attachments.map((attachment) => ({
      filename: attachment.filename,
      content: Buffer.from(attachment.content),
      contentType: attachment.contentType,
      contentDisposition: attachment.disposition,
      ...(attachment.contentId === undefined ? undefined : { cid: attachment.contentId }),
    })),
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const message = withNetworkBreaks(writeNode(composer.compile()));
  return new Uint8Array(Buffer.from(message, 'latin1'));
}

/** Bytes as characters. The composer itself writes only to streams, which takes three times as long. */
function writeNode(node: MimeNode): string {
  const encoding = node.getTransferEncoding();
  const head = `${bytesOf(node.buildHeaders())}\r\n\r\n`;
  const content = node.content as string | Buffer | undefined;
  const body = content ? encodeContent(content, encoding) : '';
  if (!node.multipart) return head + body;
  const parts = node.childNodes.map((child) => `--${node.boundary}\r\n${writeNode(child)}`);
  return `${head}${body}${parts.join('\r\n')}\r\n--${node.boundary}--\r\n`;
}

function encodeContent(content: string | Buffer, encoding: string | false): string {
  if (encoding === 'base64') return wrapBase64(encodeBase64(content));
  if (encoding === 'quoted-printable') return wrapQuoted(encodeQuoted(content));
  return bytesOf(content);
}

function bytesOf(content: string | Buffer): string {
  return Buffer.from(content as string).toString('latin1');
}

/** Each line ends with CRLF, also the last one. */
function withNetworkBreaks(text: string): string {
  const lines = text.replaceAll('\r\n', '\n');
  return (lines.endsWith('\n') ? lines : `${lines}\n`).replaceAll('\n', '\r\n');
}

function toMailbox({ name, address }: MailAddress): { name: string; address: string } {
  return { name: name.replace(/[\r\n]+/g, ' '), address };
}

/** Headers that belong to the message. A caller cannot set them. */
function isStructural(name: string): boolean {
  const lower = name.toLowerCase();
  return structural.has(lower) || lower.startsWith('content-');
}

const structural = new Set(['from', 'to', 'cc', 'bcc', 'subject', 'date', 'message-id', 'mime-version']);
