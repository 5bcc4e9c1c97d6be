import type { AddressInput, EmailAddress } from './address.ts';
import type { Attachment, AttachmentInput } from './attachment.ts';
import type { MessageHeader } from './headers.ts';
import type { TemplateReference } from './template.ts';

/** One address, or several. @public */
export type AddressesInput = AddressInput | readonly AddressInput[];

interface MessageBase {
  /** The recipients: an address or a list of them. An address that occurs twice gets one mail. */
  readonly to: AddressesInput;
  /** Visible to all recipients. */
  readonly cc?: AddressesInput | undefined;
  /** Recipients that no other recipient sees. */
  readonly bcc?: AddressesInput | undefined;
  /** Where replies go. @defaultValue the sender */
  readonly replyTo?: AddressesInput | undefined;
  /** Further headers. Headers of the message's own fields (`From`, `Subject`, `Content-…`) are refused. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Files that travel with the mail, as bytes, text or base64; never a path or a URL. */
  readonly attachments?: readonly AttachmentInput[] | undefined;
  /** Labels for statistics, where the service has them. */
  readonly tags?: readonly string[] | undefined;
  /** Returned in the service's events, where the service can. */
  readonly metadata?: Readonly<Record<string, string>> | undefined;
  /** Deliver later, where the service can. Never emulated with a timer. */
  readonly sendAt?: Date | undefined;
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
  readonly providerOptions?: Readonly<Record<string, unknown>> | undefined;
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
export interface EmailTemplateMessage extends MessageBase {
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

interface OwnContent extends MessageBase {
  /** The sender, on a domain that the service has verified. */
  readonly from: AddressInput;
  /** The subject line, at most 998 bytes. */
  readonly subject: string;
  /** Not in a message with its own content. */
  readonly template?: undefined;
}

/** A message with HTML, and with text for readers without HTML. @public */
export interface HtmlMessage extends OwnContent {
  /** The content as HTML. */
  readonly html: string;
  /** The same content as plain text. */
  readonly text?: string | undefined;
}

/** A message with plain text only. @public */
export interface TextMessage extends OwnContent {
  /** The content as plain text. */
  readonly text: string;
  /** Not in a message with text only. */
  readonly html?: undefined;
}

/** A message with its own content: HTML, text or both. @public */
export type ContentMessage = HtmlMessage | TextMessage;

/** A message for `send`: with a template, or with its own content. @public */
export type EmailMessage = EmailTemplateMessage | ContentMessage;

/**
 * A message after validation, for drivers: the fields of {@link EmailMessage} with every address parsed, and
 * a list where several are possible. `from` and `subject` are missing only in a message with a template.
 *
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
  readonly headers: readonly MessageHeader[];
  readonly attachments: readonly Attachment[];
  readonly tags: readonly string[];
  readonly metadata: ReadonlyMap<string, string>;
  readonly template?:
    | { readonly id: string; readonly variables: ReadonlyMap<string, string | number | boolean> }
    | undefined;
  readonly sendAt?: Date | undefined;
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
