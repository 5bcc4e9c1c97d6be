import { BadRequestError, ConflictError, OrgError, PermissionError } from '@org/core';

/** The server refused a recipient, or all of them: no such mailbox, not allowed, full. Nothing was sent to it. @public */
export class RecipientRejectedError extends BadRequestError {
  static override readonly family: string = 'RecipientRejectedError';
  override readonly code: string = 'recipient-rejected';
}

/** The service does not send to this person: unsubscribed, bounced before, or complained. @public */
export class RecipientSuppressedError extends OrgError {
  static override readonly family: string = 'RecipientSuppressedError';
  override readonly code: string = 'recipient-suppressed';
}

/** The sender's domain or address is not verified with the service. Verify it there, or use another `from`. @public */
export class SenderNotVerifiedError extends PermissionError {
  static override readonly family: string = 'SenderNotVerifiedError';
  override readonly code: string = 'sender-not-verified';
}

/** The account or project is disabled or suspended. @public */
export class AccountSuspendedError extends PermissionError {
  static override readonly family: string = 'AccountSuspendedError';
  override readonly code: string = 'account-suspended';
}

/** The content was refused: policy, spam filter, or a failed SPF, DKIM or DMARC check. @public */
export class MessageRejectedError extends BadRequestError {
  static override readonly family: string = 'MessageRejectedError';
  override readonly code: string = 'message-rejected';
}

/**
 * An idempotency key was used before. `outcome: 'sent'` says that the earlier request was accepted, `unknown` that it failed or is
 * not finished; this request did nothing. @public
 */
export class IdempotencyConflictError extends ConflictError {
  static override readonly family: string = 'IdempotencyConflictError';
  override readonly code: string = 'idempotency-conflict';
}
