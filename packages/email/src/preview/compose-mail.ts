import { type EmailAddress, formatMailbox } from '../model/address.ts';
import type { Attachment } from '../model/attachment.ts';
import { encodeBase64 } from '../model/base64.ts';
import type { PreparedMessage } from '../model/message.ts';
import { encodeWords } from '../wire/encoded-word.ts';

/** What a mail has besides the fields of its message. */
export interface MailIdentity {
  readonly messageId: string;
  readonly date: Date;
  /** Unique, for the lines between parts. */
  readonly boundary: string;
}

/** A part with its header lines; the lines end with CRLF. */
type Part = string;

const encoder = new TextEncoder();

/** A message as an `.eml` file (RFC 5322, MIME), with blind copies left out, in ASCII but for addresses. */
export function composeMail(message: PreparedMessage, identity: MailIdentity): Uint8Array {
  if (message.raw !== undefined) return message.raw.bytes;
  const { from, sender, to, cc, replyTo, subject, headers } = message;
  const { messageId, date } = identity;
  const fields: readonly (readonly [name: string, value: string | undefined])[] = [
    ['From', from && mailbox(from)],
    ['Sender', sender && mailbox(sender)],
    // RFC 5322, appendix A.1.3: a group without members names nobody.
    ['To', to.length + cc.length === 0 ? 'Undisclosed recipients:;' : mailboxes(to)],
    ['Cc', mailboxes(cc)],
    ['Reply-To', mailboxes(replyTo)],
    ['Subject', subject === undefined ? undefined : freeText(subject)],
    ['Date', (message.date ?? date).toUTCString().replace('GMT', '+0000')],
    ['Message-ID', `<${message.messageId ?? messageId}>`],
    ...headers.map(({ name, value }) => [name, freeText(value)] as const),
    ['MIME-Version', '1.0'],
  ];
  const lines = fields.map(([name, value]) =>
    value === undefined ? '' : `${fold(`${name}: ${value}`)}\r\n`,
  );
  return encoder.encode(`${lines.join('')}${contentOf(message, identity.boundary)}`);
}

function mailbox({ address, name }: EmailAddress): string {
  return name === undefined || isPlain(name)
    ? formatMailbox({ address, name })
    : `${encodeWords(name)} <${address}>`;
}

function mailboxes(all: readonly EmailAddress[]): string | undefined {
  return all.length === 0 ? undefined : all.map(mailbox).join(', ');
}

/** ASCII that a reader does not decode. */
function isPlain(text: string): boolean {
  return /^[ -~\t]*$/.test(text) && !text.includes('=?');
}

const freeText = (text: string) => (isPlain(text) ? text : encodeWords(text));

const lineLength = 76;

/** Breaks a header line at spaces (RFC 5322, section 2.2.3): a longer word stays whole. */
function fold(line: string): string {
  const lines: string[] = [];
  let current = '';
  for (const word of line.split(/(?=[ \t])/)) {
    const isFull = current.length + word.length > lineLength && current.trim() !== '' && word.trim() !== '';
    // The name alone is not a line.
    if (isFull && !/^[!-9;-~]+:$/.test(current)) {
      lines.push(current);
      current = word;
    } else current += word;
  }
  return [...lines, current].join('\r\n');
}

function contentOf({ text, html, alternatives, attachments }: PreparedMessage, boundary: string): Part {
  const inline = attachments.filter(({ disposition }) => disposition === 'inline');
  const files = attachments.filter(({ disposition }) => disposition !== 'inline');
  const rich =
    html === undefined
      ? []
      : [nest('related', [textPart('text/html', html), ...inline.map(filePart)], boundary)];
  const forms = [
    ...(text === undefined ? [] : [textPart('text/plain', text)]),
    ...rich,
    ...alternatives.map(({ contentType, content }) => textPart(contentType, content)),
  ];
  const loose = html === undefined ? attachments : files;
  return nest('mixed', [nest('alternative', forms, boundary), ...loose.map(filePart)], boundary);
}

/** One part stays alone. */
function nest(kind: 'mixed' | 'related' | 'alternative', parts: readonly Part[], id: string): Part {
  const [only = textPart('text/plain', '')] = parts;
  if (parts.length <= 1) return only;
  const boundary = `=_${kind}_${id}`;
  const body = parts.map((part) => `--${boundary}\r\n${part}\r\n`).join('');
  return `Content-Type: multipart/${kind};\r\n boundary="${boundary}"\r\n\r\n${body}--${boundary}--\r\n`;
}

function textPart(contentType: string, content: string): Part {
  const type = /;\s*charset=/i.test(contentType) ? contentType : `${contentType}; charset=utf-8`;
  return base64Part([`Content-Type: ${type}`], encoder.encode(content.replace(/\r\n?|\n/g, '\r\n')));
}

function filePart({ filename, content, contentType, disposition, contentId }: Attachment): Part {
  const lines = [
    `Content-Type: ${contentType}`,
    `Content-Disposition: ${disposition};\r\n ${nameParameter(filename)}`,
    ...(contentId === undefined ? [] : [`Content-ID: <${contentId}>`]),
  ];
  return base64Part(lines, content);
}

/** Outside ASCII percent-encoded (RFC 2231). */
function nameParameter(filename: string): string {
  if (isPlain(filename)) return `filename="${filename.replace(/["\\]/g, '\\$&')}"`;
  const encoded = encodeURIComponent(filename).replace(
    /['()*]/g,
    (one) => `%${one.charCodeAt(0).toString(16)}`,
  );
  return `filename*=UTF-8''${encoded}`;
}

function base64Part(lines: readonly string[], content: Uint8Array): Part {
  const body = encodeBase64(content).match(/.{1,76}/g) ?? [];
  return [...lines, 'Content-Transfer-Encoding: base64', '', ...body, ''].join('\r\n');
}
