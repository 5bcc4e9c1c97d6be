import { type Composition, composeMessage } from './compose-message.ts';
import { type MailOutline, outlineComposition, outlineParsed, outlineRaw } from './message-outline.ts';
import { type ParsedMessage, parseMessage } from './parse-message.ts';

/** The content of a mail. It is composed and parsed when it is first read, because most mails are not. */
export class MessageContent {
  /** About the bytes of it, also when it is parsed, or indexed. */
  readonly heldBytes: number;
  #source: Uint8Array | Composition;
  #parsed: ParsedMessage | undefined;

  constructor(source: Uint8Array | Composition) {
    this.#source = source;
    this.heldBytes = 2 * this.size;
  }

  /** The bytes of the message; an estimate until it is composed. */
  get size(): number {
    return this.#source instanceof Uint8Array ? this.#source.byteLength : estimateBytes(this.#source);
  }

  /** Whether it has at most `maxBytes`. It is composed only if it is near the limit. */
  isWithin(maxBytes: number): boolean {
    // No encoding makes the estimate eight times as large.
    if (!(this.#source instanceof Uint8Array) && 8 * this.size <= maxBytes) return true;
    return this.raw.byteLength <= maxBytes;
  }

  get raw(): Uint8Array {
    if (!(this.#source instanceof Uint8Array)) this.#source = composeMessage(this.#source);
    return this.#source;
  }

  get parsed(): ParsedMessage {
    this.#parsed ??= parseMessage(this.raw);
    return this.#parsed;
  }

  /** The words of the message and the names of its files, read without keeping the parsed message. */
  get outline(): MailOutline {
    if (this.#parsed !== undefined) return outlineParsed(this.#parsed);
    const known = this.#source instanceof Uint8Array ? undefined : outlineComposition(this.#source);
    return known ?? outlineRaw(this.raw);
  }

  /** The parts with tags: the header `X-Tags`, and the addresses. Mail without any is not parsed for them. */
  get tagged(): { readonly header: string; readonly addresses: readonly string[] } {
    if (!(this.#source instanceof Uint8Array)) {
      const { from, to, cc = [], headers } = this.#source;
      const [, header = ''] = headers.find(([name]) => name.toLowerCase() === 'x-tags') ?? [];
      return { header, addresses: [from, ...to, ...cc].map(({ address }) => address) };
    }
    if (!mayHaveTags(this.#source)) return { header: '', addresses: [] };
    const { headers, from, to, cc } = this.parsed;
    return {
      header: headers.find(({ name }) => name === 'x-tags')?.value ?? '',
      addresses: [...(from ? [from] : []), ...to, ...cc].map(({ address }) => address),
    };
  }
}

/** Whether a message has at most `maxBytes`. It is composed only if it is near the limit. */
export function isWithin(composition: Composition, maxBytes: number): boolean {
  return new MessageContent(composition).isWithin(maxBytes);
}

/** About the bytes of the message. */
function estimateBytes(composition: Composition): number {
  const {
    from,
    to,
    cc = [],
    replyTo = [],
    subject,
    headers,
    html = '',
    text = '',
    attachments,
    alternatives = [],
  } = composition;
  let bytes = 1024 + Buffer.byteLength(html) + Buffer.byteLength(text);
  for (const { content, contentType } of alternatives)
    bytes += 256 + Buffer.byteLength(content) + contentType.length;
  const replies = (typeof replyTo === 'string' ? [replyTo] : replyTo).flatMap((each) =>
    typeof each === 'string' ? each : [each.name, each.address],
  );
  for (const words of [...replies, subject, ...headers.flat()]) bytes += Buffer.byteLength(words);
  for (const { name, address } of [from, ...to, ...cc]) bytes += Buffer.byteLength(name) + address.length + 4;
  for (const { content, filename, contentType } of attachments)
    bytes += 512 + Math.ceil(content.byteLength * 1.37) + filename.length + contentType.length;
  return bytes;
}

/** `X-Tags`, or an address with a plus, in the headers. */
function mayHaveTags(raw: Uint8Array): boolean {
  const bytes = Buffer.from(raw.buffer, raw.byteOffset, raw.byteLength);
  const ends = [bytes.indexOf('\r\n\r\n'), bytes.indexOf('\n\n')].filter((end) => end !== -1);
  const head = `\n${bytes.toString('latin1', 0, Math.min(...ends, bytes.byteLength))}`;
  if (head.toLowerCase().includes('\nx-tags')) return true;
  const texts = head.split('@').slice(0, -1);
  return texts.some(
    (text) => text.lastIndexOf('+') > Math.max(...limits.map((each) => text.lastIndexOf(each))),
  );
}

/** The characters before an address. */
const limits = ['<', ' ', '\t', '\n', ',', ':', ';'];
