/**
 * The part of nodemailer's `MailMessage` that a transport reads. Source: nodemailer's documentation, "Create
 * plugins", and the declarations of nodemailer 10. @public
 */
export interface NodemailerMail {
  /** What the program gave to `sendMail`. */
  readonly data: object;
  /** The composed message. */
  readonly message: {
    build(callback: (error: Error | null, eml?: Uint8Array) => void): unknown;
    getEnvelope(): object;
    getHeader(name: string): unknown;
  };
  /** Loads all content, and parses all addresses. */
  normalize(callback: (error: Error | null, data?: object) => void): void;
}

/** An address, as nodemailer parses it; or a group of them. */
export interface ParsedAddress {
  readonly name?: string;
  readonly address?: string;
  readonly group?: readonly ParsedAddress[];
}

/** A part as the program gave it. */
export interface GivenPart {
  readonly content?: unknown;
  readonly path?: unknown;
  readonly href?: unknown;
  readonly encoding?: unknown;
  readonly filename?: unknown;
}

/** A part whose content nodemailer has loaded. */
export interface LoadedPart {
  readonly content?: unknown;
  /** `base64` where the content was bytes. */
  readonly encoding?: string;
  readonly contentType?: string;
  readonly method?: string;
  readonly filename?: string | false;
  readonly cid?: string;
  readonly contentDisposition?: string;
}

/** What the program gave for the mail, before nodemailer completed it. */
export interface GivenMail {
  readonly messageId?: string;
  readonly envelope?: object;
  readonly raw?: unknown;
  readonly signal?: AbortSignal;
  readonly attachments?: readonly GivenPart[];
  readonly alternatives?: readonly GivenPart[];
  readonly dsn?: GivenDsn;
  readonly requireTLSExtensionEnabled?: boolean;
  readonly providerOptions?: Readonly<Record<string, object>>;
}

/** Each option of `dsn` has two names. */
export interface GivenDsn {
  readonly id?: unknown;
  readonly envid?: unknown;
  readonly return?: unknown;
  readonly ret?: unknown;
  readonly notify?: string | readonly string[];
  readonly recipient?: unknown;
  readonly orcpt?: unknown;
}

/** The data of a mail after `normalize`. */
export interface NormalizedMail {
  readonly from?: ParsedAddress | null;
  readonly sender?: ParsedAddress | null;
  readonly to?: readonly ParsedAddress[] | null;
  readonly cc?: readonly ParsedAddress[] | null;
  readonly bcc?: readonly ParsedAddress[] | null;
  readonly replyTo?: readonly ParsedAddress[] | null;
  readonly subject?: string;
  readonly text?: unknown;
  readonly html?: unknown;
  readonly amp?: unknown;
  readonly watchHtml?: unknown;
  readonly icalEvent?: LoadedPart | string | null;
  readonly alternatives?: readonly LoadedPart[];
  readonly attachments?: readonly LoadedPart[];
  readonly headers?: unknown;
  /** With those of `list`, `inReplyTo` and `references`; of a repeated header only the first. */
  readonly normalizedHeaders: Readonly<Record<string, string>>;
  readonly list?: Readonly<Record<string, unknown>>;
  readonly references?: unknown;
  readonly inReplyTo?: unknown;
  readonly xMailer?: unknown;
  readonly otp?: unknown;
  readonly priority?: string;
  readonly date?: string | Date;
}

/** The envelope that the program gave, or the one of the addresses. */
export interface MailEnvelope {
  readonly from?: string | false;
  readonly to: readonly string[];
}
