import type { EmailAddress } from '../model/address.ts';
import type {
  InboundAttachment,
  InboundAuthentication,
  InboundEnvelope,
  InboundHeader,
  InboundSpam,
} from './inbound-mail.ts';

/** Addresses as the text of a header, or as they are. */
export type Addresses = string | readonly (EmailAddress | undefined)[] | undefined;

/** A mail in the words of its service; what is missing comes from `raw`, else from `headers`. */
export interface ReceivedMail {
  readonly envelope: InboundEnvelope;
  readonly headers?: readonly InboundHeader[] | undefined;
  readonly from?: Addresses;
  readonly to?: Addresses;
  readonly cc?: Addresses;
  readonly replyTo?: Addresses;
  readonly subject?: string | undefined;
  readonly text?: string | undefined;
  readonly html?: string | undefined;
  readonly attachments?: readonly InboundAttachment[] | undefined;
  readonly spam?: InboundSpam | undefined;
  /** Results, or what finds those that are about the author. */
  readonly authentication?:
    | InboundAuthentication
    | ((from?: EmailAddress) => InboundAuthentication)
    | undefined;
  /** Wins over the fields, which services shorten and decode. */
  readonly raw?: Uint8Array | undefined;
}

/** A mail of a webhook; what is not in the webhook is loaded when the mail is handled. */
export interface PendingMail {
  /** The same for a repeated webhook. @defaultValue a hash of the webhook */
  readonly id: string | undefined;
  load(): ReceivedMail | Promise<ReceivedMail>;
}
