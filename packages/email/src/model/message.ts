import type { AddressInput, EmailAddress } from './address.ts';
import type { Attachment, AttachmentInput } from './attachment.ts';
import type { MessageHeader } from './header.ts';
import type { TemplateReference } from './template.ts';

/** One address, or several. @public */
export type AddressesInput = AddressInput | readonly AddressInput[];

interface MessageBase {
  readonly to: AddressesInput;
  /** Visible to all recipients. */
  readonly cc?: AddressesInput | undefined;
  /** Seen by nobody else. */
  readonly bcc?: AddressesInput | undefined;
  readonly replyTo?: AddressesInput | undefined;
  /** Further headers. Those that the message's own fields decide (`From`, `Subject`, `Content-…`) are refused. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly attachments?: readonly AttachmentInput[] | undefined;
  /** Labels for statistics, where the service has them. */
  readonly tags?: readonly string[] | undefined;
  /** Comes back in the service's events, where it does. */
  readonly metadata?: Readonly<Record<string, string>> | undefined;
  /** Deliver later, where the service can. Never emulated with a timer. */
  readonly sendAt?: Date | undefined;
  /** Marks the mail as important or not, in the header fields that mail programs read. */
  readonly priority?: 'high' | 'normal' | 'low' | undefined;
  /** Writes the `List-Unsubscribe` headers (RFC 2369, RFC 8058). */
  readonly listUnsubscribe?: ListUnsubscribe | undefined;
  /**
   * `individual`: everybody gets a mail of their own and sees no other address. `shared`: one mail for all.
   *
   * @defaultValue 'individual'; 'shared' when the message has `cc` or `bcc`
   */
  readonly recipientVisibility?: RecipientVisibility | undefined;
  /** What only one driver understands, under that driver's name; the others ignore it. */
  readonly providerOptions?: Readonly<Record<string, unknown>> | undefined;
}

/** Whether recipients see each other's addresses. @public */
export type RecipientVisibility = 'individual' | 'shared';

/** Where a person can leave a mailing list; at least one of both. @public */
export interface ListUnsubscribe {
  /** An `https:` address. */
  readonly url?: string | undefined;
  /** An address that unsubscribes whoever writes to it. */
  readonly mailto?: string | undefined;
  /** The URL unsubscribes on a POST, without further questions (RFC 8058). @defaultValue false */
  readonly oneClick?: boolean | undefined;
}

interface OwnContent extends MessageBase {
  readonly from: AddressInput;
  readonly subject: string;
  readonly template?: undefined;
}

/** A message with content of its own: HTML, text or both. @public */
export type ContentMessage =
  | (OwnContent & { readonly html: string; readonly text?: string | undefined })
  | (OwnContent & { readonly text: string; readonly html?: string | undefined });

/** A message made from a stored template; what is given here overrides the template. @public */
export interface TemplateMessage extends MessageBase {
  readonly template: TemplateReference;
  readonly from?: AddressInput | undefined;
  readonly subject?: string | undefined;
  readonly html?: string | undefined;
  readonly text?: undefined;
}

/** What `send` takes. @public */
export type EmailMessage = ContentMessage | TemplateMessage;

/** A message after validation, as drivers see it: every address parsed, every list a list. @public */
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
  readonly providerOptions: ReadonlyMap<string, unknown>;
}
