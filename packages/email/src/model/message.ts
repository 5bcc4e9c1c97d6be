import type { RawMail } from '../mime/raw-mail.ts';
import type { AddressInput, EmailAddress } from './address.ts';
import type { Attachment, AttachmentInput } from './attachment.ts';
import type { AnyProviderOptions } from './capabilities.ts';
import type { ListUnsubscribe, MessageHeader } from './headers.ts';
import type { Alternative, Tag, Tracking } from './message-parts.ts';
import type { TemplateReference, TemplateValue } from './resources/template.ts';

/** One address, or several. @public */
export type AddressesInput = AddressInput | readonly AddressInput[];

interface MessageBase<ProviderOptions extends object> {
  /**
   * The recipients: an address or a list of them; only a message with `cc` or `bcc` goes without. An address
   * that occurs twice gets one mail.
   */
  readonly to: AddressesInput;
  /** Visible to all recipients. */
  readonly cc?: AddressesInput | undefined;
  /** Recipients that no other recipient sees. */
  readonly bcc?: AddressesInput | undefined;
  /** Where replies go. @defaultValue the sender */
  readonly replyTo?: AddressesInput | undefined;
  /** Who sent the mail for the person in `from`, in the header `Sender` (RFC 5322, section 3.6.2). */
  readonly sender?: AddressInput | undefined;
  /** Where bounces go, apart from `from`: the reverse path of the envelope (VERP). */
  readonly envelopeFrom?: string | undefined;
  /** An own `Message-ID`: `id@domain`, without angle brackets. */
  readonly messageId?: string | undefined;
  /** The header `Date`, where the service takes one. @defaultValue when the mail is sent */
  readonly date?: Date | undefined;
  /** Only in a message that is given as MIME. */
  readonly raw?: undefined;
  /** The content in further forms, such as `text/calendar`; the last is the richest. */
  readonly alternatives?: readonly Alternative[] | undefined;
  /**
   * Further headers; a list of values repeats the header. Those of the message's own fields (`From`,
   * `Subject`, `Content-…`) are refused. Long values are folded at their spaces.
   */
  readonly headers?: Readonly<Record<string, string | readonly string[]>> | undefined;
  /** Files that travel with the mail, as bytes, text or base64; never a path or a URL. */
  readonly attachments?: readonly AttachmentInput[] | undefined;
  /** Labels for statistics, where the service has them. A text is a tag without a value. */
  readonly tags?: readonly (string | Tag)[] | undefined;
  /** Returned in the service's events, where the service can. */
  readonly metadata?: Readonly<Record<string, string>> | undefined;
  /** Deliver later, where the service can. Never emulated with a timer. */
  readonly sendAt?: Date | undefined;
  /** Whether the service counts opens and clicks. @defaultValue the service's own setting */
  readonly tracking?: Tracking | undefined;
  /** The service's own stream, channel, topic or unsubscribe group, by its id. */
  readonly stream?: string | undefined;
  /** The service checks the message and sends nothing. @defaultValue false */
  readonly sandbox?: boolean | undefined;
  /** Marks the mail as important or not, in the header fields that mail programs read. */
  readonly priority?: 'high' | 'normal' | 'low' | undefined;
  /** Writes the `List-Unsubscribe` headers (RFC 2369, RFC 8058). */
  readonly listUnsubscribe?: ListUnsubscribe | undefined;
  /**
   * `individual`: one mail for each recipient, who sees no other address. `shared`: one mail for all, where
   * the service can.
   *
   * @defaultValue 'individual'; 'shared' when the message has `cc` or `bcc`
   */
  readonly recipientVisibility?: RecipientVisibility | undefined;
  /** Options of one driver, under its name; other drivers ignore them. */
  readonly providerOptions?: ProviderOptions | undefined;
}

/** Whether recipients see each other's addresses. @public */
export type RecipientVisibility = 'individual' | 'shared';

// The compiler compares an incomplete message with the last type of the union that fits, by order of names:
// this one must not be it.
/** A message made from a stored template; the fields given here replace those of the template. @public */
export interface EmailTemplateMessage<ProviderOptions extends object = AnyProviderOptions>
  extends MessageBase<ProviderOptions> {
  /** The stored template, and values for its placeholders. */
  readonly template: TemplateReference;
  /** @defaultValue the template's sender */
  readonly from?: AddressInput | undefined;
  /** @defaultValue the template's subject */
  readonly subject?: string | undefined;
  /** @defaultValue the template's content */
  readonly html?: string | undefined;
  /** Not together with a template. */
  readonly text?: undefined;
}

interface OwnContent<ProviderOptions extends object> extends MessageBase<ProviderOptions> {
  /** The sender, on a domain that the service has verified. */
  readonly from: AddressInput;
  /** The subject line, at most 998 bytes. */
  readonly subject: string;
  /** Not in a message with its own content. */
  readonly template?: undefined;
}

/** A message with HTML, and with text for readers without HTML. @public */
export interface HtmlMessage<ProviderOptions extends object = AnyProviderOptions>
  extends OwnContent<ProviderOptions> {
  /** The content as HTML. */
  readonly html: string;
  /** The same content as plain text; `'from-html'` makes it, with the package html-to-text. */
  readonly text?: string | undefined;
}

/** A message with plain text only. @public */
export interface TextMessage<ProviderOptions extends object = AnyProviderOptions>
  extends OwnContent<ProviderOptions> {
  /** The content as plain text. */
  readonly text: string;
  /** Not in a message with text only. */
  readonly html?: undefined;
}

/**
 * A finished message: an `.eml` file, where the service takes MIME. `from` and the recipients are the
 * envelope; what mail programs show is in `raw`, and fields for it are refused next to it. @public
 */
export interface EmlMessage<ProviderOptions extends object = AnyProviderOptions>
  extends Omit<MessageBase<ProviderOptions>, 'raw'> {
  /** The whole message (RFC 5322) as bytes or text, without a `Bcc` header. Line ends become CRLF. */
  readonly raw: Uint8Array | string;
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
export interface RenderedMessage<ProviderOptions extends object = AnyProviderOptions>
  extends OwnContent<ProviderOptions> {
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

interface BlindHtmlMessage<ProviderOptions extends object>
  extends Omit<HtmlMessage<ProviderOptions>, keyof BlindRecipients>,
    BlindRecipients {}

interface BlindTextMessage<ProviderOptions extends object>
  extends Omit<TextMessage<ProviderOptions>, keyof BlindRecipients>,
    BlindRecipients {}

interface BlindRenderedMessage<ProviderOptions extends object>
  extends Omit<RenderedMessage<ProviderOptions>, keyof BlindRecipients>,
    BlindRecipients {}

interface BlindTemplateMessage<ProviderOptions extends object>
  extends Omit<EmailTemplateMessage<ProviderOptions>, keyof BlindRecipients>,
    BlindRecipients {}

/** A message with its own content: HTML, text or both, or content to render. @public */
export type ContentMessage<ProviderOptions extends object = AnyProviderOptions> =
  | BlindHtmlMessage<ProviderOptions>
  | BlindTextMessage<ProviderOptions>
  | BlindRenderedMessage<ProviderOptions>
  | HtmlMessage<ProviderOptions>
  | TextMessage<ProviderOptions>
  | RenderedMessage<ProviderOptions>;

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
export type EmailMessage<ProviderOptions extends object = AnyProviderOptions> =
  | BlindTemplateMessage<ProviderOptions>
  | EmailTemplateMessage<ProviderOptions>
  | EmlMessage<ProviderOptions>
  | ContentMessage<ProviderOptions>;

/**
 * A message after validation, for drivers: the fields of {@link EmailMessage} with every address parsed, and
 * a list where several are possible. `from` and `subject` are missing only in a message with a template,
 * and `subject` in one with `raw`.
 * @public
 */
export interface PreparedMessage {
  readonly from?: EmailAddress | undefined;
  readonly to: readonly EmailAddress[];
  readonly cc: readonly EmailAddress[];
  readonly bcc: readonly EmailAddress[];
  readonly replyTo: readonly EmailAddress[];
  readonly subject?: string | undefined;
  readonly html?: string | undefined;
  readonly text?: string | undefined;
  readonly sender?: EmailAddress | undefined;
  /** Without a name. */
  readonly envelopeFrom?: string | undefined;
  /** Without angle brackets. */
  readonly messageId?: string | undefined;
  readonly date?: Date | undefined;
  /** A finished message: then there is no subject, content, header or file. */
  readonly raw?: RawMail | undefined;
  readonly alternatives: readonly Alternative[];
  readonly headers: readonly MessageHeader[];
  readonly attachments: readonly Attachment[];
  readonly tags: readonly Tag[];
  readonly metadata: ReadonlyMap<string, string>;
  readonly template?:
    | { readonly id: string; readonly variables: ReadonlyMap<string, TemplateValue> }
    | undefined;
  readonly sendAt?: Date | undefined;
  readonly tracking: Tracking;
  readonly stream?: string | undefined;
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
