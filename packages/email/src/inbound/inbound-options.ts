import type { InboundMail } from './inbound-mail.ts';

/** Your function for a mail. After an error that it throws, the service sends the mail again. @public */
export type InboundHandler = (mail: InboundMail, request: Request) => unknown;

/** How much one webhook with a mail may have. @public */
export interface InboundOptions {
  /** The most bytes of a webhook. @defaultValue 52 428 800, what Postmark sends at most */
  readonly maxBytes?: number | undefined;
}
