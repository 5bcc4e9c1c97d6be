import { type Address, addressParser, decodeWords } from 'postal-mime';
import { convertHtmlToText } from './html-to-text.ts';
import { bytesOfLeaf, textOfLeaf } from './mime/decode-leaf.ts';
import { type MailHeader, type MimeLeaf, readParts } from './mime/read-parts.ts';

export type { MailHeader } from './mime/read-parts.ts';

/** One address of a message. */
export interface MailAddress {
  /** The decoded display name; empty without one. */
  readonly name: string;
  readonly address: string;
}

/** One file in a message. */
export interface MailAttachment {
  readonly filename: string | undefined;
  /** MIME type, lower-case. */
  readonly contentType: string;
  /** `attachment`, `inline`, or `undefined` without a disposition. */
  readonly disposition: string | undefined;
  /** Without angle brackets. */
  readonly contentId: string | undefined;
  readonly content: Uint8Array;
}

/** A parsed message. */
export interface ParsedMessage {
  readonly from: MailAddress | undefined;
  readonly to: readonly MailAddress[];
  readonly cc: readonly MailAddress[];
  readonly replyTo: readonly MailAddress[];
  readonly subject: string | undefined;
  readonly messageId: string | undefined;
  /** Lines end with `\n`, without a final line break, as those of `text`. */
  readonly html: string | undefined;
  readonly text: string | undefined;
  readonly headers: readonly MailHeader[];
  readonly attachments: readonly MailAttachment[];
  /**
   * Why the message could not be parsed (too deeply nested, headers too large). The other fields are then
   * empty.
   */
  readonly defect: string | undefined;
}

const emptyMessage: MessageOutline = {
  from: undefined,
  to: [],
  cc: [],
  replyTo: [],
  subject: undefined,
  messageId: undefined,
  html: undefined,
  text: undefined,
  headers: [],
  files: [],
  defect: undefined,
};

/** A parsed message with its files as they are encoded. */
export interface MessageOutline extends Omit<ParsedMessage, 'attachments'> {
  readonly files: readonly MimeLeaf[];
}

/** Parses a MIME message. Never throws: an invalid message has a `defect`. */
export function parseMessage(raw: Uint8Array): ParsedMessage {
  const { files, ...outline } = outlineMessage(raw);
  return { ...outline, attachments: files.map(toAttachment) };
}

/** Parses a MIME message without decoding its files. Never throws. */
export function outlineMessage(raw: Uint8Array): MessageOutline {
  try {
    const { headers, leaves } = readParts(raw);
    const addresses = (name: string) =>
      headers.flatMap((header) => (header.name === name ? addressParser(header.value).flatMap(flatten) : []));
    const first = (name: string) => headers.find((header) => header.name === name)?.value || undefined;
    const subject = first('subject');
    const messageId = first('message-id');
    return {
      from: addressParser(first('from') ?? '').flatMap(flatten)[0],
      to: addresses('to'),
      cc: addresses('cc'),
      replyTo: addresses('reply-to'),
      subject: subject && decodeWords(subject),
      messageId: messageId && decodeWords(messageId),
      ...joinTexts(leaves.filter(isText)),
      headers,
      files: leaves.filter((leaf) => !isText(leaf)),
      defect: undefined,
    };
  } catch (error) {
    return { ...emptyMessage, defect: error instanceof Error ? error.message : String(error) };
  }
}

function flatten({ name, address, group }: Address): readonly MailAddress[] {
  return group?.flatMap(flatten) ?? [{ name, address: address ?? '' }];
}

function isText({ type, disposition }: MimeLeaf): boolean {
  return (type.value === 'text/plain' || type.value === 'text/html') && disposition.value !== 'attachment';
}

/**
 * The plain text and the HTML of a message, each of all its texts. A text that exists in one form only is
 * converted for the other, unless no text has that one.
 */
function joinTexts(leaves: readonly MimeLeaf[]): Pick<ParsedMessage, 'text' | 'html'> {
  const bodies = new Map<object, { readonly text: string[]; readonly html: string[] }>();
  for (const leaf of leaves) {
    const key = leaf.alternative ?? leaf;
    const body = bodies.get(key) ?? { text: [], html: [] };
    bodies.set(key, body);
    body[leaf.type.value === 'text/html' ? 'html' : 'text'].push(textOfLeaf(leaf));
  }
  const all = [...bodies.values()];
  const join = (form: 'text' | 'html', other: 'text' | 'html', convert: (text: string) => string) =>
    all.flatMap((body) => (body[form].length > 0 ? body[form] : body[other].map(convert))).join('\n');
  return {
    html: all.some(({ html }) => html.length > 0) ? tidy(join('html', 'text', toHtml)) : undefined,
    text: all.some(({ text }) => text.length > 0) ? tidy(join('text', 'html', convertHtmlToText)) : undefined,
  };
}

/** Without the line break that ends the part. */
function tidy(text: string): string | undefined {
  // How a text was encoded decides which line breaks it has; a reader does not see it.
  return text === '' ? undefined : text.replaceAll('\r\n', '\n').replace(/\n$/, '');
}

function toHtml(text: string): string {
  const escaped = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  return `<div>${escaped.replace(/\n$/, '').replaceAll('\n', '<br />')}</div>`;
}

function toAttachment(leaf: MimeLeaf): MailAttachment {
  return { ...describeFile(leaf), content: new Uint8Array(bytesOfLeaf(leaf)) };
}

export type MailFile = Omit<MailAttachment, 'content'>;

export function describeFile({ type, disposition, headers }: MimeLeaf): MailFile {
  const filename = disposition.params['filename'] || type.params['name'];
  return {
    filename: filename ? decodeWords(filename) : undefined,
    contentType: type.value,
    disposition: disposition.value || undefined,
    contentId: headers.find(({ name }) => name === 'content-id')?.value.replace(/^<|>$/g, ''),
  };
}
