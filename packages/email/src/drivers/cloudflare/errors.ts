import { classifyByCodes, type ErrorKind } from '../../tables/index.ts';

/** cloudflare/cloudflare-docs 015dc8c, "REST API": the code of a suppressed recipient is not published. */
export const kinds = {
  '10000': 'not-found',
  '10001': 'bad-request',
  '10004': 'rate-limit',
  '10101': 'authentication',
  '10102': 'permission',
  '10103': 'authentication',
  '10105': 'permission',
  '10200': 'payload-too-large',
  '10201': 'bad-request',
  '10202': 'bad-request',
  '10203': 'permission',
} as const;

/** What an unsuccessful response means: also a 2xx with `success: false`. */
export const classify = classifyByCodes({
  code: 'errors.0.code',
  message: 'errors.0.message',
  kinds,
  refusal: { field: 'success' },
});

/** The codes of the errors that a Worker's binding throws, after which nothing was sent. */
export const bindingKinds: Readonly<Record<string, ErrorKind>> = {
  E_VALIDATION_ERROR: 'bad-request',
  E_FIELD_MISSING: 'bad-request',
  E_TOO_MANY_RECIPIENTS: 'payload-too-large',
  E_CONTENT_TOO_LARGE: 'payload-too-large',
  E_SENDER_NOT_VERIFIED: 'sender-not-verified',
  E_SENDER_DOMAIN_NOT_AVAILABLE: 'sender-not-verified',
  E_RECIPIENT_NOT_ALLOWED: 'recipient-rejected',
  E_RECIPIENT_SUPPRESSED: 'recipient-suppressed',
  E_RATE_LIMIT_EXCEEDED: 'rate-limit',
  E_DAILY_LIMIT_EXCEEDED: 'quota-exceeded',
  E_HEADER_NOT_ALLOWED: 'bad-request',
  E_HEADER_USE_API_FIELD: 'bad-request',
  E_HEADER_VALUE_INVALID: 'bad-request',
  E_HEADER_VALUE_TOO_LONG: 'bad-request',
  E_HEADER_NAME_INVALID: 'bad-request',
  E_HEADERS_TOO_LARGE: 'bad-request',
  E_HEADERS_TOO_MANY: 'bad-request',
};
