// Plunk's error body: https://docs.useplunk.com, API reference, "Error codes".

/** One invalid field. */
export interface FieldError {
  /** Dotted path, as in `attachments.0.filename`. */
  readonly field: string;
  readonly message: string;
  readonly code: string;
  readonly received?: unknown;
}

/** Further parts of a failure. */
export interface FailureInfo {
  /** @default `INTERNAL_SERVER_ERROR`, which Plunk also sends with a 403 or 404 without a code */
  readonly code?: string;
  readonly details?: Readonly<Record<string, unknown>>;
  readonly errors?: readonly FieldError[];
  readonly headers?: Readonly<Record<string, string>>;
}

const failureBrand = Symbol.for('@org/sandbox/plunk-failure');

/** Ends a request with Plunk's error body. */
export class PlunkFailure extends Error {
  override readonly name = 'PlunkFailure';
  readonly status: number;
  readonly info: FailureInfo;
  readonly [failureBrand] = true;

  constructor(status: number, message: string, info: FailureInfo = {}) {
    super(message);
    this.status = status;
    this.info = info;
  }

  static isInstance(value: unknown): value is PlunkFailure {
    return typeof value === 'object' && value !== null && failureBrand in value;
  }
}

/** A 422 with the list of invalid fields. */
export function invalidFields(errors: readonly FieldError[]): PlunkFailure {
  return new PlunkFailure(422, 'Request validation failed', { code: 'VALIDATION_ERROR', errors });
}

/** Plunk's error body. */
export function renderFailure(
  failure: PlunkFailure,
  requestId: string,
  now: number,
): Record<string, unknown> {
  const { code = 'INTERNAL_SERVER_ERROR', details, errors } = failure.info;
  const suggestion = suggestions.get(code);
  return {
    success: false,
    error: {
      code,
      message: failure.message,
      statusCode: failure.status,
      requestId,
      ...(errors === undefined ? undefined : { errors }),
      ...(details === undefined ? undefined : { details }),
      ...(suggestion === undefined ? undefined : { suggestion }),
    },
    timestamp: new Date(now).toISOString(),
  };
}

/** Plunk's failure for a status that a test asks for. */
export function failureForStatus(status: number): PlunkFailure {
  const [code, message] = usual.get(status) ?? ['INTERNAL_SERVER_ERROR', 'An unexpected error occurred'];
  return new PlunkFailure(status, message, { code });
}

const usual = new Map<number, readonly [code: string, message: string]>([
  [400, ['BAD_REQUEST', 'Bad request']],
  [401, ['INVALID_API_KEY', 'Invalid API key']],
  [402, ['BILLING_LIMIT_EXCEEDED', 'The billing limit of this project is reached']],
  [403, ['FORBIDDEN', 'You are not allowed to do this']],
  [404, ['RESOURCE_NOT_FOUND', 'Not found']],
  [409, ['CONFLICT', 'Conflict']],
  [422, ['VALIDATION_ERROR', 'Request validation failed']],
  [429, ['RATE_LIMIT_EXCEEDED', 'Rate limit exceeded']],
]);

const suggestions = new Map([
  ['INVALID_API_KEY', 'Check the key: secret keys begin with "sk_", public keys with "pk_".'],
  ['MISSING_AUTH', 'Send the key in a header: "Authorization: Bearer YOUR_API_KEY".'],
  ['TEMPLATE_NOT_FOUND', 'Check the template id, and that the template belongs to this project.'],
  ['VALIDATION_ERROR', 'See "errors" for the fields that are wrong.'],
  ['RATE_LIMIT_EXCEEDED', 'Wait as long as Retry-After says, then try again.'],
  ['IDEMPOTENCY_KEY_REUSED', 'The request was not performed again. Use a new key for a new request.'],
]);
