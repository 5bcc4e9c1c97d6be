import type { AddressInput, EmailAddress } from './address.ts';
import type { Attachment, AttachmentInput } from './attachment.ts';
import type { AnyProviderOptions } from './capabilities.ts';
import type { MessageHeader } from './headers.ts';
import type { TemplateReference, TemplateValue } from './resources/template.ts';

/** One address, or several. @public */
export type AddressesInput = AddressInput | readonly AddressInput[];

interface MessageBase<ProviderOptions extends object> {
  /** The recipients: an address or a list of them. An address that occurs twice gets one mail. */
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
  /** The content in further forms, such as `text/calendar`; the last is the richest. */
  readonly alternatives?: readonly Alternative[] | undefined;
  /** Further headers. Headers of the message's own fields (`From`, `Subject`, `Content-…`) are refused. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
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

/** The content in one further form. @public */
export interface Alternative {
  /** With its parameters: `text/calendar; method=REQUEST`. */
  readonly contentType: string;
  readonly content: string;
}

/** A label with a value, where the service has pairs; elsewhere `name:value` is one label. @public */
export interface Tag {
  readonly name: string;
  readonly value?: string | undefined;
}

/** What the service counts. A switch that is left out stays as the service has it. @public */
export interface Tracking {
  readonly opens?: boolean | undefined;
  readonly clicks?: boolean | undefined;
}

/** Whether recipients see each other's addresses. @public */
export type RecipientVisibility = 'individual' | 'shared';

/** Where a person can leave a mailing list; at least one of both. @public */
export interface ListUnsubscribe {
  /** An `https:` address. */
  readonly url?: string | undefined;
  /** A mailbox that unsubscribes the sender of a mail to it. */
  readonly mailto?: string | undefined;
  /** The URL unsubscribes on a POST, without further questions (RFC 8058). @defaultValue false */
  readonly oneClick?: boolean | undefined;
}

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
  /** The same content as plain text. */
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

/** A message whose HTML and text the client's `render` makes. @public */
export interface RenderedMessage<ProviderOptions extends object = AnyProviderOptions>
  extends OwnContent<ProviderOptions> {
  /** For `render`: a React element, MJML, or anything else. */
  readonly content: unknown;
  /** Comes from `render`. */
  readonly html?: undefined;
  /** Comes from `render`. */
  readonly text?: undefined;
}

/** A message with its own content: HTML, text or both, or content to render. @public */
export type ContentMessage<ProviderOptions extends object = AnyProviderOptions> =
  | HtmlMessage<ProviderOptions>
  | TextMessage<ProviderOptions>
  | RenderedMessage<ProviderOptions>;

/** A message for `send`: with a template, or with its own content. @public */
export type EmailMessage<ProviderOptions extends object = AnyProviderOptions> =
  | EmailTemplateMessage<ProviderOptions>
  | ContentMessage<ProviderOptions>;

/**
 * A message after validation, for drivers: the fields of {@link EmailMessage} with every address parsed, and
 * a list where several are possible. `from` and `subject` are missing only in a message with a template.
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

/** The tag for a service whose tags are single texts: `name` or `name:value`. @public */
export function tagText({ name, value }: Tag): string {
  return value === undefined ? name : `${name}:${value}`;
}
