import { BadRequestError, ConflictError, OrgError, type OrgErrorFields, PermissionError } from '@org/core';
import type { RejectReason } from './delivery-event.ts';
import type { RecipientOutcome } from './send-result.ts';

/**
 * The server refused a recipient, or all of them: no such mailbox, not allowed, full. Nothing was sent to it.
 * @public
 */
export class RecipientRejectedError extends BadRequestError {
  static override readonly family: string = 'RecipientRejectedError';
  declare readonly code: 'recipient-rejected';
  /** The kind of the refusal, where the service reports it. */
  declare readonly reason?: RejectReason;
}

/** The service does not send to this recipient: unsubscribed, bounced before, or complained. @public */
export class RecipientSuppressedError extends OrgError {
  static override readonly family: string = 'RecipientSuppressedError';
  declare readonly code: 'recipient-suppressed';
}

/**
 * The sender's domain or address is not verified. Verify it with the service, or use another `from`. @public
 */
export class SenderNotVerifiedError extends PermissionError {
  static override readonly family: string = 'SenderNotVerifiedError';
  declare readonly code: 'sender-not-verified';
}

/** The account or project is disabled or suspended. @public */
export class AccountSuspendedError extends PermissionError {
  static override readonly family: string = 'AccountSuspendedError';
  declare readonly code: 'account-suspended';
}

/** The content was refused: policy, spam filter, or a failed SPF, DKIM or DMARC check. @public */
export class MessageRejectedError extends BadRequestError {
  static override readonly family: string = 'MessageRejectedError';
  declare readonly code: 'message-rejected';
  /** The kind of the refusal, where the service reports it. */
  declare readonly reason?: RejectReason;
}

/**
 * An idempotency key was used before. The earlier request was accepted with `outcome: 'sent'`; with
 * `unknown` it failed or is in progress. This request did nothing. @public
 */
export class IdempotencyConflictError extends ConflictError {
  static override readonly family: string = 'IdempotencyConflictError';
  declare readonly code: 'idempotency-conflict';
}

/**
 * The send ended before every recipient's result was known, and the mail may be out: `outcomes` has the
 * result of each recipient. `outcome` is `sent` when the service accepted the mail for at least one
 * recipient, otherwise `unknown`. `cause` is the error or the abort reason that ended it. @public
 */
export class IncompleteSendError extends OrgError {
  static override readonly family: string = 'IncompleteSendError';
  declare readonly code: 'incomplete-send';
  /** One for each recipient. Not enumerable and not in `toJSON()`: logs contain no addresses. */
  declare readonly outcomes: readonly RecipientOutcome[];

  constructor({
    outcomes = [],
    ...fields
  }: OrgErrorFields & { readonly outcomes?: readonly RecipientOutcome[] }) {
    super(fields);
    Object.defineProperty(this, 'outcomes', { value: outcomes });
  }
}
