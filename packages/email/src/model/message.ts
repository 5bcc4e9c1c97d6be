import type { AddressInput, EmailAddress } from './address.ts';
import type { Attachment } from './attachment.ts';
import type { EmailCapabilities } from './capabilities.ts';
import type { MessageHeader } from './headers.ts';
import type { FieldOf } from './message/field-of.ts';
import type { AddressesInput, MessageBase, RecipientVisibility } from './message/message-base.ts';
import type { PlainFields } from './message/plain-fields.ts';
import type { RawMail } from './message/raw-mail.ts';
import type { Alternative, Tag, Tracking } from './message-parts.ts';
import type { TemplateReference, TemplateValue } from './resources/template.ts';

// The compiler compares an incomplete message with the last type of the union that fits, by order of names:
// this one must not be it.
/** A message made from a stored template; the fields given here replace those of the template. @public */
export interface EmailTemplateMessage<Capabilities extends EmailCapabilities = EmailCapabilities>
  extends MessageBase<Capabilities> {
  /** The stored template, and values for its placeholders. */
  readonly template: FieldOf<Capabilities, 'template', TemplateReference>;
  /** @defaultValue the template's sender */
  readonly from?: AddressInput | undefined;
  /** @defaultValue the template's subject */
  readonly subject?: string | undefined;
  /** @defaultValue the template's content */
  readonly html?: string | undefined;
  /** Not together with a template. */
  readonly text?: undefined;
}

/** A message for a service that sends stored templates alone, each with its sender and content. @public */
export interface StoredMessage<Capabilities extends EmailCapabilities = EmailCapabilities>
  extends Omit<EmailTemplateMessage<Capabilities>, 'from' | 'subject' | 'html' | 'text' | 'replyTo'> {}

interface OwnContent<Capabilities extends EmailCapabilities> extends MessageBase<Capabilities> {
  /** The sender, on a domain that the service has verified. */
  readonly from: AddressInput;
  /** The subject line, at most 998 bytes. */
  readonly subject: string;
  /** Not in a message with its own content. */
  readonly template?: undefined;
}

/** A message with HTML, and with text for readers without HTML. @public */
export interface HtmlMessage<Capabilities extends EmailCapabilities = EmailCapabilities>
  extends OwnContent<Capabilities> {
  /** The content as HTML. */
  readonly html: string;
  /** The same content as plain text; `'from-html'` makes it, with the package html-to-text. */
  readonly text?: string | undefined;
}

/** A message with plain text only. @public */
export interface TextMessage<Capabilities extends EmailCapabilities = EmailCapabilities>
  extends OwnContent<Capabilities> {
  /** The content as plain text. */
  readonly text: string;
  /** Not in a message with text only. */
  readonly html?: undefined;
}

/**
 * A finished message: an `.eml` file, where the service takes MIME. `from` and the recipients are the
 * envelope; what mail programs show is in `raw`, and fields for it are refused next to it. @public
 */
export interface EmlMessage<Capabilities extends EmailCapabilities = EmailCapabilities>
  extends Omit<MessageBase<Capabilities>, 'raw'> {
  /** The whole message (RFC 5322) as bytes or text, without a `Bcc` header. Line ends become CRLF. */
  readonly raw: FieldOf<Capabilities, 'raw', Uint8Array | string>;
  /** The sender's address. */
  readonly from: AddressInput;
  /** In `raw`: refused here, as are headers and files. */
  readonly subject?: string | undefined;
  /** In `raw`: refused here. */
  readonly html?: string | undefined;
  /** In `raw`. */
  readonly text?: undefined;
  /** Not together with `raw`. */
  readonly template?: undefined;
}

/** A message whose HTML and text the client's `render` makes. @public */
export interface RenderedMessage<Capabilities extends EmailCapabilities = EmailCapabilities>
  extends OwnContent<Capabilities> {
  /** For `render`: a React element, MJML, or anything else. */
  readonly content: unknown;
  /** Comes from `render`. */
  readonly html?: undefined;
  /** Comes from `render`; `'from-html'` makes it of the rendered HTML, where `render` returns none. */
  readonly text?: 'from-html' | undefined;
}

// Interfaces, whose names come first: the compiler must not compare a message without recipients with them.
/** Nobody sees a recipient: the message goes to blind copies alone. */
interface BlindRecipients {
  readonly to?: undefined;
  readonly bcc: AddressesInput;
}

interface BlindHtmlMessage<Capabilities extends EmailCapabilities>
  extends Omit<HtmlMessage<Capabilities>, keyof BlindRecipients>,
    BlindRecipients {}

interface BlindTextMessage<Capabilities extends EmailCapabilities>
  extends Omit<TextMessage<Capabilities>, keyof BlindRecipients>,
    BlindRecipients {}

interface BlindRenderedMessage<Capabilities extends EmailCapabilities>
  extends Omit<RenderedMessage<Capabilities>, keyof BlindRecipients>,
    BlindRecipients {}

interface BlindTemplateMessage<Capabilities extends EmailCapabilities>
  extends Omit<EmailTemplateMessage<Capabilities>, keyof BlindRecipients>,
    BlindRecipients {}

/** A message with its own content: HTML, text or both, or content to render. @public */
export type ContentMessage<Capabilities extends EmailCapabilities = EmailCapabilities> =
  | BlindHtmlMessage<Capabilities>
  | BlindTextMessage<Capabilities>
  | BlindRenderedMessage<Capabilities>
  | HtmlMessage<Capabilities>
  | TextMessage<Capabilities>
  | RenderedMessage<Capabilities>;

/**
 * A message for `send`. It has `from`, at least one recipient in `to`, `cc` or `bcc`, and its content in one
 * of four ways: `html`, `text` or both; `content` for the client's `render`; `template` with its variables;
 * or `raw`, a whole MIME message. Addresses are text, `Ann <ann@acme.dev>`, or `{ address, name }`. A field
 * that the service cannot carry is refused before anything is sent, unless `onLossy` allows it.
 *
 * @example
 * const message: EmailMessage = {
 *   from: 'Ann <ann@acme.dev>',
 *   to: ['bob@example.com', { address: 'eve@example.com', name: 'Eve' }],
 *   subject: 'Your order',
 *   html: '<p>It is on its way.</p>',
 * };
 * @public
 */
export type EmailMessage<Capabilities extends EmailCapabilities = EmailCapabilities> =
  | BlindTemplateMessage<Capabilities>
  | EmailTemplateMessage<Capabilities>
  | EmlMessage<Capabilities>
  | ContentMessage<Capabilities>;

/**
 * A message after validation, for drivers: the fields of {@link EmailMessage} with every address parsed, and
 * a list where several are possible. `from` and `subject` are missing only in a message with a template,
 * and `subject` in one with `raw`.
 * @public
 */
export interface PreparedMessage extends PlainFields {
  readonly from: EmailAddress | undefined;
  readonly to: readonly EmailAddress[];
  readonly cc: readonly EmailAddress[];
  readonly bcc: readonly EmailAddress[];
  readonly replyTo: readonly EmailAddress[];
  readonly subject: string | undefined;
  readonly html: string | undefined;
  readonly text: string | undefined;
  readonly sender: EmailAddress | undefined;
  /** A finished message: then there is no subject, content, header or file. */
  readonly raw: RawMail | undefined;
  readonly alternatives: readonly Alternative[];
  readonly headers: readonly MessageHeader[];
  readonly attachments: readonly Attachment[];
  readonly tags: readonly Tag[];
  readonly metadata: ReadonlyMap<string, string>;
  readonly template:
    | { readonly id: string; readonly variables: ReadonlyMap<string, TemplateValue> }
    | undefined;
  readonly sendAt: Date | undefined;
  readonly tracking: Tracking;
  readonly stream: string | undefined;
  readonly sandbox: boolean;
  readonly visibility: RecipientVisibility;
  /** By the name of the driver. */
  readonly providerOptions: ReadonlyMap<string, unknown>;
}

/** Every recipient's address for an envelope, in the order of `to`, `cc`, `bcc`. @public */
export function recipientsOf({ to, cc, bcc }: PreparedMessage): string[] {
  return [...to, ...cc, ...bcc].map(({ address }) => address);
}

/** The further headers as an object of names and values; `undefined` when there are none. @public */
export function headersOf({ headers }: PreparedMessage): Record<string, string> | undefined {
  if (headers.length === 0) return undefined;
  return Object.fromEntries(headers.map(({ name, value }) => [name, value]));
}
