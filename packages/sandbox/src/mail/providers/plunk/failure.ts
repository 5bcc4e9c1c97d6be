// Plunk's error body: https://docs.useplunk.com, API reference, "Error codes".
import { randomUUID } from 'node:crypto';
import { Problem } from '../../kit.ts';

export interface FieldError {
  /** Dotted path, as in `attachments.0.filename`. */
  readonly field: string;
  readonly message: string;
  readonly code: string;
  readonly received?: unknown;
}

/** Further parts of a failure. */
interface FailureInfo {
  /** @default `INTERNAL_SERVER_ERROR`, which Plunk also sends with a 403 or 404 without a code */
  readonly code?: string;
  readonly details?: Readonly<Record<string, unknown>>;
  readonly errors?: readonly FieldError[];
}

/** Ends a request with Plunk's error body. */
export function failure(status: number, message: string, info: FailureInfo = {}): Problem {
  const { code = 'INTERNAL_SERVER_ERROR', ...rest } = info;
  const requestId = randomUUID();
  const suggestion = suggestions.get(code);
  const error = { code, message, statusCode: status, requestId, ...rest, ...(suggestion && { suggestion }) };
  const json = { success: false, error, timestamp: new Date().toISOString() };
  return new Problem({ status, headers: { 'x-request-id': requestId }, json });
}

export function invalidFields(errors: readonly FieldError[]): Problem {
  return failure(422, 'Request validation failed', { code: 'VALIDATION_ERROR', errors });
}

/** A refusal in the short form that some endpoints have. */
export function shortFailure(status: number, error: string): Problem {
  return new Problem({ status, json: { error } });
}

/** Plunk's failure for a status alone. */
export function problemOf(status: number, message: string) {
  return failure(status, message, { code: usual.get(status) ?? 'INTERNAL_SERVER_ERROR' }).response;
}

const usual = new Map([
  [400, 'BAD_REQUEST'],
  [401, 'MISSING_AUTH'],
  [402, 'BILLING_LIMIT_EXCEEDED'],
  [403, 'FORBIDDEN'],
  [404, 'RESOURCE_NOT_FOUND'],
  [409, 'CONFLICT'],
  [413, 'BAD_REQUEST'],
  [422, 'VALIDATION_ERROR'],
  [429, 'RATE_LIMIT_EXCEEDED'],
]);

const suggestions = new Map([
  ['INVALID_API_KEY', 'Check the key: secret keys begin with "sk_", public keys with "pk_".'],
  ['MISSING_AUTH', 'Send the key in a header: "Authorization: Bearer YOUR_API_KEY".'],
  ['TEMPLATE_NOT_FOUND', 'Check the template id, and that the template belongs to this project.'],
  ['VALIDATION_ERROR', 'See "errors" for the fields that are wrong.'],
  ['RATE_LIMIT_EXCEEDED', 'Wait as long as Retry-After says, then try again.'],
  ['IDEMPOTENCY_KEY_REUSED', 'The request was not performed again. Use a new key for a new request.'],
]);
