import PostalMime, { type Address, type Attachment, type Email } from 'postal-mime';

/** One address of a message. */
export interface MailAddress {
  /** The decoded display name; empty without one. */
  readonly name: string;
  readonly address: string;
}

/** One header of a message. Order and repetitions are those of the message. */
export interface MailHeader {
  /** Lower-case. */
  readonly name: string;
  /** Unfolded, otherwise unchanged. */
  readonly value: string;
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
  /** Without a final line break, as `text`. */
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

const emptyMessage: ParsedMessage = {
  from: undefined,
  to: [],
  cc: [],
  replyTo: [],
  subject: undefined,
  messageId: undefined,
  html: undefined,
  text: undefined,
  headers: [],
  attachments: [],
  defect: undefined,
};

/** Parses a MIME message. Never throws: an invalid message has a `defect`. */
export async function parseMessage(raw: Uint8Array): Promise<ParsedMessage> {
  try {
    return mapEmail(await PostalMime.parse(raw, { maxNestingDepth: 64, maxHeadersSize: 512 * 1024 }));
  } catch (error) {
    return { ...emptyMessage, defect: error instanceof Error ? error.message : String(error) };
  }
}

function mapEmail(email: Email): ParsedMessage {
  return {
    from: flatten(email.from)[0],
    to: (email.to ?? []).flatMap(flatten),
    cc: (email.cc ?? []).flatMap(flatten),
    replyTo: (email.replyTo ?? []).flatMap(flatten),
    subject: email.subject,
    messageId: email.messageId,
    html: withoutFinalBreak(email.html),
    text: withoutFinalBreak(email.text),
    headers: email.headers.map(({ key, value }) => ({ name: key, value })),
    attachments: email.attachments.map(mapAttachment),
    defect: undefined,
  };
}

// The parser adds a line feed to some parts, depending on their transfer encoding.
function withoutFinalBreak(text: string | undefined): string | undefined {
  return text?.replace(/\r?\n$/, '');
}

function flatten(address: Address | undefined): readonly MailAddress[] {
  if (address === undefined) return [];
  if (address.group !== undefined)
    return address.group.map(({ name, address: value }) => ({ name, address: value }));
  return [{ name: address.name, address: address.address }];
}

function mapAttachment(attachment: Attachment): MailAttachment {
  const { content } = attachment;
  return {
    filename: attachment.filename ?? undefined,
    contentType: attachment.mimeType,
    disposition: attachment.disposition ?? undefined,
    contentId: attachment.contentId?.replace(/^<|>$/g, ''),
    content: typeof content === 'string' ? new TextEncoder().encode(content) : new Uint8Array(content),
  };
}
