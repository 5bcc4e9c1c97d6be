/**
 * What a driver can do, as data and as types: `email.contacts` exists for the compiler only where `contacts` is `true`.
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
   * What the service does with an idempotency key it has seen: answers as before, refuses, drops the second one silently, or has no keys.
   */
  readonly idempotency: 'replay' | 'refuse' | 'dedupe' | 'none';
  readonly limits: EmailLimits;
}

/** Which parts of a message the service can carry. @public */
export interface MessageCapabilities {
  readonly cc: boolean;
  readonly bcc: boolean;
  /** `none`: the service makes a text part of the HTML, or has none. `with-html`: only next to HTML. `alone`: also without HTML. */
  readonly text: 'none' | 'with-html' | 'alone';
  readonly replyTo: 'one' | 'many';
  readonly headers: boolean;
  readonly attachments: boolean;
  readonly inlineAttachments: boolean;
  readonly template: boolean;
  readonly tags: boolean;
  readonly metadata: boolean;
  readonly sendAt: boolean;
  /** Can several recipients see each other (`shared`), or does everybody get a mail of their own (`individual`)? */
  readonly visibility: 'individual' | 'shared';
  /** Is a non-ASCII part before the @ possible? */
  readonly internationalLocalPart: boolean;
}

/** Published limits, checked before any request. @public */
export interface EmailLimits {
  readonly maxRecipients?: number | undefined;
  readonly maxAttachments?: number | undefined;
  /** Of all attachments together, before encoding. */
  readonly maxAttachmentBytes?: number | undefined;
}
