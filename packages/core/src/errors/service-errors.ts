import { OrgError, type OrgErrorFields } from './org-error.ts';

/** The service refused the request as wrong (400, 422 and their kin). @public */
export class BadRequestError extends OrgError {
  static override readonly family: string = 'BadRequestError';
  declare readonly code: 'bad-request' | 'message-rejected' | 'recipient-rejected';
}

/** The service did not accept the credential (401). @public */
export class AuthenticationError extends OrgError {
  static override readonly family: string = 'AuthenticationError';
  declare readonly code: 'authentication';
}

/** The credential is good but may not do this (403). @public */
export class PermissionError extends OrgError {
  static override readonly family: string = 'PermissionError';
  declare readonly code: 'permission' | 'account-suspended' | 'sender-not-verified';
}

/** No such thing (404). @public */
export class NotFoundError extends OrgError {
  static override readonly family: string = 'NotFoundError';
  declare readonly code: 'not-found';
}

/** It clashes with what is there (409). @public */
export class ConflictError extends OrgError {
  static override readonly family: string = 'ConflictError';
  declare readonly code: 'conflict' | 'idempotency-conflict';
}

/** Too large, for the service (413) or for a published limit checked before sending. @public */
export class PayloadTooLargeError extends OrgError {
  static override readonly family: string = 'PayloadTooLargeError';
  declare readonly code: 'payload-too-large';
}

/** Too many requests for now (429): come back after `retryAfterMs`. Nothing was done. @public */
export class RateLimitError extends OrgError {
  static override readonly family: string = 'RateLimitError';
  declare readonly code: 'rate-limit';
}

/** A plan, day or billing quota is used up: waiting a little does not help. @public */
export class QuotaExceededError extends OrgError {
  static override readonly family: string = 'QuotaExceededError';
  declare readonly code: 'quota-exceeded';
  /** When it frees, where the service reports it. */
  declare readonly resetAt?: Date;

  constructor(fields: OrgErrorFields & { readonly resetAt?: Date | undefined }) {
    super(fields);
  }
}

/** The service failed (500 and above). @public */
export class ServerError extends OrgError {
  static override readonly family: string = 'ServerError';
  declare readonly code: 'server';
}
