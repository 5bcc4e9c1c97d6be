import type { ParsedMessage } from './parse-message.ts';

/** The parts of a message that an HTTP API has beside the mail. */
export interface MessageLabels {
  /** The service that accepted it: `resend`. */
  readonly service: string;
  /** As texts: `name`, or `name:value`. */
  readonly tags?: readonly string[] | undefined;
  readonly metadata?: Readonly<Record<string, string>> | undefined;
  /** The switches in the request. */
  readonly tracking?: { readonly opens?: boolean; readonly clicks?: boolean } | undefined;
  /** The stream, topic or group. */
  readonly stream?: string | undefined;
}

/** A message received over an HTTP API or SMTP. A change of its tags or read state makes a new object. */
export interface ReceivedMessage {
  /** The id in the response to the sender. */
  readonly id: string;
  readonly receivedAt: Date;
  readonly via: 'api' | 'smtp';
  /** Sender and recipients of the transport, which may differ from the headers. */
  readonly envelope: { readonly from: string; readonly to: readonly string[] };
  /** The bytes of the message. */
  readonly raw: Uint8Array;
  readonly parsed: ParsedMessage;
  /** Of the HTTP APIs. */
  readonly labels?: MessageLabels | undefined;
  /** The name of the SMTP login, or of Mailpit's send route. */
  readonly username?: string | undefined;
  /** From the header `X-Tags`, plus addresses (`bob+tag@…`), the HTTP API's tags, and `setTags()`. Sorted. */
  readonly tags: readonly string[];
  /** Whether it was opened on the page, or read by Mailpit's API. */
  readonly isRead: boolean;
}

/** The parts of a new message. */
export type Delivery = Pick<ReceivedMessage, 'id' | 'via' | 'envelope' | 'raw' | 'labels' | 'username'>;

/** A change of a mailbox. */
export type MailboxChange =
  | { readonly kind: 'new' | 'tags' | 'read'; readonly message: ReceivedMessage }
  /** Removed one by one or all at once, dropped because the mailbox was full, or put back. */
  | {
      readonly kind: 'removed' | 'cleared' | 'dropped' | 'restored';
      readonly messages: readonly ReceivedMessage[];
    };
