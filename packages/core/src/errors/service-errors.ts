import { OrgError, type OrgErrorFields } from './org-error.ts';

/** The service refused the request as wrong (400, 422 and their kin). @public */
export class BadRequestError extends OrgError {
  static override readonly family: string = 'BadRequestError';
  override readonly code: string = 'bad-request';
}

/** The service did not accept the credential (401). @public */
export class AuthenticationError extends OrgError {
  static override readonly family: string = 'AuthenticationError';
  override readonly code: string = 'authentication';
}

/** The credential is good but may not do this (403). @public */
export class PermissionError extends OrgError {
  static override readonly family: string = 'PermissionError';
  override readonly code: string = 'permission';
}

/** No such thing (404). @public */
export class NotFoundError extends OrgError {
  static override readonly family: string = 'NotFoundError';
  override readonly code: string = 'not-found';
}

/** It clashes with what is there (409). @public */
export class ConflictError extends OrgError {
  static override readonly family: string = 'ConflictError';
  override readonly code: string = 'conflict';
}

/** Too large, for the service (413) or for a published limit checked before sending. @public */
export class PayloadTooLargeError extends OrgError {
  static override readonly family: string = 'PayloadTooLargeError';
  override readonly code: string = 'payload-too-large';
}

/** Too many requests for now (429): come back after `retryAfterMs`. Nothing was done. @public */
export class RateLimitError extends OrgError {
  static override readonly family: string = 'RateLimitError';
  override readonly code: string = 'rate-limit';
}

/** A plan, day or billing quota is used up: waiting a little does not help. @public */
export class QuotaExceededError extends OrgError {
  static override readonly family: string = 'QuotaExceededError';
  override readonly code: string = 'quota-exceeded';
  /** When it frees, where the service tells. */
  declare readonly resetAt?: Date;

  constructor(fields: OrgErrorFields & { readonly resetAt?: Date | undefined }) {
    super(fields);
    const { resetAt } = fields;
    if (resetAt !== undefined) Object.defineProperty(this, 'resetAt', { value: resetAt, enumerable: true });
  }

  override toJSON(): Record<string, unknown> {
    return { ...super.toJSON(), ...(this.resetAt && { resetAt: this.resetAt }) };
  }
}

/** The service failed (500 and above). @public */
export class ServerError extends OrgError {
  static override readonly family: string = 'ServerError';
  override readonly code: string = 'server';
}
