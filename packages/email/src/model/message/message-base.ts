import type { AddressInput } from '../address.ts';
import type { AttachmentInput } from '../attachment.ts';
import type { EmailCapabilities, ProviderOptionsOf } from '../capabilities.ts';
import type { ListUnsubscribe, PreparedHeader } from '../headers.ts';
import type { Alternative, TagList, Tracking } from '../message-parts.ts';
import type { FieldOf } from './field-of.ts';
import type { NamesElsewhere } from './names-elsewhere.ts';
import type { PlainFields } from './plain-fields.ts';

/** One address, or several. @public */
export type AddressesInput = AddressInput | readonly AddressInput[];

/** The fields of every message. */
export interface MessageBase<Capabilities extends EmailCapabilities>
  extends NamesElsewhere,
    Partial<PlainFields> {
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
  /** Only in a message that is given as MIME. */
  readonly raw?: undefined;
  /** The content in further forms, such as `text/calendar`; the last is the richest. */
  readonly alternatives?: readonly Alternative[] | undefined;
  /**
   * Further headers; a list of values repeats the header. Those of the message's own fields (`From`,
   * `Subject`, `Content-…`) are refused. Long values are folded at their spaces; a value with `prepared:
   * true` is in its wire form already.
   */
  readonly headers?:
    | Readonly<Record<string, string | PreparedHeader | readonly (string | PreparedHeader)[]>>
    | undefined;
  /** Files that travel with the mail, as bytes, text or base64; never a path or a URL. */
  readonly attachments?: FieldOf<Capabilities, 'attachments', readonly AttachmentInput[]> | undefined;
  /** Labels for statistics, where the service has them. A text is a tag without a value. */
  readonly tags?: TagList<'tags: [{ name, value }]'> | undefined;
  /** Returned in the service's events, where the service can. */
  readonly metadata?: Readonly<Record<string, string>> | undefined;
  /** Deliver later, where the service can. Never emulated with a timer. */
  readonly sendAt?: FieldOf<Capabilities, 'sendAt', Date> | undefined;
  /** Whether the service counts opens and clicks. @defaultValue the service's own setting */
  readonly tracking?: Tracking | undefined;
  /** The service's own stream, channel, topic or unsubscribe group, by its id. */
  readonly stream?: FieldOf<Capabilities, 'stream', string> | undefined;
  /** The service checks the message and sends nothing. @defaultValue false */
  readonly sandbox?: FieldOf<Capabilities, 'sandbox', boolean> | undefined;
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
  readonly providerOptions?: ProviderOptionsOf<Capabilities> | undefined;
}

/** Whether recipients see each other's addresses. @public */
export type RecipientVisibility = 'individual' | 'shared';
