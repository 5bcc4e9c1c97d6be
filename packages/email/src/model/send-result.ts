import type { OrgError } from '@org/core';
import type { LossyMapping } from './fit/lossy.ts';
import { type PreparedMessage, recipientsOf } from './message.ts';

/**
 * The outcome for one recipient.
 * - `accepted`: the service accepted the mail. That is not delivery: it may still bounce.
 * - `scheduled`: accepted for later.
 * - `validated`: the service checked the mail and sent nothing, because the message has `sandbox: true`.
 * - `suppressed`: the service does not send: the recipient bounced, complained or unsubscribed before.
 * - `rejected`: surely not accepted; `error` has the reason, and whether another attempt can help.
 * - `unknown`: the connection was lost, and the service may have accepted the mail.
 *
 * @public
 */
export type RecipientStatus = 'accepted' | 'scheduled' | 'validated' | 'suppressed' | 'rejected' | 'unknown';

/** The outcome of a message for one recipient. @public */
export interface RecipientOutcome {
  /** The address, as in the envelope. */
  readonly recipient: string;
  /** Whether the service accepted the mail for this recipient; `accepted` is not delivery. */
  readonly status: RecipientStatus;
  /** The driver that sent this mail, where a client has several. */
  readonly provider?: string | undefined;
  /** The service's id of this mail, to find it in its events; `undefined` when it gave none. */
  readonly messageId?: string | undefined;
  /** An earlier run with the same journal sent this mail; nothing was sent now. */
  readonly fromJournal?: true | undefined;
  /** Why the mail was not accepted, or why this is unknown. */
  readonly error?: OrgError | undefined;
}

export function isAccepted({ status }: Pick<RecipientOutcome, 'status'>): boolean {
  return status === 'accepted' || status === 'scheduled' || status === 'validated';
}

/** The result of a driver's `send`. @public */
export interface SendReceipt {
  /** One for each recipient. */
  readonly outcomes: readonly RecipientOutcome[];
  /** The service had accepted this message before and did not send it again. */
  readonly replayed?: boolean | undefined;
  /** The service's own words about the acceptance, where it has any. */
  readonly response?: string | undefined;
  /** The losses that only the service which sent the mail has: of a driver made of several. */
  readonly lossy?: readonly LossyMapping[] | undefined;
}

/** The result of `send`. At least one recipient was accepted; `outcomes` has the others. @public */
export interface SendResult {
  /** The name of the driver; of several, the one that accepted the first mail. */
  readonly provider: string;
  /** Id of the first accepted mail; every recipient's own is in `outcomes`. */
  readonly messageId?: string | undefined;
  /**
   * One for each recipient, in the order of `to`, `cc`, `bcc`. An address that occurs twice is one recipient.
   */
  readonly outcomes: readonly RecipientOutcome[];
  /** The service had accepted the mails of this call before; their ids are not known then. */
  readonly replayed: boolean;
  /** What could not be carried as it was; always empty unless `onLossy` allows it. */
  readonly lossy: readonly LossyMapping[];
  /** The service's own words about the acceptance, where it has any. */
  readonly response?: string | undefined;
}

/**
 * The receipt of a service that accepted the message for every recipient, with one id for all or none. A
 * message with `sendAt` is `scheduled`, one with `sandbox` is `validated`. @public
 *
 * @example
 * const decode = (response: ServiceResponse, message: PreparedMessage) =>
 *   allAccepted(message, textAt(response.json(), 'id'));
 */
export function allAccepted(message: PreparedMessage, messageId?: string): SendReceipt {
  const common = { status: statusOf(message), ...(messageId === undefined ? {} : { messageId }) };
  return { outcomes: recipientsOf(message).map((recipient) => ({ recipient, ...common })) };
}

/** The status of a message that the service accepted. @public */
export function statusOf({ sandbox, sendAt }: PreparedMessage): 'accepted' | 'scheduled' | 'validated' {
  if (sandbox) return 'validated';
  return sendAt === undefined ? 'accepted' : 'scheduled';
}

/**
 * The receipt of a message of a batch that the service refused. @public
 *
 * @example
 * const error = new MessageRejectedError({ message: 'Acme refused the mail.', outcome: 'not-sent' });
 * const receipt = allRejected(prepared, error);
 */
export function allRejected(message: PreparedMessage, error: OrgError): SendReceipt {
  return { outcomes: recipientsOf(message).map((recipient) => ({ recipient, status: 'rejected', error })) };
}
