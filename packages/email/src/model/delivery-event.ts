import type { Tag } from './message-parts.ts';

export const deliveryEventTypes = [
  'queued',
  'sent',
  'delivered',
  'deferred',
  'bounced',
  'rejected',
  'failed',
  'suppressed',
  'complained',
  'opened',
  'clicked',
  'unsubscribed',
  'subscribed',
  'autoreplied',
  'inbound',
  'unknown',
] as const;

/**
 * What happened to a mail, in the words of every service.
 * - `queued`: the service accepted it. `sent`: it left the service.
 * - `delivered`: the receiving server accepted it. `deferred`: it refused for now; the service tries again.
 * - `bounced`: it came back, and is not tried again; with the class `soft`, a later mail may arrive.
 * - `rejected`, `failed`: the service did not send it.
 * - `suppressed`: the service does not send to this address.
 * - `unsubscribed`: the recipient wants no more mail. `subscribed`: mail is possible again.
 * - `unknown`: an event without a counterpart here; see `raw`.
 *
 * @public
 */
export type DeliveryEventType = (typeof deliveryEventTypes)[number];

/** An event of a mail. @public */
export interface DeliveryEvent {
  readonly type: DeliveryEventType;
  /** The service's id of the event, or one made from its content: the same for a repeated event. */
  readonly id: string;
  /** The name of the driver. */
  readonly provider: string;
  /** The id that `send` returned for this mail. */
  readonly messageId?: string | undefined;
  readonly recipient?: string | undefined;
  /** The service's time of the event; that of the webhook, or 1970-01-01, where it gives none. */
  readonly timestamp: Date;
  readonly bounce?: Bounce | undefined;
  /** The address that was clicked. */
  readonly click?: { readonly url: string } | undefined;
  /** The program that opened or clicked. */
  readonly client?: EventClient | undefined;
  readonly tags?: readonly Tag[] | undefined;
  readonly metadata?: Readonly<Record<string, string>> | undefined;
  /** The service's own event, as parsed JSON; a text that is not JSON as it is. */
  readonly raw: unknown;
}

/** Why a mail came back, or was not sent. @public */
export interface Bounce {
  /** `hard`: the address is bad. `soft`: it may work later. */
  readonly class: 'hard' | 'soft' | 'undetermined';
  readonly category?: RejectReason | undefined;
  /** The reply of the receiving server: `550`. */
  readonly smtpCode?: string | undefined;
  /** Its enhanced status code: `5.1.1`. */
  readonly enhancedCode?: string | undefined;
  /** In the words of the service or the receiving server. */
  readonly diagnostic?: string | undefined;
}

/** The kind of a refusal. @public */
export type RejectReason =
  | 'invalid-address'
  | 'mailbox-full'
  | 'unknown-user'
  | 'blocked'
  | 'spam-content'
  | 'policy'
  | 'unsubscribed'
  | 'timeout'
  | 'other';

/** The program that opened a mail or a link in it. @public */
export interface EventClient {
  readonly ip?: string | undefined;
  readonly userAgent?: string | undefined;
  /** A machine fetched the images, not a person; `undefined` when the service does not say. */
  readonly machineOpen?: boolean | undefined;
}
