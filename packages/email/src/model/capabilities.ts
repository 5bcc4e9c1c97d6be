/**
 * The capabilities of a driver, as data and as types: for the compiler, `email.contacts` exists only where
 * `contacts` is `true`.
 *
 * @public
 */
export interface EmailCapabilities {
  /** Are stored templates managed through the service? */
  readonly templates: boolean;
  /** Is there an address book? */
  readonly contacts: boolean;
  /** Can any endpoint of the service be called with `request`? */
  readonly request: boolean;
  /** Which parts of a message arrive as they are. */
  readonly message: MessageCapabilities;
  /**
   * The service's behaviour for a repeated idempotency key: repeats its first response, refuses, silently
   * drops the second request, or has no keys.
   */
  readonly idempotency: 'replay' | 'refuse' | 'dedupe' | 'none';
  readonly limits: EmailLimits;
}

/** Which parts of a message the service can carry. @public */
export interface MessageCapabilities {
  readonly cc: boolean;
  readonly bcc: boolean;
  /**
   * `none`: the service makes the text part from the HTML, or has none. `with-html`: only together with HTML.
   * `alone`: also without HTML.
   */
  readonly text: 'none' | 'with-html' | 'alone';
  readonly replyTo: 'one' | 'many';
  readonly headers: boolean;
  readonly attachments: boolean;
  readonly inlineAttachments: boolean;
  readonly template: boolean;
  readonly tags: boolean;
  readonly metadata: boolean;
  readonly sendAt: boolean;
  /**
   * `shared`: recipients of one mail can see each other. `individual`: every recipient gets a separate
   * mail.
   */
  readonly visibility: 'individual' | 'shared';
  /** Is a non-ASCII part before the @ possible? */
  readonly internationalLocalPart: boolean;
}

/** Published limits, checked before any request. @public */
export interface EmailLimits {
  /** Of one mail: `to`, `cc` and `bcc` together. */
  readonly maxRecipients?: number | undefined;
  readonly maxAttachments?: number | undefined;
  /** Of all attachments together, before encoding. */
  readonly maxAttachmentBytes?: number | undefined;
}
