import type { EmailAddress } from '../model/address.ts';

/** A mail that arrived, in the same form whichever service received it. @public */
export interface InboundMail {
  /** The name of the driver. */
  readonly provider: string;
  /** The same when the service repeats the mail: the key of your table. */
  readonly id: string;
  /** The addresses of the SMTP transaction, which the headers need not have. */
  readonly envelope: InboundEnvelope;
  /** The first author. Anyone can write any address here: only `dmarc: 'pass'` proves it. */
  readonly from?: EmailAddress | undefined;
  readonly to: readonly EmailAddress[];
  readonly cc: readonly EmailAddress[];
  readonly replyTo: readonly EmailAddress[];
  /** Decoded; empty without one. */
  readonly subject: string;
  /** The sender's own time. */
  readonly date?: Date | undefined;
  /** Without angle brackets, like the other ids of mails. */
  readonly messageId?: string | undefined;
  /** The mail that this one answers: `messageId` of the sent mail, where the service writes that header. */
  readonly inReplyTo?: string | undefined;
  /** The thread, oldest first. */
  readonly references: readonly string[];
  readonly text?: string | undefined;
  /** As the sender wrote it: sanitise it before a browser shows it. */
  readonly html?: string | undefined;
  /** All header lines in their order; a service may leave some out. */
  readonly headers: readonly InboundHeader[];
  readonly attachments: readonly InboundAttachment[];
  /** The service's judgement; empty where it has none. */
  readonly spam: InboundSpam;
  /** The service's checks, of which only `dmarc: 'pass'` is about `from`. */
  readonly authentication: InboundAuthentication;
  /** A machine wrote it, such as an out-of-office reply: do not answer it (RFC 3834). */
  readonly isAutoReply: boolean;
  /** The mail as it came over SMTP; only where the service passes it on. */
  readonly raw?: (() => Promise<Uint8Array>) | undefined;
}

/** Who sent and who received a mail, by SMTP. @public */
export interface InboundEnvelope {
  /** Empty for a report of a mail server (`<>`); `undefined` where the service does not say. */
  readonly from?: string | undefined;
  /** Your address or addresses, to which the mail was sent. */
  readonly to: readonly string[];
}

/** A header line, unfolded; its value is not decoded. @public */
export interface InboundHeader {
  readonly name: string;
  readonly value: string;
}

/** A file of a mail that arrived. Its name and type are the sender's words. @public */
export interface InboundAttachment {
  /** Without directories and control characters. */
  readonly filename?: string | undefined;
  /** In lower case: `image/png`. */
  readonly contentType: string;
  /** Without angle brackets: `cid:<contentId>` in the HTML shows the file. */
  readonly contentId?: string | undefined;
  readonly disposition: 'attachment' | 'inline';
  /** In bytes, where it is known before the content is. */
  readonly size?: number | undefined;
  /**
   * The content; loaded from the service where the webhook had a link.
   *
   * @throws OrgError when the service does not give it
   */
  bytes(): Promise<Uint8Array>;
}

/** What the service's spam filter says. @public */
export interface InboundSpam {
  /** The higher, the more like spam: points of SpamAssassin. */
  readonly score?: number | undefined;
  readonly isSpam?: boolean | undefined;
}

/**
 * What the service checked; `undefined` where it does not say. `spf` is about the envelope's domain and
 * `dkim` about any domain that signed, also one of an attacker: only `dmarc: 'pass'` is about `from`. @public
 */
export interface InboundAuthentication {
  readonly spf?: InboundCheck | undefined;
  readonly dkim?: InboundCheck | undefined;
  readonly dmarc?: InboundCheck | undefined;
}

/** A result of RFC 8601. @public */
export type InboundCheck =
  | 'pass'
  | 'fail'
  | 'softfail'
  | 'neutral'
  | 'none'
  | 'policy'
  | 'temperror'
  | 'permerror';
